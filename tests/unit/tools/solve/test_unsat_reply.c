#include "unit/tools/stage.h"

static void
put_relaxation(struct answer *a, const char *groups)
{
	DROP(buf) struct buf frames;

	buf_init(&frames, LIMIT_ANSWER);
	answer_put_relaxation(&frames, groups);
	add_frames(a, &frames);
}

static void
put_core(struct answer *a, unsigned line, const char *assumptions)
{
	DROP(text) char *copy = text_copy(assumptions);
	DROP(buf) struct buf frames;
	struct answer_assertions core = {0};
	const struct answer_assertion one = {
		.line = line, .label = (char[]){""}};

	buf_init(&frames, LIMIT_ANSWER);
	assertions_add(&core, &one);
	answer_put_core(&frames, &(struct answer_core){true, copy, core});
	add_frames(a, &frames);
	assertions_release(&core);
}

static void
start(struct stage *x, const char *tool, const char *arguments)
{
	DROP(text)
	char *json = text_format("{\"session\": \"a\"%s}", arguments);

	open_session(x, "a");
	add_item(x, "a", "(declare-const x Int)");
	(void)call_tool(x, "add_item",
		"{\"session\": \"a\", \"name\": \"low\","
		" \"content\": \"(assert (< x 3))\"}");
	answer_accept();
	add_item(x, "a", "(assert (> x 5))");
	(void)call_tool(x, tool, json);
}

static void
finish(struct answer *a)
{
	a->done = true;
	answer(a);
}

TEST_WITH(ways_out_are_sets_of_items, stage_setup, stage_teardown)
{
	struct stage *x = *state;
	struct answer *a = new_answer(STATUS_UNSAT);

	start(x, "solve_model", ", \"relax\": true");
	assert_true(stage_jobs[0]->ask.relax);
	put_relaxation(a, "1");
	put_relaxation(a, "2 0");
	finish(a);
	assert_string_equal(member(x, "relaxations"), "[[1],[0,2]]");
	assert_says(x, "Satisfiable without item 1 \"low\".\n");
	assert_says(x, "Satisfiable without item 0 and item 2.\n"
		       "If there should be a solution: correct or delete all "
		       "items of one of these lines.\n");
}

TEST_WITH(without_ways_out_it_says_how_to_get_them, stage_setup, stage_teardown)
{
	struct stage *x = *state;
	struct answer *a = new_answer(STATUS_UNSAT);

	start(x, "solve_model", "");
	put_core(a, 2, NULL);
	finish(a);
	assert_says(x, "If there should be a solution: correct or delete one "
		       "of these; relax: true names the smallest sets that "
		       "could go.\n");
}

/* What a worker says is not believed. */
TEST_WITH(numbers_of_no_item_are_left_out, stage_setup, stage_teardown)
{
	struct stage *x = *state;
	struct answer *a = new_answer(STATUS_UNSAT);

	start(x, "solve_model", ", \"relax\": true");
	put_relaxation(a, "3");
	put_relaxation(a, "x");
	put_relaxation(a, "99999999999999999999");
	put_relaxation(a, "2");
	finish(a);
	assert_string_equal(member(x, "relaxations"), "[[2]]");
}

TEST_WITH(assumptions_of_the_conflict_are_told, stage_setup, stage_teardown)
{
	struct stage *x = *state;
	struct answer *a = new_answer(STATUS_UNSAT);

	start(x, "solve_model",
		", \"assume\": [\"(> x 5)\", \"p\", \"(< x 9)\"]");
	put_core(a, 2, "(> x 5) p");
	finish(a);
	assert_string_equal(
		member(x, "core_assumptions"), "[\"(> x 5)\",\"p\"]");
	assert_says(x, "assumption (> x 5)\nassumption p\n");
	assert_says(x, "under 3 assumptions");
}

TEST_WITH(the_negated_property_is_no_assumption_of_the_client_s, stage_setup,
	stage_teardown)
{
	struct stage *x = *state;
	struct answer *a = new_answer(STATUS_UNSAT);
	struct answer *second = new_answer(STATUS_SAT);

	start(x, "prove",
		", \"property\": \"(< x 4)\", \"assume\": [\"(> x 1)\"]");
	put_core(a, 2, "(not\n(< x 4)\n) (> x 1)");
	finish(a);
	finish(second);
	assert_string_equal(member(x, "status"), "\"proved\"");
	assert_string_equal(member(x, "core_assumptions"), "[\"(> x 1)\"]");
}
