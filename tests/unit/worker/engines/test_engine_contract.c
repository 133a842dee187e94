/* What every row of wire/engines.def promises, tried on the same problems. */
#include "unit/worker/built.h"
#include "unit/worker/drawn_terms.h"

#include "base/clock.h"
#include "worker/base/interruptible.h"
#include "worker/base/watchdog.h"
#include "worker/engines/engine.h"

enum { PROBLEMS = 150, DEADLINE_US = 600000000 };

static const char *const engine_names[] = {
#define ENGINE(id, word, kind, traits) #id,
#include "wire/engines.def"
#undef ENGINE
};

static int
start(void **state)
{
	(void)state;
	watchdog_start();
	watchdog_begin(clock_now_us() + DEADLINE_US);
	return 0;
}

/* A random problem with two assertions beside the domains of its constants; the
 * caller's. */
static char *
drawn_problem(unsigned *dice)
{
	struct buf text;
	char *taken;

	buf_init(&text, 1000000);
	buf_add_text(&text, DECLARATIONS DOMAINS);
	for (int i = 0; i < 2; i++) {
		buf_add_text(&text, "(assert ");
		write_bool(&text, dice, 1 + (int)draw(dice, 3));
		buf_add_text(&text, ")");
	}
	taken = text_copy_n(text.data, text.size);
	buf_release(&text);
	return taken;
}

/* An engine with the assertions of a text, but for the last `left_out`. */
struct asked {
	struct built b;
	struct decider d;
	Z3_ast *terms;
	size_t count;
	bool is_fit;
};

static void
ask_engine(
	struct asked *x, enum engine engine, const char *text, size_t left_out)
{
	build(&x->b, text);
	x->terms = task_asserted(&x->b.task, &x->count);
	x->is_fit = decider_init(
		&x->d, engine, &x->b.task, x->terms, x->count - left_out);
}

static void
asked_drop(struct asked *x)
{
	if (x->is_fit)
		decider_release(&x->d);
	free(x->terms);
	built_drop(&x->b);
}

/* Every assertion is true under the solution. */
static void
solution_is_right(struct asked *x, const char *text)
{
	assert_true(decider_read_solution(&x->d, &x->b.task));
	for (size_t i = 0; i < x->count; i++) {
		Z3_ast value = interruptible_value(
			x->b.task.c, x->b.task.model, x->terms[i], true);

		assert_non_null(value);
		if (Z3_get_bool_value(x->b.task.c, value) != Z3_L_TRUE)
			fail_msg("%s: a wrong solution of %s",
				engine_names[x->d.engine], text);
	}
}

/* Whether the text has a solution, as libz3's incremental core says. */
static Z3_lbool
truth(const char *text)
{
	struct asked x;
	Z3_lbool answer;

	ask_engine(&x, ENGINE_INCREMENTAL, text, 0);
	answer = decider_check(&x.d, 0, NULL);
	asked_drop(&x);
	assert_int_not_equal(answer, Z3_L_UNDEF);
	return answer;
}

static void
answer_is(struct asked *x, Z3_lbool answer, Z3_lbool expected, const char *text)
{
	if (answer == Z3_L_UNDEF && !engine_has(x->d.engine, ENGINE_GENERAL))
		return;
	if (answer != expected)
		fail_msg("%s: %d, not %d, of %s", engine_names[x->d.engine],
			answer, expected, text);
	if (answer == Z3_L_TRUE)
		solution_is_right(x, text);
}

#define FOR_EACH_ENGINE(engine) \
	for (enum engine engine = 0; engine < ENGINE_COUNT; engine++)

TEST(engines_agree_and_their_solutions_are_right)
{
	unsigned dice = 1;
	size_t decided[ENGINE_COUNT] = {0};

	for (int i = 0; i < PROBLEMS; i++) {
		DROP(text) char *text = drawn_problem(&dice);
		Z3_lbool expected = truth(text);

		FOR_EACH_ENGINE(engine)
		{
			struct asked x;
			Z3_lbool answer = Z3_L_UNDEF;

			ask_engine(&x, engine, text, 0);
			if (x.is_fit)
				answer = decider_check(&x.d, 0, NULL);
			if (x.is_fit)
				answer_is(&x, answer, expected, text);
			decided[engine] += answer != Z3_L_UNDEF;
			asked_drop(&x);
		}
	}
	/* These problems are what each of them is made for. */
	FOR_EACH_ENGINE(engine)
	{
		if (decided[engine] < PROBLEMS * 9 / 10)
			fail_msg("%s decides only %zu", engine_names[engine],
				decided[engine]);
	}
}

TEST(what_is_added_in_a_scope_is_gone_after_it)
{
	unsigned dice = 2;

	for (int i = 0; i < PROBLEMS / 3; i++) {
		DROP(text) char *text = drawn_problem(&dice);
		Z3_lbool whole = truth(text);

		FOR_EACH_ENGINE(engine)
		{
			struct asked x;
			Z3_ast last;
			Z3_lbool before;

			ask_engine(&x, engine, text, 1);
			if (!x.is_fit) {
				asked_drop(&x);
				continue;
			}
			last = x.terms[--x.count];
			before = decider_check(&x.d, 0, NULL);
			assert_true(decider_push(&x.d));
			decider_assert(&x.d, last);
			answer_is(
				&x, decider_check(&x.d, 0, NULL), whole, text);
			decider_pop(&x.d);
			answer_is(
				&x, decider_check(&x.d, 0, NULL), before, text);
			asked_drop(&x);
		}
	}
}

TEST(literals_count_for_one_check)
{
	FOR_EACH_ENGINE(engine)
	{
		struct asked x;
		Z3_context c;
		Z3_ast p;

		ask_engine(&x, engine,
			"(declare-const x Int)(declare-const p Bool)"
			"(assert (<= 0 x 5))(assert (=> p (> x 5)))",
			0);
		assert_true(x.is_fit);
		c = x.b.task.c;
		p = Z3_mk_const(
			c, Z3_mk_string_symbol(c, "p"), Z3_mk_bool_sort(c));
		assert_int_equal(decider_check(&x.d, 1, &p), Z3_L_FALSE);
		assert_int_equal(decider_check(&x.d, 0, NULL), Z3_L_TRUE);
		asked_drop(&x);
	}
}

TEST(what_is_interrupted_is_open_or_right)
{
	unsigned dice = 3;

	for (int i = 0; i < PROBLEMS / 3; i++) {
		DROP(text) char *text = drawn_problem(&dice);
		Z3_lbool expected = truth(text);

		FOR_EACH_ENGINE(engine)
		{
			struct asked x;
			Z3_lbool answer;

			watchdog_budget(
				clock_now_us() + (int64_t)draw(&dice, 3000));
			ask_engine(&x, engine, text, 0);
			answer = x.is_fit ? decider_check(&x.d, 0, NULL)
					  : Z3_L_UNDEF;
			watchdog_budget(0);
			if (answer != Z3_L_UNDEF)
				answer_is(&x, answer, expected, text);
			asked_drop(&x);
		}
	}
}

enum { ITEMS = 40, ROOM = 1000 };

static int
weight_of(int item)
{
	return 10 + (item + 1) * 7919 % 89;
}

static int
gain_of(int item)
{
	return 10 + (item + 1) * 6007 % 89;
}

/* Returns the most that items gain in the room, by dynamic programming. */
static int
most_gained(void)
{
	int most[ROOM + 1] = {0};

	for (int i = 0; i < ITEMS; i++) {
		for (int room = ROOM; room >= weight_of(i); room--) {
			int with = most[room - weight_of(i)] + gain_of(i);

			if (with > most[room])
				most[room] = with;
		}
	}
	return most[ROOM];
}

static void
add_sum(struct buf *text, const char *relation, int (*factor_of)(int item),
	int number)
{
	buf_add_format(text, "(assert (%s (+", relation);
	for (int i = 0; i < ITEMS; i++)
		buf_add_format(text, " (* %d t%d)", factor_of(i), i);
	buf_add_format(text, ") %d))", number);
}

/* Whether items in the room gain so much; asked of libz3's incremental core,
 * which alone tries one sum after another, and of branch and bound. */
static Z3_lbool
gains_at_least(int gain, uint32_t engines)
{
	struct asked x;
	struct buf text;
	Z3_lbool answer;

	buf_init(&text, 1000000);
	for (int i = 0; i < ITEMS; i++)
		buf_add_format(&text,
			"(declare-const t%d Int)(assert (<= 0 t%d 1))", i, i);
	add_sum(&text, "<=", weight_of, ROOM);
	add_sum(&text, ">=", gain_of, gain);
	ask_engine(&x, ENGINE_INCREMENTAL, text.data, 0);
	assert_true(x.is_fit);
	answer = decider_check_in_turns(&x.d, engines, 0, NULL);
	if (answer == Z3_L_TRUE)
		solution_is_right(&x, "a knapsack");
	asked_drop(&x);
	buf_release(&text);
	return answer;
}

TEST(what_one_engine_cannot_decide_another_one_does_in_its_turn)
{
	uint32_t branching = ENGINE_BIT(ENGINE_BRANCHING);
	int64_t begun_us = clock_spent_us();

	assert_int_equal(gains_at_least(most_gained(), branching), Z3_L_TRUE);
	assert_int_equal(
		gains_at_least(most_gained() + 1, branching), Z3_L_FALSE);
	assert_true(clock_spent_us() - begun_us < 30000000);
}

TEST_GROUP(start, NULL)
