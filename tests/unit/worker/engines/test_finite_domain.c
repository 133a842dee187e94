#include "unit/worker/built.h"
#include "unit/worker/draw.h"

#include "base/buf.h"
#include "base/clock.h"
#include "worker/base/watchdog.h"
#include "worker/engines/engine.h"

static int
start(void **state)
{
	(void)state;
	watchdog_start();
	watchdog_begin(clock_now_us() + 600000000);
	return 0;
}

static Z3_lbool
decided(const char *text)
{
	DROP(built) struct built b;
	size_t count;
	Z3_ast *terms;
	Z3_model model = NULL;
	DROP(decider) struct decider d = {0};
	Z3_lbool answer = Z3_L_UNDEF;

	build(&b, text);
	terms = task_asserted(&b.task, &count);
	if (decider_init(&d, ENGINE_FINITE_DOMAIN, &b.task, terms, count))
		answer = decider_check(&d, 0, NULL);
	if (answer == Z3_L_TRUE) {
		model = Z3_solver_get_model(b.task.c, d.solver);
		Z3_model_inc_ref(b.task.c, model);
	}
	for (size_t i = 0; i < count && answer == Z3_L_TRUE; i++) {
		Z3_ast value = NULL;

		assert_true(
			Z3_model_eval(b.task.c, model, terms[i], true, &value));
		assert_int_equal(Z3_get_bool_value(b.task.c, value), Z3_L_TRUE);
	}
	free(terms);
	return answer;
}

#define NUMBERS \
	"(declare-const x Int)(declare-const y Int)" \
	"(assert (<= (- 9) x 9))(assert (and (> y (- 20)) (< y 20)))"

#define ANSWER_IS(text, expected) \
	assert_int_equal(decided(NUMBERS text), expected)

TEST(numbers_with_bounds_are_decided)
{
	ANSWER_IS("(assert (= (* x x x) (- 343)))", Z3_L_TRUE);
	ANSWER_IS("(assert (= (* x x) 50))", Z3_L_FALSE);
	ANSWER_IS("(assert (= (+ x y) 28))", Z3_L_TRUE);
	ANSWER_IS("(assert (= (+ x y) 29))", Z3_L_FALSE);
	ANSWER_IS("(assert (or (= (+ x y) 29) (< x (- 9))))", Z3_L_FALSE);
	ANSWER_IS("(assert (= (- x y) (- 28)))", Z3_L_TRUE);
	ANSWER_IS("(assert (distinct x y (+ x y) (* x y)))", Z3_L_TRUE);
	ANSWER_IS("(assert (> (abs (- x y)) 28))", Z3_L_FALSE);
}

/* Whose bounds could not be asserted: the check would lack them. */
TEST(bit_vectors_that_equal_a_number_are_decided)
{
	ANSWER_IS("(declare-const v (_ BitVec 4))(declare-const w (_ BitVec 4))"
		  "(assert (= v #x7))(assert (= (bvadd v w) #x3))",
		Z3_L_TRUE);
	ANSWER_IS("(declare-const v (_ BitVec 4))(assert (= v #x7))"
		  "(assert (bvult v #x3))",
		Z3_L_FALSE);
}

/* Later ones than 4.8 are wrong about remainders, and so are not asked. */
static void
remainder_is(const char *text, Z3_lbool expected)
{
	unsigned major, minor, build_number, revision;
	Z3_lbool answer = decided(text);

	Z3_get_version(&major, &minor, &build_number, &revision);
	if (major == 4 && minor <= 8)
		assert_int_equal(answer, expected);
	else
		assert_int_not_equal(answer, -expected);
}

TEST(remainders_are_those_of_whole_numbers)
{
	remainder_is(NUMBERS "(assert (= (mod x 4) 3))(assert (< x (- 5)))",
		Z3_L_TRUE);
	remainder_is(NUMBERS "(assert (< (mod x 4) 0))", Z3_L_FALSE);
	remainder_is(
		NUMBERS "(assert (= (mod x 4) (mod (+ x 9) 4)))", Z3_L_FALSE);
}

/* libz3 reads neither as bits; that is seen at once. */
TEST(quotients_and_functions_are_left_to_others)
{
	int64_t begun_us = clock_spent_us();

	ANSWER_IS("(assert (= (div x 4) (- 3)))", Z3_L_UNDEF);
	ANSWER_IS("(assert (< (div x 4) (- 3)))", Z3_L_UNDEF);
	ANSWER_IS("(assert (= (mod 5 y) 3))", Z3_L_UNDEF);
	ANSWER_IS("(declare-fun f (Int) Int)(assert (= (f x) 3))", Z3_L_UNDEF);
	assert_in_range(clock_spent_us() - begun_us, 0, 2000000);
}

/* x < y < z <= 3 has a lower bound for x only. */
TEST(bounds_need_not_be_said_of_each_number)
{
	ANSWER_IS("(declare-const z Int)(assert (< x y z))"
		  "(assert (= (* x y z) 24))(assert (< z 5))",
		Z3_L_TRUE);
	ANSWER_IS("(declare-const z Int)(assert (= z (+ x (* 2 y))))"
		  "(assert (= (* z z) 50))",
		Z3_L_FALSE);
}

TEST(what_is_not_finite_is_left_to_others)
{
	ANSWER_IS("(declare-const z Int)(assert (< x z))", Z3_L_UNDEF);
	ANSWER_IS("(declare-const r Real)(assert (< r 1.0))", Z3_L_UNDEF);
}

/* --- random problems, and all that x, y and p can be ---------------------- */

enum { LOW = -5, HIGH = 8, PROBLEMS = 60, CONSTANTS = 3 };

static void add_claim(unsigned *dice, unsigned depth, struct buf *out);

static void
add_number(unsigned *dice, unsigned depth, struct buf *out)
{
	static const char *const heads[] = {
		"(+ ", "(- ", "(* ", "(+ x ", "(* 3 ", "(abs ", "(- "};
	static const char *const leaves[] = {
		"x", "y", "x", "y", "2", "(- 3)", "7", "0"};
	unsigned side = depth == 0 ? 10 : draw(dice, 14);

	if (side < 7) {
		buf_add_text(out, heads[side]);
		add_number(dice, depth - 1, out);
		buf_add_text(out, " ");
		if (side < 3)
			add_number(dice, depth - 1, out);
		buf_add_text(out, ")");
	} else if (side < 9) {
		buf_add_text(out, "(mod ");
		add_number(dice, depth - 1, out);
		buf_add_format(out, " %u)", 1 + draw(dice, 4));
	} else if (side == 9) {
		buf_add_text(out, "(ite ");
		add_claim(dice, depth - 1, out);
		buf_add_text(out, " ");
		add_number(dice, depth - 1, out);
		buf_add_text(out, " ");
		add_number(dice, depth - 1, out);
		buf_add_text(out, ")");
	} else {
		buf_add_text(out, leaves[draw(dice, 8)]);
	}
}

static void
add_claim(unsigned *dice, unsigned depth, struct buf *out)
{
	static const char *const heads[] = {"(and ", "(or ", "(not (and ",
		"(= ", "(<= ", "(< ", "(>= ", "(> ", "(distinct ",
		"(= ", "(distinct x ", "(< x "};
	unsigned side = depth == 0 ? 12 : draw(dice, 12);

	if (side == 12) {
		buf_add_text(out, "p");
		return;
	}
	buf_add_text(out, heads[side]);
	for (int i = 0; i < 2; i++) {
		if (side < 3)
			add_claim(dice, depth - 1, out);
		else
			add_number(dice, depth - 1, out);
		buf_add_text(out, " ");
	}
	buf_add_text(out, side == 2 ? "))" : ")");
}

static char *
random_problem(unsigned seed)
{
	struct buf out;
	unsigned dice = seed;

	buf_init(&out, SIZE_MAX / 2);
	buf_add_format(&out,
		"(declare-const x Int)(declare-const y Int)"
		"(declare-const p Bool)(assert (<= (- %d) x %d))"
		"(assert (or (and (>= (* 2 y) (- %d)) (< (+ y y) %d)) false))",
		-LOW, HIGH, -2 * LOW, 2 * HIGH + 1);
	for (unsigned i = 0; i < 1 + seed % 3; i++) {
		buf_add_text(&out, "(assert ");
		add_claim(&dice, 3, &out);
		buf_add_text(&out, ")");
	}
	return buf_detach(&out);
}

static bool
holds(const struct built *b, Z3_ast claim, Z3_ast *constants, int x, int y,
	bool p)
{
	Z3_context c = b->task.c;
	Z3_sort number = Z3_mk_int_sort(c);
	Z3_ast values[CONSTANTS] = {Z3_mk_int(c, x, number),
		Z3_mk_int(c, y, number), p ? Z3_mk_true(c) : Z3_mk_false(c)};
	Z3_ast value = Z3_simplify(
		c, Z3_substitute(c, claim, CONSTANTS, constants, values));

	assert_int_not_equal(Z3_get_bool_value(c, value), Z3_L_UNDEF);
	return Z3_get_bool_value(c, value) == Z3_L_TRUE;
}

static bool
is_solvable(const struct built *b, unsigned count, const Z3_ast *terms)
{
	Z3_context c = b->task.c;
	Z3_sort number = Z3_mk_int_sort(c);
	Z3_ast claim = Z3_mk_and(c, count, terms);
	Z3_ast constants[CONSTANTS] = {
		Z3_mk_const(c, Z3_mk_string_symbol(c, "x"), number),
		Z3_mk_const(c, Z3_mk_string_symbol(c, "y"), number),
		Z3_mk_const(c, Z3_mk_string_symbol(c, "p"), Z3_mk_bool_sort(c)),
	};

	for (int x = LOW; x <= HIGH; x++) {
		for (int y = LOW; y <= HIGH; y++) {
			if (holds(b, claim, constants, x, y, false) ||
				holds(b, claim, constants, x, y, true))
				return true;
		}
	}
	return false;
}

static bool
has_solution(const char *text)
{
	DROP(built) struct built b;
	size_t count;
	Z3_ast *terms;
	bool has;

	build(&b, text);
	terms = task_asserted(&b.task, &count);
	has = is_solvable(&b, (unsigned)count, terms);
	free(terms);
	return has;
}

TEST(random_problems_are_decided_as_by_trying_all)
{
	int answers[] = {0, 0, 0};

	for (unsigned seed = 1; seed <= PROBLEMS; seed++) {
		DROP(text) char *text = random_problem(seed);
		Z3_lbool answer = decided(text);

		answers[answer - Z3_L_FALSE]++;
		if (answer != Z3_L_UNDEF &&
			has_solution(text) != (answer == Z3_L_TRUE))
			fail_msg("seed %u: %s", seed, text);
	}
	/* Not just what is easy, and no answer is rare. */
	assert_in_range(answers[0], PROBLEMS / 10, PROBLEMS);
	assert_in_range(answers[1], 0, PROBLEMS / 2);
	assert_in_range(answers[2], PROBLEMS / 4, PROBLEMS);
}

static bool
is_likely(const char *text)
{
	DROP(built) struct built b;
	struct diagnostic fault;

	build(&b, text);
	parsed_release(&b.parsed);
	assert_true(parser_problem(
		context_new(), &b.script, &b.sp, true, &b.parsed, &fault));
	b.task.parsed = &b.parsed;
	return engine_finite_domain.fits(&b.task);
}

TEST(the_sorts_of_the_constants_tell_what_is_likely)
{
	assert_true(is_likely(
		"(declare-const x Int)(declare-const p Bool)"
		"(declare-const v (_ BitVec 8))(assert (or p (> x 7)))"));
	assert_false(is_likely("(declare-const x Int)(declare-const r Real)"
			       "(assert (> r 7.0))"));
	assert_false(is_likely("(assert true)"));
}

TEST_GROUP(start, NULL)
