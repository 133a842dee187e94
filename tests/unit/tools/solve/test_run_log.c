#include "unit/tools/stage.h"

#include "store/runs/runs.h"
#include "store/sessions/sessions.h"

static struct json_object *
last_run(struct stage *x, bool plain_only)
{
	struct session_info info;
	struct json_object *run = NULL;
	struct err e;

	if (sessions_find(x->server.store, "a", &info, &e))
		run = runs_last(x->server.store, info.id, plain_only, &e);
	if (run == NULL)
		fail_msg("%s", e.text);
	return run;
}

static struct json_object *
last_solution(struct stage *x)
{
	struct session_info info;
	struct err e;

	assert_true(sessions_find(x->server.store, "a", &info, &e));
	return runs_last_solution(x->server.store, info.id, &e);
}

static void
put_model(struct answer *a, const char *model)
{
	ADD_FRAME(a, model, model);
}

/* A call that is answered so. */
static void
run_call(struct stage *x, const char *tool, const char *arguments,
	enum status status)
{
	struct answer *a = new_answer(status);

	if (status == STATUS_SAT)
		put_model(a, "((define-fun x () Int 7))");
	a->done = true;
	(void)call_tool(x, tool, arguments);
	answer(a);
	assert_answered(x);
}

static void
setup_model(struct stage *x)
{
	OPEN_WITH(x, "(declare-const x Int)");
}

STAGE_TEST(a_run_tells_what_was_asked_and_answered)
{
	DROP(text) char *options = NULL;
	DROP(json) struct json_object *run = NULL;

	setup_model(x);
	call_in(x, "configure", "'options': {'random_seed': 3}");
	run_call(x, "solve_model", "{\"session\": \"a\", \"timeout_ms\": 900}",
		STATUS_SAT);
	run = last_run(x, true);
	options = json_text(json_get(run, "options"));
	assert_int_equal(json_get_int(run, "run", 0), 1);
	assert_int_equal(json_get_int(run, "revision", 0), 1);
	assert_string_equal(json_get_string(run, "status"), "sat");
	assert_string_equal(
		options, "{\"timeout_ms\":900,\"random_seed\":\"3\"}");
	assert_string_equal(json_get_string(run, "z3_version"), "4.8.12");
	assert_non_null(
		strstr(json_get_string(run, "answer"), "\"status\":\"sat\""));
	assert_int_equal(strlen(json_get_string(run, "text_hash")), 16);
}

STAGE_TEST(the_same_text_has_the_same_hash)
{
	const char *plain = "{\"session\": \"a\"}";
	DROP(json) struct json_object *first = NULL;
	DROP(json) struct json_object *second = NULL;
	DROP(json) struct json_object *third = NULL;

	setup_model(x);
	run_call(x, "solve_model", plain, STATUS_SAT);
	first = last_run(x, false);
	run_call(x, "solve_model", plain, STATUS_SAT);
	second = last_run(x, false);
	run_call(x, "solve_model",
		"{\"session\": \"a\", \"assume\": [\"(> x 1)\"]}", STATUS_SAT);
	third = last_run(x, false);
	assert_string_equal(json_get_string(first, "text_hash"),
		json_get_string(second, "text_hash"));
	assert_string_not_equal(json_get_string(first, "text_hash"),
		json_get_string(third, "text_hash"));
}

STAGE_TEST(a_what_if_says_nothing_of_the_model_itself)
{
	DROP(json) struct json_object *plain = NULL;
	DROP(json) struct json_object *any = NULL;

	setup_model(x);
	run_call(x, "solve_model", "{\"session\": \"a\"}", STATUS_SAT);
	run_call(x, "solve_model",
		"{\"session\": \"a\", \"assume\": [\"false\"]}", STATUS_UNSAT);
	plain = last_run(x, true);
	any = last_run(x, false);
	assert_string_equal(json_get_string(plain, "status"), "sat");
	assert_string_equal(json_get_string(any, "status"), "unsat");
}

STAGE_TEST(a_proof_is_in_the_log_and_no_solution)
{
	DROP(json) struct json_object *run = NULL;
	DROP(json) struct json_object *solution = NULL;

	setup_model(x);
	run_call(x, "prove", "{\"session\": \"a\", \"property\": \"(> x 1)\"}",
		STATUS_SAT);
	run = last_run(x, false);
	solution = last_solution(x);
	assert_true(json_get_bool(run, "what_if", false));
	assert_null(solution);
	assert_string_equal(
		json_get_string(json_get(run, "options"), "property"),
		"(> x 1)");
}

STAGE_TEST(a_solution_is_kept_whole)
{
	DROP(json) struct json_object *run = NULL;

	setup_model(x);
	x->server.reply_text = 10;
	run_call(x, "solve_model", "{\"session\": \"a\"}", STATUS_SAT);
	run = last_solution(x);
	assert_non_null(run);
	assert_string_equal(
		json_get_string(run, "solution"), "((define-fun x () Int 7))");
}

STAGE_TEST(a_run_of_a_deleted_session_is_answered_all_the_same)
{
	struct answer *a = new_answer(STATUS_SAT);

	setup_model(x);
	call_in(x, "solve_model", "");
	call_in(x, "delete_session", "");
	a->done = true;
	answer(a);
	assert_answered(x);
	assert_string_equal(member(x, "run"), "");
}

STAGE_TEST(the_history_says_when_older_runs_are_gone)
{
	struct session_info info;
	struct err e;

	setup_model(x);
	assert_true(sessions_find(x->server.store, "a", &info, &e));
	for (int i = 0; i < LIMIT_RUNS; i++) {
		const struct run run = {.revision = 1, .status = "sat"};
		int64_t id;

		if (i == LIMIT_RUNS - 1) {
			call_in(x, "get_history", "");
			assert_string_equal(member(x, "warnings"), "");
		}
		assert_true(runs_add(x->server.store, info.id, &run, &id, &e));
	}
	call_in(x, "get_history", "");
	assert_says(x, "only the newest 1000 solves of a session are kept");
}
