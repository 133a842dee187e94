#include "unit/worker/built.h"
#include "unit/worker/draw.h"

#include "base/buf.h"
#include "base/clock.h"
#include "worker/base/watchdog.h"
#include "worker/decide/engine.h"

static int
start(void **state)
{
	(void)state;
	watchdog_start();
	watchdog_begin(clock_now_us() + 600000000);
	return 0;
}

static bool
fits(const char *text)
{
	DROP(built) struct built b;
	struct diagnostic fault;

	build(&b, text);
	parsed_release(&b.parsed);
	assert_true(parser_problem(context_new(), &b.script, &b.sp,
		CONSTANTS_PLAIN, &b.parsed, &fault));
	return local_search_fits(&b.task);
}

/* Constants, and as many random clauses of three to each hundred of them. */
static char *
random_clauses(unsigned constants, unsigned per_hundred)
{
	struct buf text;
	unsigned dice = 1;

	buf_init(&text, SIZE_MAX);
	for (unsigned i = 0; i < constants; i++)
		buf_add_format(&text, "(declare-const p%u Bool)", i);
	for (unsigned i = 0; i < constants * per_hundred / 100; i++) {
		buf_add_text(&text, "(assert (or");
		for (int k = 0; k < 3; k++)
			buf_add_format(&text,
				draw(&dice, 2) == 0 ? " p%u" : " (not p%u)",
				draw(&dice, constants));
		buf_add_text(&text, "))");
	}
	return buf_take(&text);
}

/* The command z3 4.8.12 has none after 8 s. */
TEST(a_solution_of_many_random_clauses_is_found)
{
	DROP(text) char *text = random_clauses(2000, 350);
	DROP(built) struct built b;
	Z3_ast *terms;
	Z3_solver solver;
	Z3_model model;
	size_t count;

	build(&b, text);
	terms = task_asserted(&b.task, &count);
	assert_int_equal(engine_decide(ENGINE_LOCAL_SEARCH, &b.task, terms,
				 count, &solver),
		Z3_L_TRUE);
	model = Z3_solver_get_model(b.task.c, solver);
	Z3_model_inc_ref(b.task.c, model);
	for (size_t i = 0; i < count; i++) {
		Z3_ast value = NULL;

		assert_true(
			Z3_model_eval(b.task.c, model, terms[i], true, &value));
		assert_int_equal(Z3_get_bool_value(b.task.c, value), Z3_L_TRUE);
	}
	free(terms);
}

TEST(what_is_small_or_has_other_sorts_or_goals_is_left_to_others)
{
	DROP(text) char *few = random_clauses(50, 350);
	DROP(text) char *many = random_clauses(600, 100);
	DROP(text)
	char *number = text_format("(declare-const x Int)%s", many);
	DROP(text) char *goal = text_format("%s(assert-soft p1)", many);

	assert_true(fits(many));
	assert_false(fits(few));
	assert_false(fits(number));
	assert_false(fits(goal));
}

TEST_GROUP(start, NULL)
