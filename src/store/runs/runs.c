/* A child wrote the solution: what could not be read again is not kept. */
#include "store/runs/runs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/utf8.h"
#include "store/db/db.h"
#include "store/db/sql.h"

static const char *
valid_solution(const struct run *run)
{
	const char *text = run->solution;

	return text != NULL && utf8_check(text, strlen(text), NULL) ? text
								    : NULL;
}

static bool
insert(struct store *s, const struct run *run, int64_t at_ms, struct err *e)
{
	return query_run(s, e,
		       "INSERT INTO run (session, revision, at_ms, plain, "
		       "status,"
		       " options, answer, z3_version, solve_us, text_hash, "
		       "solution,"
		       " objectives, course, bound)"
		       " SELECT id, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM "
		       "session"
		       " WHERE id = ?",
		       "iiittttittttti", run->revision, at_ms,
		       (int64_t)run->plain, run->status, run->options,
		       run->answer, run->z3_version, run->solve_us,
		       run->text_hash, valid_solution(run), run->objectives,
		       run->course, run->bound, run->session) &&
	       query_wrote(s, e);
}

/* Only the newest runs of a session stay, and the newest solutions. */
static bool
prune(struct store *s, int64_t session, struct err *e)
{
	return query_run(s, e,
		       "DELETE FROM run WHERE session = ?1 AND run <="
		       " (SELECT run FROM run WHERE session = ?1"
		       "  ORDER BY run DESC LIMIT 1 OFFSET ?2)",
		       "ii", session, (int64_t)LIMIT_RUNS) &&
	       query_run(s, e,
		       "UPDATE run SET solution = NULL WHERE session = ?1"
		       " AND solution IS NOT NULL AND run <="
		       " (SELECT run FROM run WHERE session = ?1"
		       "  AND solution IS NOT NULL"
		       "  ORDER BY run DESC LIMIT 1 OFFSET ?2)",
		       "ii", session, (int64_t)LIMIT_SOLUTIONS);
}

bool
runs_add(struct store *s, struct run *run, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	int64_t at_ms = clock_wall_ms();
	int64_t id;

	if (!transaction_write(&t, s, e) || !insert(s, run, at_ms, e))
		return false;
	id = sqlite3_last_insert_rowid(s->db);
	if (!prune(s, run->session, e) || !transaction_commit(&t, e))
		return false;
	run->id = id;
	run->at_ms = at_ms;
	return true;
}

/* The last four are large: of one run, or of few. */
#define COLUMNS \
	"SELECT run, session, revision, at_ms, plain, status, options," \
	" z3_version, solve_us, text_hash, objectives, "
#define WHOLE COLUMNS "answer, solution, course, bound FROM run"

static bool
next_run(struct query *q, struct run *run)
{
	if (!query_next(q, "nnnnntTTnTTTTTT"))
		return false;
	*run = (struct run){
		.id = query_get_int(q, 0),
		.session = query_get_int(q, 1),
		.revision = (uint64_t)query_get_int(q, 2),
		.at_ms = query_get_int(q, 3),
		.plain = query_get_int(q, 4) != 0,
		.status = query_copy_text(q, 5),
		.options = query_copy_text(q, 6),
		.z3_version = query_copy_text(q, 7),
		.solve_us = query_get_int(q, 8),
		.text_hash = query_copy_text(q, 9),
		.objectives = query_copy_text(q, 10),
		.answer = query_copy_text(q, 11),
		.solution = query_copy_text(q, 12),
		.course = query_copy_text(q, 13),
		.bound = query_copy_text(q, 14),
	};
	return true;
}

/* Of a session and a flag that the statement has a use for; `missing` is what
 * to say, unless `e` is NULL, when there is none. */
static struct run *
read_last(struct store *s, const char *sql, int64_t session, bool flag,
	const char *missing, struct err *e)
{
	DROP(query) struct query q = {0};
	struct err ignored;
	DROP(run) struct run *run = mem_new(sizeof(*run));

	query_start(&q, s, e != NULL ? e : &ignored, sql, "ii", session,
		(int64_t)flag);
	if (next_run(&q, run))
		return TAKE(run);
	if (query_ok(&q) && e != NULL)
		err_set(e, ERR_NOT_FOUND,
			"the session %s yet; call solve_model", missing);
	return NULL;
}

struct run *
runs_last(struct store *s, int64_t session, bool plain_only, struct err *e)
{
	return read_last(s,
		COLUMNS "answer, NULL, course, bound FROM run"
			" WHERE session = ?"
			" AND plain >= ? ORDER BY run DESC LIMIT 1",
		session, plain_only, "has not been solved", e);
}

struct run *
runs_last_solution(struct store *s, int64_t session, struct err *e)
{
	return read_last(s,
		WHOLE " WHERE session = ? AND (solution IS NOT NULL) = ?"
		      " ORDER BY run DESC LIMIT 1",
		session, true, "has no solution", e);
}

static void
run_release(struct run *run)
{
	free(run->status);
	free(run->options);
	free(run->answer);
	free(run->z3_version);
	free(run->text_hash);
	free(run->solution);
	free(run->objectives);
	free(run->course);
	free(run->bound);
}

void
run_free(struct run *run)
{
	if (run == NULL)
		return;
	run_release(run);
	free(run);
}

bool
runs_verdict(struct store *s, int64_t session, uint64_t revision,
	const char **verdict, struct err *e)
{
	DROP(query) struct query q = {0};

	query_start(&q, s, e,
		"SELECT 2 * (status = 'sat') + (status = 'unsat') FROM run"
		" WHERE session = ? AND plain = 1 AND revision = ?"
		" AND (status IN ('sat', 'unsat') OR (status = 'unknown'"
		"  AND instr(answer, '\"code\":\"contradiction\"') > 0))"
		" ORDER BY run DESC LIMIT 1",
		"ii", session, revision);
	*verdict = NULL;
	if (query_next(&q, "n") && query_get_int(&q, 0) != 0)
		*verdict = query_get_int(&q, 0) > 1 ? "sat" : "unsat";
	return query_ok(&q);
}

static bool
read_list(struct query *q, struct run_list *list)
{
	struct run run;
	size_t capacity = 0;

	while (next_run(q, &run))
		*ARRAY_ADD(list->runs, list->count, capacity) = run;
	return query_ok(q);
}

bool
runs_newest(struct store *s, int64_t session, bool optimized, size_t limit,
	struct run_list *list, struct err *e)
{
	DROP(query) struct query q = {0};

	query_start(&q, s, e,
		WHOLE " WHERE session = ? AND (NOT ? OR objectives IS NOT NULL)"
		      " ORDER BY run DESC LIMIT ?",
		"iii", session, (int64_t)optimized, (int64_t)limit);
	return read_list(&q, list);
}

bool
runs_list(struct store *s, int64_t session, const struct run_span *span,
	struct run_list *list, struct err *e)
{
	DROP(query) struct query q = {0};

	query_start(&q, s, e,
		"SELECT * FROM (" COLUMNS "NULL, NULL, NULL, NULL FROM run"
		" WHERE session = ? AND revision >= ? AND revision < ?"
		" ORDER BY run DESC LIMIT ?) ORDER BY run",
		"iiii", session, span->from & INT64_MAX,
		span->end > INT64_MAX ? INT64_MAX : (int64_t)span->end,
		(int64_t)span->limit);
	return read_list(&q, list);
}

void
run_list_release(struct run_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		run_release(&list->runs[i]);
	free(list->runs);
	*list = (struct run_list){0};
}

/* --- jobs ---------------------------------------------------------------- */

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

bool
jobs_begin(struct store *s, struct job_row *job, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	int64_t now_ms = clock_wall_ms();
	int64_t server;
	int64_t id;

	if (!store_server(s, &server, e) || !transaction_write(&t, s, e) ||
		!query_run(s, e,
			"INSERT INTO job (session, revision, server,"
			" started_ms, limit_ms, status, cancel)"
			" SELECT id, ?, ?, ?, ?, 'running', 0 FROM session"
			" WHERE id = ?",
			"iiiii", job->revision, server, now_ms, job->limit_ms,
			job->session) ||
		!query_wrote(s, e))
		return false;
	id = sqlite3_last_insert_rowid(s->db);
	if (!query_run(s, e,
		    "DELETE FROM job WHERE session = ?1 AND status <> 'running'"
		    " AND job <= (SELECT job FROM job WHERE session = ?1"
		    "  ORDER BY job DESC LIMIT 1 OFFSET ?2)",
		    "ii", job->session, (int64_t)JOBS_KEPT) ||
		!transaction_commit(&t, e))
		return false;
	job->id = id;
	job->started_ms = now_ms;
	return true;
}

bool
jobs_end(struct store *s, int64_t id, enum job_state state, const char *message,
	const char *answer, struct err *e)
{
	return query_run(s, e,
		"UPDATE job SET status = ?, ended_ms = ?, message = ?,"
		" answer = ? WHERE job = ?",
		"titti", state_names[state], clock_wall_ms(), message, answer,
		id);
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
	DROP(query) struct query q = {0};

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
		err_advise(e, ERR_NOT_FOUND,
			"there is no job %" PRId64
			": the last %d of a session are kept, and none of a "
			"deleted one; pass the number that solve_model with "
			"background: true returned; or read the last solution "
			"with get_solution",
			id, JOBS_KEPT);
	return NULL;
}

/*
 * Its server may have ended it between the look at the row and the look at the
 * server; what stands in the row then is right.
 */
static bool
mark_lost(struct store *s, int64_t id, struct err *e)
{
	return query_run(s, e,
		"UPDATE job SET status = 'lost', ended_ms = ?"
		" WHERE job = ? AND status = 'running'",
		"ii", clock_wall_ms(), id);
}

struct job_row *
jobs_find(struct store *s, int64_t id, struct err *e)
{
	int64_t server;
	DROP(job_row) struct job_row *job = find(s, id, &server, e);

	if (job == NULL)
		return NULL;
	if (job->state != JOB_RUNNING || store_server_lives(server))
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
	return query_run(
		s, e, "UPDATE job SET cancel = 1 WHERE job = ?", "i", id);
}

bool
jobs_is_wanted(struct store *s, int64_t id, bool *wanted, struct err *e)
{
	DROP(query) struct query q = {0};

	query_start(&q, s, e, "SELECT 1 FROM job WHERE job = ? AND cancel = 0",
		"i", id);
	*wanted = query_next(&q, "n");
	return query_ok(&q);
}
