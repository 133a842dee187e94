#include "unit/tools/stage.h"

static void
put_solution(struct answer *a, const char *json)
{
	DROP(buf) struct buf frames;

	buf_init(&frames, LIMIT_ANSWER);
	answer_put_solution(&frames, json);
	add_frames(a, &frames);
}

static void
put_end(struct answer *a, const char *elsewhere, const char *uncompared)
{
	DROP(text) char *first = text_copy(elsewhere);
	DROP(text) char *second = text_copy(uncompared);
	DROP(buf) struct buf frames;

	buf_init(&frames, LIMIT_ANSWER);
	answer_put_solutions_end(
		&frames, &(struct answer_solutions_end){first, second});
	add_frames(a, &frames);
}

static void
start(struct stage *x, const char *arguments)
{
	DROP(text)
	char *json = text_format("{\"session\": \"a\"%s}", arguments);

	open_session(x, "a");
	add_item(x, "a", "(declare-const x Int)");
	(void)call_tool(x, "solve_model", json);
}

static void
finish(struct answer *a)
{
	a->done = true;
	answer(a);
}

TEST_WITH(several_solutions_are_listed, stage_setup, stage_teardown)
{
	struct stage *x = *state;
	struct answer *a = new_answer(STATUS_SAT);

	start(x, ", \"solutions\": 5");
	assert_int_equal(stage_jobs[0]->ask.solutions, 5);
	put_solution(a, "{\"x\":1}");
	put_solution(a, "{\"x\":2}");
	finish(a);
	assert_string_equal(member(x, "solutions"), "[{\"x\":1},{\"x\":2}]");
	assert_string_equal(member(x, "complete"), "false");
	assert_says(x, "solution 2: {\"x\":2}\nThere may be more.\n");
	assert_says(x, "at least 2");
}

TEST_WITH(that_there_are_no_more_is_said, stage_setup, stage_teardown)
{
	struct stage *x = *state;
	struct answer *a = new_answer(STATUS_SAT);

	start(x, ", \"solutions\": 5");
	put_solution(a, "{\"x\":1}");
	put_solution(a, "{\"x\":2}");
	put_end(a, "", "");
	finish(a);
	assert_string_equal(member(x, "complete"), "true");
	assert_says(x, "There are no other solutions.\n");
}

TEST_WITH(what_was_not_compared_is_named, stage_setup, stage_teardown)
{
	struct stage *x = *state;
	struct answer *a = new_answer(STATUS_SAT);

	start(x, ", \"solutions\": 5");
	put_solution(a, "{\"x\":1}");
	put_end(a, "f, g", "b");
	finish(a);
	assert_string_equal(member(x, "complete"), "false");
	assert_says(x, "There may be more.\n");
	assert_says(x, "in f, g at the arguments that the items write out");
	assert_says(x, "differ in the value of b only");
}

TEST_WITH(solutions_without_room_are_counted, stage_setup, stage_teardown)
{
	struct stage *x = *state;
	struct answer *a = new_answer(STATUS_SAT);

	x->server.reply_text = 20;
	start(x, ", \"solutions\": 5");
	put_solution(a, "{\"x\":111111}");
	put_solution(a, "{\"x\":222222}");
	finish(a);
	assert_string_equal(member(x, "solutions"), "[{\"x\":111111}]");
	assert_non_null(
		strstr(member(x, "warnings"), "2 solutions were found"));
}

TEST_WITH(what_they_differ_on_needs_several, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	start(x, ", \"distinct_on\": [\"x\"]");
	assert_refused_with(x, "Pass solutions as well");
}

TEST_WITH(terms_are_among_the_values, stage_setup, stage_teardown)
{
	struct stage *x = *state;
	struct answer *a = new_answer(STATUS_SAT);

	start(x, ", \"values\": [\"(* x x)\"]");
	add_value(a, "x", "Int", "3");
	add_value(a, "(* x x)", "Int", "9");
	finish(a);
	assert_string_equal(member(x, "values"), "{\"x\":3,\"(* x x)\":9}");
	assert_says(x, "(* x x) = 9\n");
}

TEST_WITH(without_a_solution_terms_have_no_values, stage_setup, stage_teardown)
{
	struct stage *x = *state;
	struct answer *a = new_answer(STATUS_UNSAT);

	start(x, ", \"values\": [\"(* x x)\"]");
	finish(a);
	assert_string_equal(member(x, "status"), "\"unsat\"");
	assert_string_equal(member(x, "values"), "");
}

static void
put_objective(struct answer *a, const char *upper, bool unbounded)
{
	DROP(buf) struct buf frames;
	const struct answer_objective objective = {
		.term = (char[]){"x"},
		.maximize = true,
		.unbounded = unbounded,
		.value = (char[]){"7"},
		.lower = (char[]){""},
		.upper = (char *)(uintptr_t)upper,
	};

	buf_init(&frames, LIMIT_ANSWER);
	answer_put_objective(&frames, &objective);
	add_frames(a, &frames);
}

TEST_WITH(an_unbounded_objective_is_said_to_be, stage_setup, stage_teardown)
{
	struct stage *x = *state;
	struct answer *a = new_answer(STATUS_SAT);

	start(x, ", \"maximize\": [\"x\"]");
	put_objective(a, "oo", true);
	finish(a);
	assert_non_null(strstr(member(x, "message"), "unbounded"));
	assert_non_null(
		strstr(member(x, "objectives"), "\"why_not\":\"unbounded\""));
}

/* The bound of a search that was stopped says nothing yet. */
TEST_WITH(a_stopped_search_is_not_called_unbounded, stage_setup, stage_teardown)
{
	struct stage *x = *state;
	struct answer *a = new_answer(STATUS_SAT);

	start(x, ", \"maximize\": [\"x\"]");
	put_objective(a, "oo", false);
	a->outcome = OUTCOME_TIMEOUT;
	answer(a);
	assert_null(strstr(member(x, "message"), "unbounded"));
	assert_non_null(
		strstr(member(x, "objectives"), "\"why_not\":\"not_proved\""));
	assert_non_null(strstr(member(x, "reason"), "timeout"));
}

TEST_WITH(counters_of_z3_are_shown, stage_setup, stage_teardown)
{
	struct stage *x = *state;
	struct answer *a = new_answer(STATUS_SAT);
	DROP(buf) struct buf frames;

	start(x, "");
	buf_init(&frames, LIMIT_ANSWER);
	answer_put_statistics(&frames, "{\"conflicts\":12}");
	add_frames(a, &frames);
	finish(a);
	assert_string_equal(member(x, "statistics"), "{\"conflicts\":12}");
}
