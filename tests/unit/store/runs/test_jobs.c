#include "unit/unit.h"

#include "unit/store/scratch.h"

#include "store/runs/jobs.h"

static int64_t
begin(struct scratch *x, struct server_lock *lock, int64_t session)
{
	struct job_row job = {
		.session = session, .revision = 4, .limit_ms = 1000};

	assert_done(x, jobs_begin(x->store, lock, &job, &x->error));
	assert_true(job.id > 0);
	return job.id;
}

static struct job_row *
find(struct scratch *x, int64_t id)
{
	struct job_row *job = jobs_find(x->store, x->lock, id, &x->error);

	assert_done(x, job != NULL);
	return job;
}

SESSION_TEST(a_job_runs_from_its_beginning_on)
{
	int64_t id = begin(x, x->lock, session);
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
	int64_t id = begin(x, x->lock, scratch_session(x, "a"));
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
	int64_t id = begin(x, x->lock, scratch_session(x, "a"));
	DROP(job_row) struct job_row *job = NULL;

	scratch_reopen(x);
	job = find(x, id);
	assert_int_equal(job->state, JOB_LOST);
	assert_true(job->ended_ms > 0);
}

SCRATCH_TEST(a_job_of_another_server_that_lives_runs)
{
	DROP(server_lock) struct server_lock *other = server_lock_new();
	int64_t id = begin(x, other, scratch_session(x, "a"));
	DROP(job_row) struct job_row *job = find(x, id);

	assert_int_equal(job->state, JOB_RUNNING);
}

SCRATCH_TEST(a_number_that_is_no_job_is_refused)
{
	assert_refused(x, jobs_find(x->store, x->lock, 7, &x->error) != NULL,
		ERR_NOT_FOUND, "there is no job 7");
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
	int64_t id = begin(x, x->lock, scratch_session(x, "a"));
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
	int64_t id = begin(x, x->lock, session);
	bool scrubbed;

	assert_done(
		x, sessions_delete(x->store, session, &scrubbed, &x->error));
	assert_wanted(x, id, false);
	assert_done(x, jobs_end(x->store, id, JOB_DONE, "", "", &x->error));
	assert_refused(x, jobs_find(x->store, x->lock, id, &x->error) != NULL,
		ERR_NOT_FOUND, "there is no job");
}

SESSION_TEST(no_job_begins_in_a_deleted_session)
{
	struct job_row job = {.session = session};
	bool scrubbed;

	assert_done(
		x, sessions_delete(x->store, session, &scrubbed, &x->error));
	assert_refused(x, jobs_begin(x->store, x->lock, &job, &x->error),
		ERR_NOT_FOUND, "has been deleted");
	assert_int_equal(job.id, 0);
}

SESSION_TEST(the_oldest_that_ended_are_forgotten)
{
	int64_t running = begin(x, x->lock, session);
	int64_t first = begin(x, x->lock, session);
	DROP(job_row) struct job_row *job = NULL;

	assert_done(x, jobs_end(x->store, first, JOB_DONE, "", "", &x->error));
	for (int i = 0; i < JOBS_KEPT; i++)
		(void)begin(x, x->lock, session);
	assert_refused(x,
		jobs_find(x->store, x->lock, first, &x->error) != NULL,
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
	int64_t id = begin(x, x->lock, scratch_session(x, "a"));

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
