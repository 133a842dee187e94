#include "unit/store/scratch.h"
#include "unit/unit.h"

#include "base/buf.h"
#include "store/runs/runs.h"
#include "json/json.h"

static int64_t
add_run(struct scratch *x, int64_t session, uint64_t revision,
	const char *status, bool plain)
{
	const struct run run = {
		.revision = revision, .plain = plain, .status = status};
	int64_t id;

	assert_done(x, runs_add(x->store, session, &run, &id, &x->error));
	return id;
}

static void
expect_verdict(struct scratch *x, int64_t session, uint64_t revision,
	const char *expected)
{
	const char *verdict = "not set";

	assert_done(x,
		runs_verdict(x->store, session, revision, &verdict, &x->error));
	if (expected == NULL)
		assert_null(verdict);
	else
		assert_string_equal(verdict, expected);
}

/* The member as JSON. */
static void
assert_member(const struct json_object *object, const char *name,
	const char *expected)
{
	DROP(text) char *got = json_text(json_get(object, name));

	assert_string_equal(got, expected);
}

/* A worker said so once, and the history of its session was lost. */
SESSION_TEST(a_run_that_took_no_time_that_can_be_has_none)
{
	const struct run run = {
		.revision = 1, .status = "sat", .solve_us = INT64_MIN};
	DROP(json) struct json_object *last = NULL;
	DROP(json) struct json_object *list = NULL;
	DROP(buf) struct buf text;
	int64_t id;

	buf_init(&text, 100);
	assert_done(x, runs_add(x->store, session, &run, &id, &x->error));
	last = runs_last(x->store, session, false, &x->error);
	assert_non_null(last);
	assert_null(json_get(last, "solve_time"));
	run_add_time(last, &text);
	assert_string_equal(text.data, "");
	list = runs_list(x->store, session, 0, 2, &x->error);
	assert_int_equal(json_count(list), 1);
}

SESSION_TEST(gives_back_what_was_kept)
{
	DROP(json) struct json_object *options = json_new_object();
	DROP(json) struct json_object *answer = json_read("{\"x\": 1}");
	const struct run run = {.revision = 3,
		.plain = true,
		.status = "sat",
		.options = options,
		.answer = answer,
		.z3_version = "4.8.12",
		.solve_us = 1234,
		.text_hash = "00ff"};
	DROP(json) struct json_object *last = NULL;
	int64_t id;

	assert_done(x, runs_add(x->store, session, &run, &id, &x->error));
	scratch_reopen(x);
	last = runs_last(x->store, session, false, &x->error);
	assert_non_null(last);
	assert_int_equal(json_get_int(last, "run", 0), id);
	assert_int_equal(strlen(json_get_string(last, "at")), 20);
	json_delete(last, "run");
	json_delete(last, "at");
	{
		DROP(text) char *rest = json_text(last);

		assert_string_equal(rest,
			"{\"revision\":3,\"options\":{},\"status\":\"sat\","
			"\"what_if\":false,\"solve_time\":0.001234,"
			"\"z3_version\":\"4.8.12\",\"text_hash\":\"00ff\","
			"\"answer\":\"{\\\"x\\\":1}\"}");
	}
}

static void
add_solution(struct scratch *x, int64_t session, uint64_t revision,
	const char *solution)
{
	const struct run run = {
		.revision = revision, .status = "sat", .solution = solution};
	int64_t id;

	assert_done(x, runs_add(x->store, session, &run, &id, &x->error));
}

SESSION_TEST(runs_with_objectives_are_found_whole_and_newest_first)
{
	DROP(json) struct json_object *objectives = json_new_array();
	DROP(json) struct json_object *course = json_read("[[1]]");
	DROP(json) struct json_object *list = NULL;
	struct run run = {.status = "sat",
		.solution = "(1)",
		.objectives = objectives,
		.course = course};
	int64_t id;

	for (run.revision = 1; run.revision <= 4; run.revision++) {
		assert_done(
			x, runs_add(x->store, session, &run, &id, &x->error));
		(void)add_run(x, session, run.revision, "sat", true);
	}
	list = runs_newest(x->store, session, true, 3, &x->error);
	assert_done(x, list != NULL);
	assert_int_equal(json_count(list), 3);
	assert_member(json_at(list, 0), "revision", "4");
	assert_member(json_at(list, 2), "revision", "2");
	assert_member(json_at(list, 2), "solution", "\"(1)\"");
	assert_member(json_at(list, 2), "objectives", "[]");
	assert_member(json_at(list, 2), "course", "[[1]]");
}

SESSION_TEST(the_last_solution_outlasts_later_runs_without_one)
{
	DROP(json) struct json_object *run = NULL;

	assert_refused(x,
		runs_last_solution(x->store, session, &x->error) != NULL,
		ERR_NOT_FOUND, "no solution yet");
	add_solution(x, session, 1, "(1)");
	add_solution(x, session, 2, "(2)");
	(void)add_run(x, session, 3, "unsat", true);
	run = runs_last_solution(x->store, session, &x->error);
	assert_non_null(run);
	assert_member(run, "revision", "2");
	assert_member(run, "solution", "\"(2)\"");
}

static int64_t
count_solutions(struct scratch *x, int64_t session)
{
	DROP(json) struct json_object *run = NULL;
	int64_t count = 0;

	/* Each look at the last one takes it away. */
	while ((run = runs_last_solution(x->store, session, &x->error)) !=
		NULL) {
		DROP(text)
		char *sql = text_format("DELETE FROM run WHERE run = %lld",
			(long long)json_get_int(run, "run", 0));
		sqlite3 *db;

		assert_int_equal(sqlite3_open(x->path, &db), SQLITE_OK);
		assert_int_equal(
			sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
		assert_int_equal(sqlite3_close(db), SQLITE_OK);
		json_free(TAKE(run));
		count++;
	}
	return count;
}

SESSION_TEST(only_the_newest_solutions_are_kept)
{
	for (uint64_t i = 0; i < LIMIT_SOLUTIONS + 3; i++)
		add_solution(x, session, i, "(s)");
	assert_int_equal(count_solutions(x, session), LIMIT_SOLUTIONS);
}

static void
assert_listed(struct scratch *x, int64_t session, uint64_t from, uint64_t end,
	const char *revisions)
{
	DROP(json)
	struct json_object *list =
		runs_list(x->store, session, from, end, &x->error);
	DROP(buf) struct buf got;

	assert_done(x, list != NULL);
	buf_init(&got, 1000);
	for (size_t i = 0; i < json_count(list); i++) {
		buf_add_format(&got, "%d ",
			(int)json_get_int(json_at(list, i), "revision", 0));
		assert_null(json_get(json_at(list, i), "answer"));
		assert_null(json_get(json_at(list, i), "solution"));
	}
	assert_string_equal(got.data, revisions);
}

SESSION_TEST(lists_the_runs_of_a_span_oldest_first)
{
	for (uint64_t i = 1; i <= 4; i++)
		(void)add_run(x, session, i, "sat", true);
	(void)add_run(x, session, 2, "unsat", true);
	assert_listed(x, session, 2, 4, "2 3 2 ");
	assert_listed(x, session, 0, UINT64_MAX, "1 2 3 4 2 ");
	assert_listed(x, session, 5, 9, "");
}

SCRATCH_TEST(a_session_that_was_never_solved_has_no_run)
{
	int64_t other = scratch_session(x, "other");
	int64_t session = scratch_session(x, "a");

	(void)add_run(x, other, 0, "sat", true);
	assert_refused(x,
		runs_last(x->store, session, false, &x->error) != NULL,
		ERR_NOT_FOUND, "not been solved yet");
	expect_verdict(x, session, 0, NULL);
}

SESSION_TEST(tells_runs_of_the_model_itself_from_what_ifs)
{
	int64_t plain = add_run(x, session, 0, "sat", true);
	int64_t what_if = add_run(x, session, 0, "unsat", false);
	DROP(json)
	struct json_object *any =
		runs_last(x->store, session, false, &x->error);
	DROP(json)
	struct json_object *itself =
		runs_last(x->store, session, true, &x->error);

	assert_int_equal(json_get_int(any, "run", 0), what_if);
	assert_int_equal(json_get_int(itself, "run", 0), plain);
	expect_verdict(x, session, 0, "sat");
}

SESSION_TEST(a_verdict_belongs_to_its_revision)
{
	(void)add_run(x, session, 1, "sat", true);
	(void)add_run(x, session, 2, "unsat", true);
	expect_verdict(x, session, 0, NULL);
	expect_verdict(x, session, 1, "sat");
	expect_verdict(x, session, 2, "unsat");
}

SESSION_TEST(a_later_timeout_takes_no_verdict_back)
{
	(void)add_run(x, session, 1, "unknown", true);
	expect_verdict(x, session, 1, NULL);
	(void)add_run(x, session, 1, "unsat", true);
	(void)add_run(x, session, 1, "timeout", true);
	expect_verdict(x, session, 1, "unsat");
}

SCRATCH_TEST(forgets_the_oldest_runs_of_a_session)
{
	int64_t other = scratch_session(x, "other");
	int64_t session = scratch_session(x, "a");
	struct err e;

	(void)add_run(x, other, 0, "sat", true);
	assert_done(x, store_open(x->store, &e));
	for (uint64_t i = 0; i <= LIMIT_RUNS; i++)
		(void)add_run(x, session, i, "sat", true);
	expect_verdict(x, session, 0, NULL);
	expect_verdict(x, session, 1, "sat");
	expect_verdict(x, session, LIMIT_RUNS, "sat");
	expect_verdict(x, other, 0, "sat");
}

static int64_t
begin(struct scratch *x, struct store *s, int64_t session)
{
	int64_t id = 0;

	assert_done(x, jobs_begin(s, session, 4, 1000, &id, &x->error));
	assert_true(id > 0);
	return id;
}

static struct json_object *
find(struct scratch *x, int64_t id)
{
	struct json_object *job = jobs_find(x->store, id, &x->error);

	assert_done(x, job != NULL);
	return job;
}

SESSION_TEST(a_job_runs_from_its_beginning_on)
{
	int64_t id = begin(x, x->store, session);
	DROP(json) struct json_object *job = find(x, id);

	assert_int_equal(json_get_int(job, "job", 0), id);
	assert_member(job, "session", "\"a\"");
	assert_member(job, "revision", "4");
	assert_member(job, "limit_ms", "1000");
	assert_member(job, "status", "\"running\"");
	assert_true(json_get_int(job, "started_ms", 0) > 0);
	assert_member(job, "ended_ms", "null");
	assert_member(job, "message", "null");
	assert_member(job, "answer", "null");
}

SCRATCH_TEST(how_it_ended_outlives_its_server)
{
	int64_t id = begin(x, x->store, scratch_session(x, "a"));
	DROP(json) struct json_object *answer = json_read("{\"x\": 1}");
	DROP(json) struct json_object *job = NULL;

	assert_done(x, jobs_end(x->store, id, JOB_DONE, "sat: x = 1", answer,
			       &x->error));
	scratch_reopen(x);
	job = find(x, id);
	assert_member(job, "status", "\"done\"");
	assert_member(job, "message", "\"sat: x = 1\"");
	assert_member(job, "answer", "{\"x\":1}");
	assert_true(json_get_int(job, "ended_ms", 0) >=
		    json_get_int(job, "started_ms", 1));
}

SCRATCH_TEST(a_job_whose_server_ended_is_lost)
{
	int64_t id = begin(x, x->store, scratch_session(x, "a"));
	DROP(json) struct json_object *job = NULL;

	scratch_reopen(x);
	job = find(x, id);
	assert_member(job, "status", "\"lost\"");
	assert_true(json_get_int(job, "ended_ms", 0) > 0);
}

SCRATCH_TEST(a_job_of_another_server_that_lives_runs)
{
	DROP(store) struct store *other = store_new(x->path);
	int64_t id = begin(x, other, scratch_session(x, "a"));
	DROP(json) struct json_object *job = find(x, id);

	assert_member(job, "status", "\"running\"");
}

static void
assert_wanted(struct scratch *x, int64_t id, bool expected)
{
	bool wanted = !expected;

	assert_done(x, jobs_is_wanted(x->store, id, &wanted, &x->error));
	assert_int_equal(wanted, expected);
}

SCRATCH_TEST(another_server_may_ask_for_its_end)
{
	DROP(store) struct store *other = store_new(x->path);
	int64_t id = begin(x, x->store, scratch_session(x, "a"));
	DROP(json) struct json_object *job = NULL;

	assert_wanted(x, id, true);
	assert_done(x, jobs_cancel(other, id, &x->error));
	assert_wanted(x, id, false);
	job = find(x, id);
	assert_member(job, "status", "\"running\"");
	assert_member(job, "cancel", "true");
}

SESSION_TEST(with_its_session_a_job_is_gone_and_not_wanted)
{
	int64_t id = begin(x, x->store, session);
	bool scrubbed;

	assert_done(
		x, sessions_delete(x->store, session, &scrubbed, &x->error));
	assert_wanted(x, id, false);
	assert_done(x, jobs_end(x->store, id, JOB_DONE, "", NULL, &x->error));
	assert_refused(x, jobs_find(x->store, id, &x->error) != NULL,
		ERR_NOT_FOUND, "there is no job");
}

SESSION_TEST(the_oldest_that_ended_are_forgotten)
{
	int64_t running = begin(x, x->store, session);
	int64_t first = begin(x, x->store, session);
	DROP(json) struct json_object *job = NULL;

	assert_done(
		x, jobs_end(x->store, first, JOB_DONE, "", NULL, &x->error));
	for (int i = 0; i < JOBS_KEPT; i++)
		(void)begin(x, x->store, session);
	assert_refused(x, jobs_find(x->store, first, &x->error) != NULL,
		ERR_NOT_FOUND, "there is no job");
	job = find(x, running);
	assert_member(job, "status", "\"running\"");
}
