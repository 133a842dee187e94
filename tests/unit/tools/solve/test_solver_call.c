#include "unit/tools/stage.h"

TEST_WITH(a_script_is_asked_with_its_time_limit, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	(void)call_tool(x, "solve_smtlib",
		"{\"smtlib\": \"(assert true) (check-sat)\","
		" \"timeout_ms\": 1234}");
	assert_int_equal(stage_jobs[0]->kind, ASK_SOLVE);
	assert_int_equal(stage_jobs[0]->lane, LANE_SOLVE);
	assert_in_range(stage_jobs[0]->timeout_ms, 1000, 1234);
}

TEST_WITH(without_an_argument_the_limit_is_the_server_s, stage_setup,
	stage_teardown)
{
	struct stage *x = *state;

	x->server.timeout_ms = 777;
	(void)call_tool(x, "solve_smtlib", "{\"smtlib\": \"(check-sat)\"}");
	assert_in_range(stage_jobs[0]->timeout_ms, 500, 777);
}

TEST_WITH(argument_before_session_before_server, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	x->server.timeout_ms = 777;
	open_session(x, "a");
	(void)call_tool(x, "configure",
		"{\"session\": \"a\", \"options\": {\"timeout_ms\": 5000,"
		" \"strategy\": \"logic\", \"minimize_core\": false}}");
	(void)call_tool(x, "solve_model", "{\"session\": \"a\"}");
	assert_in_range(stage_jobs[0]->timeout_ms, 4500, 5000);
	assert_int_equal(
		stage_jobs[0]->ask.engines, ENGINE_BIT(ENGINE_STRATEGY));
	assert_false(stage_jobs[0]->ask.minimize_core);
	(void)call_tool(x, "solve_model",
		"{\"session\": \"a\", \"timeout_ms\": 2000,"
		" \"minimize_core\": true}");
	assert_in_range(stage_jobs[1]->timeout_ms, 1500, 2000);
	assert_true(stage_jobs[1]->ask.minimize_core);
}

TEST_WITH(a_limit_out_of_range_is_refused_with_the_range, stage_setup,
	stage_teardown)
{
	struct stage *x = *state;

	(void)call_tool(x, "solve_smtlib",
		"{\"smtlib\": \"(check-sat)\", \"timeout_ms\": 0}");
	assert_refused_with(x, "1 and 600000");
	(void)call_tool(x, "solve_smtlib",
		"{\"smtlib\": \"(check-sat)\", \"timeout_ms\": 600001}");
	assert_refused_with(x, "600001");
}

TEST_WITH(the_time_spent_waiting_for_a_turn_counts, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	open_session(x, "a");
	(void)call_tool(x, "add_item",
		"{\"session\": \"a\", \"content\": \"(declare-const x Int)\"}");
	(void)call_tool(x, "solve_model", "{\"session\": \"a\"}");
	x->server.calls->next->started_ms -= 10000;
	answer_accept();
	turn(x);
	assert_in_range(stage_jobs[0]->timeout_ms, 19000, 20000);
}

TEST_WITH(a_worker_that_sends_no_json_has_crashed, stage_setup, stage_teardown)
{
	struct stage *x = *state;
	struct answer *a = new_answer(STATUS_SAT);

	(void)call_tool(x, "solve_smtlib", "{\"smtlib\": \"(check-sat)\"}");
	add_value(a, "x", "Int", "{");
	a->done = true;
	answer(a);
	assert_string_equal(member(x, "status"), "\"unknown\"");
	assert_non_null(strstr(member(x, "reason"), "\"crash\""));
	assert_string_equal(member(x, "values"), "");
}

TEST_WITH(without_a_worker_the_call_is_refused, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	(void)call_tool(x, "solve_smtlib", "{\"smtlib\": \"(check-sat)\"}");
	answer_outcome(OUTCOME_NO_WORKER);
	assert_refused_with(x, "satchel doctor");
}

TEST_WITH(time_and_version_are_in_the_answer, stage_setup, stage_teardown)
{
	struct stage *x = *state;
	struct answer *a = new_answer(STATUS_SAT);

	a->done = true;
	a->checks[0].solve_us = 1500;
	(void)call_tool(x, "solve_smtlib", "{\"smtlib\": \"(check-sat)\"}");
	answer(a);
	assert_string_equal(member(x, "solve_time"), "0.0015");
	assert_string_equal(member(x, "z3_version"), "\"4.8.12\"");
}
