#include "unit/tools/stage.h"

#include "store/runs/runs.h"

/* Starts a solve in the background; its number. */
static int64_t
begin(struct stage *x)
{
	OPEN_WITH(x, "(declare-const x Int)");
	call_in(x, "solve_model", "'background': true");
	assert_string_equal(member(x, "status"), "\"running\"");
	return number(x, "job");
}

static struct json_object *
find(struct stage *x, int64_t id)
{
	struct err e;
	struct json_object *job = jobs_find(x->server.store, id, &e);

	if (job == NULL)
		fail_msg("%s", e.text);
	return job;
}

static void
assert_status(const struct json_object *job, const char *expected)
{
	assert_string_equal(json_get_string(job, "status"), expected);
}

static void
assert_answer(const struct json_object *job, const char *piece)
{
	DROP(text) char *text = json_text(json_get(job, "answer"));

	assert_non_null(strstr(text, piece));
}

static void
solve(void)
{
	struct answer *a = new_answer(STATUS_SAT);

	add_value(a, "x", "Int", "7");
	a->done = true;
	answer(a);
}

static void
look(struct stage *x, int64_t id, const char *more)
{
	DROP(text)
	char *json = text_format("{\"job\": %lld%s}", (long long)id, more);

	(void)call_tool(x, "job", json);
}

static void
cancel(struct stage *x, int64_t id)
{
	look(x, id, ", \"action\": \"cancel\"");
}

STAGE_TEST(the_client_is_answered_at_once)
{
	int64_t id = begin(x);

	assert_int_equal(stage_job_count, 1);
	assert_true(id > 0);
	assert_string_equal(member(x, "session"), "\"a\"");
	assert_int_equal(number(x, "revision"), 1);
	assert_string_equal(member(x, "satisfiable"), "null");
	assert_string_equal(member(x, "success"), "false");
	assert_true(background_job_is_busy(&x->server));
}

STAGE_TEST(a_time_limit_below_a_second_is_told_as_it_is)
{
	open_session(x, "a");
	call_in(x, "solve_model", "'background': true, 'timeout_ms': 700");
	assert_says(x, "for at most 0.7 s.");
}

STAGE_TEST(the_answer_goes_into_the_database)
{
	int64_t id = begin(x);
	size_t answers = x->answers;
	DROP(json) struct json_object *job = NULL;

	solve();
	assert_int_equal(x->answers, answers);
	assert_false(background_job_is_busy(&x->server));
	job = find(x, id);
	assert_status(job, "done");
	assert_answer(job, "\"values\":{\"x\":7}");
	assert_non_null(strstr(json_get_string(job, "message"), "x = 7"));
}

STAGE_TEST(a_refusal_goes_there_too)
{
	int64_t id = begin(x);
	DROP(json) struct json_object *job = NULL;

	answer_fault(1, 2, "unknown constant z");
	job = find(x, id);
	assert_status(job, "failed");
	assert_null(json_get(job, "answer"));
	assert_non_null(strstr(json_get_string(job, "message"), "tem 0"));
}

STAGE_TEST(a_bad_argument_is_refused_before_there_is_a_job)
{
	open_session(x, "a");
	call_in(x, "solve_model", "'background': true, 'assume': ['(']");
	assert_refused_with(x, "assume[0]");
	assert_false(background_job_is_busy(&x->server));
}

STAGE_TEST(a_cancelled_job_is_stopped_and_known_to_be)
{
	int64_t id = begin(x);
	DROP(json) struct json_object *job = NULL;

	cancel(x, id);
	assert_int_equal(stage_cancelled, 1);
	assert_int_equal(stage_job_count, 0);
	job = find(x, id);
	assert_status(job, "cancelled");
	cancel(x, id);
	assert_string_equal(member(x, "status"), "\"cancelled\"");
	cancel(x, 99);
	assert_refused_with(x, "99");
}

STAGE_TEST(what_a_cancelled_job_had_found_is_kept)
{
	int64_t id = begin(x);
	DROP(json) struct json_object *job = NULL;

	stage_so_far = new_answer(STATUS_SAT);
	add_value(stage_so_far, "x", "Int", "7");
	cancel(x, id);
	job = find(x, id);
	assert_status(job, "cancelled");
	assert_answer(job, "\"values\":{\"x\":7}");
	assert_answer(job, "\"code\":\"cancelled\"");
}

STAGE_TEST(another_server_may_cancel_it)
{
	int64_t id = begin(x);
	struct call *c = x->server.open.first;
	DROP(json) struct json_object *job = NULL;
	struct err e;

	c->sink.progress(c, 1, "solving", c->sink.argument);
	assert_int_equal(stage_job_count, 1);
	assert_true(jobs_cancel(x->server.store, id, &e));
	c->sink.progress(c, 2, "solving", c->sink.argument);
	assert_int_equal(stage_job_count, 0);
	job = find(x, id);
	assert_status(job, "cancelled");
}

STAGE_TEST(a_job_goes_with_its_session)
{
	struct call *c;

	(void)begin(x);
	c = x->server.open.first;
	call_in(x, "delete_session", "");
	assert_answered(x);
	c->sink.progress(c, 1, "solving", c->sink.argument);
	assert_int_equal(stage_job_count, 0);
	assert_false(background_job_is_busy(&x->server));
}

STAGE_TEST(a_job_whose_server_stops_is_left_to_be_lost)
{
	int64_t id = begin(x);
	DROP(json) struct json_object *job = NULL;

	background_job_stop(&x->server);
	assert_int_equal(stage_job_count, 0);
	assert_null(x->server.open.first);
	assert_false(background_job_is_busy(&x->server));
	/* The server lives as long as its store is open. */
	scratch_reopen(x->scratch);
	x->server.store = x->scratch->store;
	job = find(x, id);
	assert_status(job, "lost");
}

/* --- the tool job --------------------------------------------------------- */

STAGE_TEST(job_says_what_it_is_at)
{
	int64_t id = begin(x);

	look(x, id, "");
	assert_string_equal(member(x, "status"), "\"running\"");
	assert_string_equal(member(x, "phase"), "\"solving\"");
	assert_string_equal(member(x, "result"), "");
}

STAGE_TEST(job_gives_the_result_as_solve_model_would)
{
	int64_t id = begin(x);

	solve();
	look(x, id, "");
	assert_string_equal(member(x, "status"), "\"done\"");
	assert_non_null(strstr(member(x, "result"), "\"values\":{\"x\":7}"));
	assert_says(x, "x = 7\n");
}

STAGE_TEST(job_waits_for_the_end)
{
	int64_t id = begin(x);
	size_t answers = x->answers;

	look(x, id, ", \"wait_ms\": 20000");
	assert_int_equal(x->answers, answers);
	solve();
	while (x->answers == answers)
		(void)loop_turn(x->server.loop, 1000);
	assert_string_equal(member(x, "status"), "\"done\"");
}

STAGE_TEST(job_waits_no_longer_than_it_is_told)
{
	int64_t id = begin(x);
	size_t answers = x->answers;

	look(x, id, ", \"wait_ms\": 30");
	while (x->answers == answers)
		(void)loop_turn(x->server.loop, 1000);
	assert_string_equal(member(x, "status"), "\"running\"");
}

STAGE_TEST(a_call_that_waits_may_be_cancelled)
{
	int64_t id = begin(x);
	struct call *c;

	DROP(text)
	char *json = text_format(
		"{\"job\": %lld, \"wait_ms\": 9000}", (long long)id);

	c = call_tool(x, "job", json);
	assert_non_null(c);
	call_cancel(c);
	assert_true(background_job_is_busy(&x->server));
}

STAGE_TEST(job_cancels)
{
	int64_t id = begin(x);

	stage_so_far = new_answer(STATUS_SAT);
	add_value(stage_so_far, "x", "Int", "7");
	cancel(x, id);
	assert_string_equal(member(x, "status"), "\"cancelled\"");
	assert_non_null(strstr(member(x, "result"), "\"values\":{\"x\":7}"));
	assert_says(x, "x = 7\n");
	cancel(x, id);
	assert_string_equal(member(x, "status"), "\"cancelled\"");
	look(x, 99, ", \"action\": \"cancel\"");
	assert_refused_with(x, "no job 99");
}

/* Else two long ones would have all workers of a small machine. */
STAGE_TEST(a_second_job_of_any_session_waits_after_all_solves)
{
	(void)begin(x);
	call_in(x, "solve_model", "'background': true");
	assert_says(x, "only while no other call needs it");
	open_session(x, "b");
	(void)call_tool(
		x, "solve_model", "{\"session\": \"b\", \"background\": true}");
	call_in(x, "solve_model", "");
	assert_false(stage_jobs[0]->is_background);
	assert_true(stage_jobs[1]->is_background);
	assert_true(stage_jobs[2]->is_background);
	assert_false(stage_jobs[3]->is_background);
}

STAGE_TEST(a_second_job_takes_the_place_of_the_first)
{
	(void)begin(x);
	for (int i = 0; i < 2; i++)
		call_in(x, "solve_model", "'background': true");
	solve();
	assert_false(stage_jobs[0]->is_background);
	assert_true(stage_jobs[1]->is_background);
}
