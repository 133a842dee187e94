#include "store/runs/runs.h"

#include <inttypes.h>
#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "store/db/db.h"
#include "store/db/sql.h"
#include "store/sessions/sessions.h"
#include "json/json.h"

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
runs_add(struct store *s, int64_t session, const struct run *run, int64_t *id,
	struct err *e)
{
	DROP(transaction) struct transaction t = {0};

	if (!transaction_write(&t, s, e) ||
		!query_run(s, e,
			"INSERT INTO run (session, revision, at_ms, plain,"
			" status, options, answer, z3_version, solve_us,"
			" text_hash, solution, objectives, course, bound)"
			" SELECT id, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?"
			" FROM session WHERE id = ?",
			"iiitjjtittjjti", run->revision, clock_wall_ms(),
			(int64_t)run->plain, run->status, run->options,
			run->answer, run->z3_version, run->solve_us,
			run->text_hash, run->solution, run->objectives,
			run->course, run->bound, session) ||
		!query_wrote(s, e))
		return false;
	*id = sqlite3_last_insert_rowid(s->shared->db);
	return prune(s, session, e) && transaction_commit(&t, e);
}

void
run_add_time(const struct json_object *run, struct buf *out)
{
	const struct json_object *seconds = json_get(run, "solve_time");

	if (seconds != NULL)
		buf_add_format(out, ", %.3f s", json_number(seconds));
}

#define COLUMNS \
	"SELECT run, revision, at_ms AS at, options, status," \
	" NOT plain AS what_if, solve_us AS solve_time, z3_version," \
	" text_hash, objectives"
/* The rest is large: of one run, or of few. */
#define WHOLE COLUMNS ", answer, solution, course, bound FROM run"

static const char kinds[] = "nncJtbsTTJ";
static const char whole_kinds[] = "nncJtbsTTJTTJT";

/* Of a session and a flag that the statement has a use for; `missing` is what
 * to say, unless `e` is NULL, when there is none. */
static struct json_object *
read_last(struct store *s, const char *sql, int64_t session, bool flag,
	const char *missing, struct err *e)
{
	DROP(query) struct query q = {0};
	struct err ignored;
	struct json_object *run;

	query_start(&q, s, e != NULL ? e : &ignored, sql, "ii", session,
		(int64_t)flag);
	run = query_next_object(&q, whole_kinds);
	if (run == NULL && query_ok(&q) && e != NULL)
		err_set(e, ERR_NOT_FOUND,
			"the session %s yet; call {solve_model}", missing);
	return run;
}

struct json_object *
runs_last(struct store *s, int64_t session, bool plain_only, struct err *e)
{
	return read_last(s,
		WHOLE " WHERE session = ? AND plain >= ?"
		      " ORDER BY run DESC LIMIT 1",
		session, plain_only, "has not been solved", e);
}

struct json_object *
runs_last_solution(struct store *s, int64_t session, struct err *e)
{
	return read_last(s,
		WHOLE " WHERE session = ? AND (solution IS NOT NULL) = ?"
		      " ORDER BY run DESC LIMIT 1",
		session, true, "has no solution", e);
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
		"  AND json_extract(answer, '$.reason.code') = "
		"'contradiction'))"
		" ORDER BY run DESC LIMIT 1",
		"ii", session, revision);
	*verdict = NULL;
	if (query_next(&q, "n") && query_get_int(&q, 0) != 0)
		*verdict = query_get_int(&q, 0) > 1 ? "sat" : "unsat";
	return query_ok(&q);
}

struct json_object *
runs_newest(struct store *s, int64_t session, bool optimized, size_t limit,
	struct err *e)
{
	DROP(query) struct query q = {0};

	query_start(&q, s, e,
		WHOLE " WHERE session = ? AND (NOT ? OR objectives IS NOT NULL)"
		      " ORDER BY run DESC LIMIT ?",
		"iii", session, (int64_t)optimized, (int64_t)limit);
	return query_array(&q, whole_kinds);
}

struct json_object *
runs_list(struct store *s, int64_t session, uint64_t from, uint64_t end,
	struct err *e)
{
	DROP(query) struct query q = {0};

	query_start(&q, s, e,
		"SELECT * FROM (" COLUMNS " FROM run"
		" WHERE session = ? AND revision >= ? AND revision < ?"
		" ORDER BY run DESC LIMIT ?) ORDER BY run",
		"iiii", session, from & INT64_MAX,
		end > INT64_MAX ? INT64_MAX : (int64_t)end,
		(int64_t)LIMIT_RUNS);
	return query_array(&q, kinds);
}

/* --- jobs ---------------------------------------------------------------- */

bool
jobs_begin(struct store *s, int64_t session, uint64_t revision,
	int64_t limit_ms, int64_t *id, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	int64_t server;

	if (!store_server(s, &server, e) || !transaction_write(&t, s, e) ||
		!query_run(s, e,
			"INSERT INTO job (session, revision, server,"
			" started_ms, limit_ms, status, cancel)"
			" SELECT id, ?, ?, ?, ?, 'running', 0 FROM session"
			" WHERE id = ?",
			"iiiii", revision, server, clock_wall_ms(), limit_ms,
			session) ||
		!query_wrote(s, e))
		return false;
	*id = sqlite3_last_insert_rowid(s->shared->db);
	return query_run(s, e,
		       "DELETE FROM job WHERE session = ?1"
		       " AND status <> 'running' AND job <="
		       " (SELECT job FROM job WHERE session = ?1"
		       "  ORDER BY job DESC LIMIT 1 OFFSET ?2)",
		       "ii", session, (int64_t)JOBS_KEPT) &&
	       transaction_commit(&t, e);
}

bool
jobs_end(struct store *s, int64_t id, const char *status, const char *message,
	const struct json_object *answer, struct err *e)
{
	return query_run(s, e,
		"UPDATE job SET status = ?, ended_ms = ?, message = ?,"
		" answer = ? WHERE job = ?",
		"titji", status, clock_wall_ms(), message, answer, id);
}

static struct json_object *
find(struct store *s, int64_t id, struct err *e)
{
	DROP(query) struct query q = {0};
	struct json_object *job;

	query_start(&q, s, e,
		"SELECT job, " SESSION_NAME(
			"?2") " AS session,"
			      " job.revision AS revision, server, started_ms, "
			      "ended_ms,"
			      " limit_ms, status, cancel, message, answer"
			      " FROM job JOIN session ON session.id = "
			      "job.session"
			      " WHERE job = ?1 AND " SESSION_IS_VISIBLE("?2"),
		"ii", id, s->account.id);
	job = query_next_object(&q, "ntninNntbTJ");
	if (job == NULL && query_ok(&q))
		err_advise(e, ERR_NOT_FOUND,
			"there is no job %" PRId64
			": the last %d of a session are kept, and none of a "
			"deleted one; pass the number that {solve_model} with "
			"background: true returned; or read the last solution "
			"with {get_solution}",
			id, JOBS_KEPT);
	return job;
}

/*
 * Its server may have ended it between the look at the row and the look at the
 * server; what stands in the row then is right.
 */
struct json_object *
jobs_find(struct store *s, int64_t id, struct err *e)
{
	DROP(json) struct json_object *job = find(s, id, e);

	if (job == NULL ||
		strcmp(json_get_string(job, "status"), "running") != 0 ||
		store_server_lives(json_get_int(job, "server", 0)))
		return TAKE(job);
	return query_run(s, e,
		       "UPDATE job SET status = 'lost', ended_ms = ?"
		       " WHERE job = ? AND status = 'running'",
		       "ii", clock_wall_ms(), id)
		       ? find(s, id, e)
		       : NULL;
}

bool
jobs_cancel(struct store *s, int64_t id, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	DROP(query) struct query q = {0};

	if (!transaction_write(&t, s, e))
		return false;
	query_start(&q, s, e, "SELECT session FROM job WHERE job = ?", "i", id);
	if (query_next(&q, "n") &&
		!sessions_check_edit(s, query_get_int(&q, 0), e))
		return false;
	return query_ok(&q) &&
	       query_run(s, e, "UPDATE job SET cancel = 1 WHERE job = ?", "i",
		       id) &&
	       transaction_commit(&t, e);
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
