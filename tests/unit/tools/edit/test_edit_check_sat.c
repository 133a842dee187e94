#include "unit/tools/stage.h"

static void
add_and_solve(struct stage *x, const char *more)
{
	DROP(text)
	char *json = text_format("{\"session\": \"a\", \"content\": "
				 "\"(assert (> x 0))\", \"check_sat\": true%s}",
		more);

	(void)call_tool(x, "add_item", json);
	answer_accept();
}

static void
setup_model(struct stage *x)
{
	OPEN_WITH(x, "(declare-const x Int)");
}

static int64_t
revision_now(struct stage *x)
{
	call_in(x, "get_model", "");
	return number(x, "revision");
}

static void
solve_answers(enum status status)
{
	struct answer *a = new_answer(status);

	a->done = true;
	answer(a);
}

STAGE_TEST(what_is_not_known_is_not_said)
{
	setup_model(x);
	add_and_solve(x, "");
	solve_answers(STATUS_UNSAT);
	assert_says(x, "The model is unsatisfiable now.");
	add_and_solve(x, "");
	solve_answers(STATUS_UNKNOWN);
	assert_string_equal(member(x, "status"), "\"unknown\"");
	assert_says(x, "Whether the model is satisfiable was not");
	assert_int_equal(number(x, "revision"), 3);
}

STAGE_TEST(without_room_for_the_solve_the_edit_stands)
{
	setup_model(x);
	propose_with(x, "(assert (> x 0))", "'check_sat': true");
	stage_is_full = true;
	answer_accept();
	stage_is_full = false;
	assert_int_equal(number(x, "revision"), 2);
	assert_string_equal(member(x, "status"), "\"unknown\"");
	assert_says(x, "The model was not solved: too many jobs wait");
}

STAGE_TEST(a_worker_that_dies_takes_nothing_along)
{
	setup_model(x);
	add_and_solve(x, "");
	answer_outcome(OUTCOME_CRASH);
	assert_string_equal(member(x, "status"), "\"error\"");
	assert_int_equal(revision_now(x), 2);
}
