#include "unit/store/scratch.h"
#include "unit/unit.h"

#include "base/buf.h"
#include "store/runs/runs.h"

static int64_t
add_run(struct scratch *x, int64_t session, uint64_t revision,
	const char *status, bool plain)
{
	DROP(text) char *copy = text_copy(status);
	struct run run = {.session = session,
		.revision = revision,
		.plain = plain,
		.status = copy};

	assert_done(x, runs_add(x->store, &run, &x->error));
	return run.id;
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

SESSION_TEST(gives_back_what_was_kept)
{
	struct run run = {.session = session,
		.revision = 3,
		.plain = true,
		.status = (char[]){"sat"},
		.options = (char[]){"{}"},
		.answer = (char[]){"{\"x\": 1}"},
		.z3_version = (char[]){"4.8.12"},
		.solve_us = 1234,
		.text_hash = (char[]){"00ff"}};
	DROP(run) struct run *last = NULL;

	assert_done(x, runs_add(x->store, &run, &x->error));
	scratch_reopen(x);
	last = runs_last(x->store, session, false, &x->error);
	assert_non_null(last);
	assert_int_equal(last->id, run.id);
	assert_int_equal(last->session, session);
	assert_int_equal(last->revision, 3);
	assert_int_equal(last->at_ms, run.at_ms);
	assert_true(last->plain);
	assert_string_equal(last->status, "sat");
	assert_string_equal(last->options, "{}");
	assert_string_equal(last->answer, "{\"x\": 1}");
	assert_string_equal(last->z3_version, "4.8.12");
	assert_int_equal(last->solve_us, 1234);
	assert_string_equal(last->text_hash, "00ff");
}

static void
add_solution(struct scratch *x, int64_t session, uint64_t revision,
	const char *solution)
{
	DROP(text) char *copy = text_copy(solution);
	struct run run = {.session = session,
		.revision = revision,
		.status = (char[]){"sat"},
		.solution = copy};

	assert_done(x, runs_add(x->store, &run, &x->error));
}

SESSION_TEST(runs_with_objectives_are_found_whole_and_newest_first)
{
	DROP(run_list) struct run_list list = {0};
	struct run run = {.session = session,
		.status = (char[]){"sat"},
		.solution = (char[]){"(1)"},
		.objectives = (char[]){"[]"},
		.course = (char[]){"[[1]]"}};

	for (run.revision = 1; run.revision <= 4; run.revision++) {
		assert_done(x, runs_add(x->store, &run, &x->error));
		(void)add_run(x, session, run.revision, "sat", true);
	}
	assert_done(
		x, runs_newest(x->store, session, true, 3, &list, &x->error));
	assert_int_equal(list.count, 3);
	assert_int_equal(list.runs[0].revision, 4);
	assert_int_equal(list.runs[2].revision, 2);
	assert_string_equal(list.runs[2].solution, "(1)");
	assert_string_equal(list.runs[2].objectives, "[]");
	assert_string_equal(list.runs[2].course, "[[1]]");
}

SESSION_TEST(the_last_solution_outlasts_later_runs_without_one)
{
	DROP(run) struct run *run = NULL;

	assert_refused(x,
		runs_last_solution(x->store, session, &x->error) != NULL,
		ERR_NOT_FOUND, "no solution yet");
	add_solution(x, session, 1, "(1)");
	add_solution(x, session, 2, "(2)");
	(void)add_run(x, session, 3, "unsat", true);
	run = runs_last_solution(x->store, session, &x->error);
	assert_non_null(run);
	assert_int_equal(run->revision, 2);
	assert_string_equal(run->solution, "(2)");
}

static int64_t
count_solutions(struct scratch *x, int64_t session)
{
	DROP(run) struct run *run = NULL;
	int64_t count = 0;

	/* Each look at the last one takes it away. */
	while ((run = runs_last_solution(x->store, session, &x->error)) !=
		NULL) {
		DROP(text)
		char *sql = text_format(
			"DELETE FROM run WHERE run = %lld", (long long)run->id);
		sqlite3 *db;

		assert_int_equal(sqlite3_open(x->path, &db), SQLITE_OK);
		assert_int_equal(
			sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
		assert_int_equal(sqlite3_close(db), SQLITE_OK);
		run_free(TAKE(run));
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
assert_listed(struct scratch *x, int64_t session, const struct run_span *span,
	const char *revisions)
{
	DROP(run_list) struct run_list list = {0};
	DROP(buf) struct buf got;

	buf_init(&got, 1000);
	assert_done(x, runs_list(x->store, session, span, &list, &x->error));
	for (size_t i = 0; i < list.count; i++) {
		buf_add_format(&got, "%d ", (int)list.runs[i].revision);
		assert_null(list.runs[i].answer);
		assert_null(list.runs[i].solution);
	}
	assert_string_equal(got.data, revisions);
}

SESSION_TEST(lists_the_runs_of_a_span_oldest_first)
{
	for (uint64_t i = 1; i <= 4; i++)
		(void)add_run(x, session, i, "sat", true);
	(void)add_run(x, session, 2, "unsat", true);
	assert_listed(x, session,
		&(struct run_span){.from = 2, .end = 4, .limit = 10}, "2 3 2 ");
	assert_listed(x, session,
		&(struct run_span){.from = 0, .end = UINT64_MAX, .limit = 2},
		"4 2 ");
	assert_listed(x, session,
		&(struct run_span){.from = 5, .end = 9, .limit = 2}, "");
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
	DROP(run)
	struct run *any = runs_last(x->store, session, false, &x->error);
	DROP(run)
	struct run *itself = runs_last(x->store, session, true, &x->error);

	assert_int_equal(any->id, what_if);
	assert_int_equal(itself->id, plain);
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
	struct job_row job = {
		.session = session, .revision = 4, .limit_ms = 1000};

	assert_done(x, jobs_begin(s, &job, &x->error));
	assert_true(job.id > 0);
	return job.id;
}

static struct job_row *
find(struct scratch *x, int64_t id)
{
	struct job_row *job = jobs_find(x->store, id, &x->error);

	assert_done(x, job != NULL);
	return job;
}

SESSION_TEST(a_job_runs_from_its_beginning_on)
{
	int64_t id = begin(x, x->store, session);
	DROP(job_row) struct job_row *job = find(x, id);

	assert_int_equal(job->id, id);
	assert_int_equal(job->session, session);
	assert_string_equal(job->name, "a");
	assert_int_equal(job->revision, 4);
	assert_int_equal(job->limit_ms, 1000);
	assert_int_equal(job->state, JOB_RUNNING);
	assert_true(job->started_ms > 0);
	assert_int_equal(job->ended_ms, 0);
	assert_null(job->message);
	assert_null(job->answer);
}

SCRATCH_TEST(how_it_ended_outlives_its_server)
{
	int64_t id = begin(x, x->store, scratch_session(x, "a"));
	DROP(job_row) struct job_row *job = NULL;

	assert_done(x, jobs_end(x->store, id, JOB_DONE, "sat: x = 1",
			       "{\"x\": 1}", &x->error));
	scratch_reopen(x);
	job = find(x, id);
	assert_int_equal(job->state, JOB_DONE);
	assert_string_equal(job->message, "sat: x = 1");
	assert_string_equal(job->answer, "{\"x\": 1}");
	assert_true(job->ended_ms >= job->started_ms);
}

SCRATCH_TEST(a_job_whose_server_ended_is_lost)
{
	int64_t id = begin(x, x->store, scratch_session(x, "a"));
	DROP(job_row) struct job_row *job = NULL;

	scratch_reopen(x);
	job = find(x, id);
	assert_int_equal(job->state, JOB_LOST);
	assert_true(job->ended_ms > 0);
}

SCRATCH_TEST(a_job_of_another_server_that_lives_runs)
{
	DROP(store) struct store *other = store_new(x->path);
	int64_t id = begin(x, other, scratch_session(x, "a"));
	DROP(job_row) struct job_row *job = find(x, id);

	assert_int_equal(job->state, JOB_RUNNING);
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
	DROP(job_row) struct job_row *job = NULL;

	assert_wanted(x, id, true);
	assert_done(x, jobs_cancel(other, id, &x->error));
	assert_wanted(x, id, false);
	job = find(x, id);
	assert_int_equal(job->state, JOB_RUNNING);
	assert_true(job->cancel);
}

SESSION_TEST(with_its_session_a_job_is_gone_and_not_wanted)
{
	int64_t id = begin(x, x->store, session);
	bool scrubbed;

	assert_done(
		x, sessions_delete(x->store, session, &scrubbed, &x->error));
	assert_wanted(x, id, false);
	assert_done(x, jobs_end(x->store, id, JOB_DONE, "", "", &x->error));
	assert_refused(x, jobs_find(x->store, id, &x->error) != NULL,
		ERR_NOT_FOUND, "there is no job");
}

SESSION_TEST(the_oldest_that_ended_are_forgotten)
{
	int64_t running = begin(x, x->store, session);
	int64_t first = begin(x, x->store, session);
	DROP(job_row) struct job_row *job = NULL;

	assert_done(x, jobs_end(x->store, first, JOB_DONE, "", "", &x->error));
	for (int i = 0; i < JOBS_KEPT; i++)
		(void)begin(x, x->store, session);
	assert_refused(x, jobs_find(x->store, first, &x->error) != NULL,
		ERR_NOT_FOUND, "there is no job");
	job = find(x, running);
	assert_int_equal(job->state, JOB_RUNNING);
}

SCRATCH_TEST(every_state_comes_back_by_its_name)
{
	static const enum job_state states[] = {
		JOB_DONE, JOB_FAILED, JOB_CANCELLED, JOB_LOST};
	static const char *const names[] = {
		"done", "failed", "cancelled", "lost"};
	int64_t id = begin(x, x->store, scratch_session(x, "a"));

	for (size_t i = 0; i < sizeof(states) / sizeof(states[0]); i++) {
		DROP(job_row) struct job_row *job = NULL;

		assert_done(x, jobs_end(x->store, id, states[i], NULL, NULL,
				       &x->error));
		job = find(x, id);
		if (job->state != states[i])
			fail_msg("%s came back as %s", names[i],
				job_state_name(job->state));
		assert_string_equal(job_state_name(job->state), names[i]);
	}
}
