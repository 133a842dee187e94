#include "unit/tools/stage.h"

#include "tools/solve/solve_reply.h"
#include "tools/solve/solve_verdict.h"

/* x declared; item 1 x > 5, twice; item 2 x < 3. */
static void
start_solve(struct stage *x)
{
	open_session(x, "a");
	add_item(x, "a", "(declare-const x Int)");
	add_item(x, "a", "(assert (> x 5))\\n(assert (> x 6))");
	add_item(x, "a", "(assert (< x 3))");
	(void)call_tool(x, "solve_model", "{\"session\": \"a\"}");
}

static void
finish(struct answer *a)
{
	a->done = true;
	answer(a);
}

static void
put_checked(struct answer *a, uint32_t checked,
	const struct answer_assertion *failed, size_t count)
{
	DROP(buf) struct buf frames;
	struct answer_assertions list = {0};

	buf_init(&frames, LIMIT_ANSWER);
	for (size_t i = 0; i < count; i++)
		assertions_add(&list, &failed[i]);
	answer_put_evaluation(
		&frames, &(struct answer_evaluation){checked, list});
	add_frames(a, &frames);
	assertions_release(&list);
}

TEST_WITH(a_solution_has_values_and_says_what_was_checked, stage_setup,
	stage_teardown)
{
	struct stage *x = *state;
	struct answer *a = new_answer(STATUS_SAT);

	start_solve(x);
	add_value(a, "x", "Int", "7");
	put_checked(a, 3, NULL, 0);
	finish(a);
	assert_string_equal(member(x, "status"), "\"sat\"");
	assert_string_equal(member(x, "satisfiable"), "true");
	assert_string_equal(member(x, "success"), "true");
	assert_string_equal(member(x, "values"), "{\"x\":7}");
	assert_string_equal(
		member(x, "checked"), "{\"items\":2,\"failed\":[]}");
	assert_int_equal(number(x, "revision"), 3);
	assert_int_equal(number(x, "run"), 1);
	assert_says(x, "x = 7\n");
}

TEST_WITH(
	a_false_assertion_makes_the_answer_unknown, stage_setup, stage_teardown)
{
	struct stage *x = *state;
	struct answer *a = new_answer(STATUS_SAT);
	char label[] = "";
	const struct answer_assertion failed = {
		.index = 1, .line = 3, .label = label, .is_false = true};

	start_solve(x);
	add_value(a, "x", "Int", "6");
	put_checked(a, 3, &failed, 1);
	finish(a);
	assert_string_equal(member(x, "status"), "\"unknown\"");
	assert_string_equal(member(x, "satisfiable"), "null");
	assert_string_equal(member(x, "success"), "false");
	assert_string_equal(member(x, "values"), "");
	assert_string_equal(member(x, "checked"),
		"{\"items\":2,\"failed\":[{\"index\":1,\"line\":2}]}");
	assert_non_null(strstr(member(x, "reason"), "item 1"));
}

TEST_WITH(an_undecided_assertion_is_told_and_changes_nothing, stage_setup,
	stage_teardown)
{
	struct stage *x = *state;
	struct answer *a = new_answer(STATUS_SAT);
	char label[] = "";
	const struct answer_assertion failed = {
		.index = 2, .line = 4, .label = label};

	start_solve(x);
	put_checked(a, 3, &failed, 1);
	finish(a);
	assert_string_equal(member(x, "status"), "\"sat\"");
	assert_string_equal(member(x, "checked"),
		"{\"items\":2,\"failed\":[],"
		"\"undecided\":[{\"index\":2,\"line\":1}]}");
	assert_says(x, "Not decided by evaluation: item 2\n");
}

TEST_WITH(a_core_is_by_item, stage_setup, stage_teardown)
{
	struct stage *x = *state;
	struct answer *a = new_answer(STATUS_UNSAT);
	char label[] = "";
	const struct answer_assertion core[] = {
		{.index = 1, .line = 3, .label = label},
		{.index = 2, .line = 4, .label = label},
	};

	start_solve(x);
	add_core(a, core, 2, true);
	finish(a);
	assert_string_equal(member(x, "satisfiable"), "false");
	assert_string_equal(member(x, "core_minimal"), "true");
	assert_string_equal(member(x, "core"),
		"[{\"index\":1,"
		"\"content\":\"(assert (> x 5))\\n(assert (> x 6))\","
		"\"assertions\":[{\"line\":2}]},"
		"{\"index\":2,\"content\":\"(assert (< x 3))\","
		"\"assertions\":[{\"line\":1}]}]");
	assert_says(x, "item 2:\n  | (assert (< x 3))\n");
}

TEST_WITH(without_a_core_it_is_all_that_asserts, stage_setup, stage_teardown)
{
	struct stage *x = *state;
	struct answer *a = new_answer(STATUS_UNSAT);

	start_solve(x);
	a->outcome = OUTCOME_TIMEOUT;
	answer(a);
	assert_string_equal(member(x, "status"), "\"unsat\"");
	assert_string_equal(member(x, "core_minimal"), "false");
	assert_non_null(strstr(member(x, "core"),
		"\"assertions\":[{\"line\":1},{\"line\":2}]"));
	assert_non_null(strstr(member(x, "reason"), "timeout"));
}

static void
expect_status(struct stage *x, enum outcome outcome, const char *status)
{
	(void)call_tool(x, "solve_model", "{\"session\": \"a\"}");
	answer_outcome(outcome);
	assert_string_equal(member(x, "status"), status);
	assert_string_equal(member(x, "satisfiable"), "null");
	assert_string_equal(member(x, "success"), "false");
	assert_non_null(strstr(member(x, "reason"), "message"));
}

TEST_WITH(
	a_solve_that_does_not_end_well_is_a_result, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	open_session(x, "a");
	expect_status(x, OUTCOME_TIMEOUT, "\"timeout\"");
	expect_status(x, OUTCOME_MEMORY, "\"error\"");
	expect_status(x, OUTCOME_CRASH, "\"error\"");
	expect_status(x, OUTCOME_JAIL, "\"error\"");
	expect_status(x, OUTCOME_GARBLED, "\"error\"");
	expect_status(x, OUTCOME_TOO_LARGE, "\"error\"");
}

TEST_WITH(an_unknown_has_its_reason, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	start_solve(x);
	finish(new_answer(STATUS_UNKNOWN));
	assert_string_equal(member(x, "status"), "\"unknown\"");
	assert_non_null(strstr(member(x, "reason"), "incomplete"));
}

TEST_WITH(an_objective_has_its_value_in_front, stage_setup, stage_teardown)
{
	struct stage *x = *state;
	struct answer *a = new_answer(STATUS_SAT);
	DROP(buf) struct buf frames;
	char term[] = "x";
	char value[] = "7";
	const struct answer_objective objective = {.term = term,
		.maximize = false,
		.optimal = true,
		.value = value,
		.lower = value,
		.upper = value};

	start_solve(x);
	buf_init(&frames, LIMIT_ANSWER);
	answer_put_objective(&frames, &objective);
	add_frames(a, &frames);
	finish(a);
	assert_int_equal(number(x, "objective"), 7);
	assert_says(x, "An optimal solution");
	assert_says(x, "minimize x = 7 (optimal)\n");
}

TEST_WITH(an_empty_model_is_said_to_be_empty, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	open_session(x, "a");
	(void)call_tool(x, "solve_model", "{\"session\": \"a\"}");
	finish(new_answer(STATUS_SAT));
	assert_says(x, "no items");
}

TEST_WITH(a_long_solution_is_cut_and_says_so, stage_setup, stage_teardown)
{
	struct stage *x = *state;
	struct answer *a = new_answer(STATUS_SAT);
	DROP(buf) struct buf frames;
	DROP(text) char *model = mem_new(LIMIT_REPLY_TEXT + 100);

	memset(model, 'x', LIMIT_REPLY_TEXT + 99);
	start_solve(x);
	buf_init(&frames, LIMIT_ANSWER);
	answer_put_model(&frames, model);
	add_frames(a, &frames);
	finish(a);
	assert_int_equal(
		strlen(json_get_string(x->structured, "solution_smtlib")),
		LIMIT_REPLY_TEXT);
	assert_non_null(strstr(member(x, "warnings"), "cut"));
}

TEST_WITH(the_fault_of_a_kept_model_names_its_item, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	start_solve(x);
	answer_fault(4, 12, "unknown constant x");
	assert_refused_with(x, "tem 2");
}

TEST_WITH(the_status_words_are_five, stage_setup, stage_teardown)
{
	struct solve_verdict ruling = {.status = STATUS_SAT};

	assert_string_equal(solve_reply_status(&ruling), "sat");
	ruling.code = "timeout";
	assert_string_equal(solve_reply_status(&ruling), "sat");
	ruling.status = STATUS_UNSAT;
	assert_string_equal(solve_reply_status(&ruling), "unsat");
	ruling.status = STATUS_UNKNOWN;
	assert_string_equal(solve_reply_status(&ruling), "timeout");
	ruling.code = "incomplete";
	assert_string_equal(solve_reply_status(&ruling), "unknown");
	ruling.code = "memory";
	assert_string_equal(solve_reply_status(&ruling), "error");
}

TEST_WITH(what_was_not_evaluated_is_said, stage_setup, stage_teardown)
{
	struct stage *x = *state;
	struct answer *a = new_answer(STATUS_SAT);

	start_solve(x);
	put_checked(a, 1, NULL, 0);
	finish(a);
	assert_non_null(strstr(member(x, "warnings"), "only the first 1"));
}
