#include "store/runs/jobs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "store/db/db.h"
#include "store/db/server_lock.h"
#include "store/db/sql.h"

static const char *const state_names[] = {
	[JOB_RUNNING] = "running",
	[JOB_DONE] = "done",
	[JOB_FAILED] = "failed",
	[JOB_CANCELLED] = "cancelled",
	[JOB_LOST] = "lost",
};

const char *
job_state_name(enum job_state state)
{
	return state_names[state];
}

static enum job_state
find_state(const char *name)
{
	enum job_state state = JOB_RUNNING;

	while (state < JOB_LOST && strcmp(state_names[state], name) != 0)
		state++;
	return state;
}

static bool
insert(struct store *s, const struct job_row *job, int64_t server,
	int64_t now_ms, struct err *e)
{
	return query_run_in_session(s, e,
		"INSERT INTO job (session, revision, server, started_ms,"
		" limit_ms, status, cancel)"
		" SELECT id, ?, ?, ?, ?, 'running', 0 FROM session"
		" WHERE id = ?",
		"iiiii", job->revision, server, now_ms, job->limit_ms,
		job->session);
}

static bool
prune(struct store *s, int64_t session, struct err *e)
{
	return query_run(s, e,
		"DELETE FROM job WHERE session = ?1 AND status <> 'running'"
		" AND job <= (SELECT job FROM job WHERE session = ?1"
		"  ORDER BY job DESC LIMIT 1 OFFSET ?2)",
		"ii", session, (int64_t)JOBS_KEPT);
}

bool
jobs_begin(struct store *s, struct server_lock *lock, struct job_row *job,
	struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	int64_t now_ms = clock_wall_ms();
	int64_t server;
	int64_t id;

	if (!server_lock_take(lock, s, &server, e) ||
		!transaction_write(&t, s, e) ||
		!insert(s, job, server, now_ms, e))
		return false;
	id = sqlite3_last_insert_rowid(s->db);
	if (!prune(s, job->session, e) || !transaction_commit(&t, e))
		return false;
	job->id = id;
	job->started_ms = now_ms;
	return true;
}

bool
jobs_end(struct store *s, int64_t id, enum job_state state, const char *message,
	const char *answer, struct err *e)
{
	DROP(transaction) struct transaction t = {0};

	return transaction_write(&t, s, e) &&
	       query_run(s, e,
		       "UPDATE job SET status = ?, ended_ms = ?, message = ?,"
		       " answer = ? WHERE job = ?",
		       "titti", state_names[state], clock_wall_ms(), message,
		       answer, id) &&
	       transaction_commit(&t, e);
}

static struct job_row *
read_row(struct query *q)
{
	struct job_row *job = mem_new(sizeof(*job));

	job->id = query_get_int(q, 0);
	job->session = query_get_int(q, 1);
	/* Only what fits was ever written. */
	(void)snprintf(
		job->name, sizeof(job->name), "%s", query_get_text(q, 2));
	job->revision = (uint64_t)query_get_int(q, 3);
	job->started_ms = query_get_int(q, 5);
	job->ended_ms = query_get_int(q, 6);
	job->limit_ms = query_get_int(q, 7);
	job->state = find_state(query_get_text(q, 8));
	job->cancel = query_get_int(q, 9) != 0;
	job->message = query_copy_text(q, 10);
	job->answer = query_copy_text(q, 11);
	return job;
}

static struct job_row *
find(struct store *s, int64_t id, int64_t *server, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	DROP(query) struct query q = {0};

	if (!transaction_read(&t, s, e))
		return NULL;
	query_start(&q, s, e,
		"SELECT job, job.session, name, job.revision, server,"
		" started_ms, ended_ms, limit_ms, status, cancel, message,"
		" answer FROM job JOIN session ON session.id = job.session"
		" WHERE job = ?",
		"i", id);
	if (query_next(&q, "nntninNntnTT")) {
		*server = query_get_int(&q, 4);
		return read_row(&q);
	}
	if (query_ok(&q))
		(void)err_set(e, ERR_NOT_FOUND,
			"there is no job %" PRId64 ": solve_model with "
			"background: true starts one and returns its number. "
			"The last %d of a session are kept, and none of a "
			"deleted one.",
			id, JOBS_KEPT);
	return NULL;
}

/*
 * Its server may have ended it between the look at the row and the look at the
 * lock; what stands in the row then is right.
 */
static bool
mark_lost(struct store *s, int64_t id, struct err *e)
{
	DROP(transaction) struct transaction t = {0};

	return transaction_write(&t, s, e) &&
	       query_run(s, e,
		       "UPDATE job SET status = 'lost', ended_ms = ?"
		       " WHERE job = ? AND status = 'running'",
		       "ii", clock_wall_ms(), id) &&
	       transaction_commit(&t, e);
}

struct job_row *
jobs_find(struct store *s, struct server_lock *lock, int64_t id, struct err *e)
{
	int64_t server;
	DROP(job_row) struct job_row *job = find(s, id, &server, e);
	bool lives = true;

	if (job == NULL)
		return NULL;
	if (job->state != JOB_RUNNING)
		return TAKE(job);
	if (!server_lock_check(lock, s, server, &lives, e))
		return NULL;
	if (lives)
		return TAKE(job);
	return mark_lost(s, id, e) ? find(s, id, &server, e) : NULL;
}

void
job_row_free(struct job_row *job)
{
	if (job == NULL)
		return;
	free(job->message);
	free(job->answer);
	free(job);
}

bool
jobs_cancel(struct store *s, int64_t id, struct err *e)
{
	DROP(transaction) struct transaction t = {0};

	return transaction_write(&t, s, e) &&
	       query_run(s, e, "UPDATE job SET cancel = 1 WHERE job = ?", "i",
		       id) &&
	       transaction_commit(&t, e);
}

bool
jobs_is_wanted(struct store *s, int64_t id, bool *wanted, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	DROP(query) struct query q = {0};

	if (!transaction_read(&t, s, e))
		return false;
	query_start(&q, s, e, "SELECT 1 FROM job WHERE job = ? AND cancel = 0",
		"i", id);
	*wanted = query_next(&q, "n");
	return query_ok(&q);
}
