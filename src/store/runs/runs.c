#include "store/runs/runs.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "store/db/db.h"
#include "store/db/sql.h"

/* A child wrote the solution: what could not be read again is not kept. */
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
	return query_run_in_session(s, e,
		"INSERT INTO run (session, revision, at_ms, plain, status,"
		" options, answer, z3_version, solve_us, text_hash, solution,"
		" objectives, course)"
		" SELECT id, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM session"
		" WHERE id = ?",
		"iiittttitttti", run->revision, at_ms, (int64_t)run->plain,
		run->status, run->options, run->answer, run->z3_version,
		run->solve_us, run->text_hash, valid_solution(run),
		run->objectives, run->course, run->session);
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

#define COLUMNS \
	"run, session, revision, at_ms, plain, status, options, z3_version," \
	" solve_us, text_hash, objectives"

#define COLUMN_KINDS "nnnnntTTnTT"

/* Of one run, or of few. */
#define LARGE_COLUMNS ", answer, solution, course"
#define LARGE_KINDS "TTT"

enum { COLUMN_ANSWER = sizeof(COLUMN_KINDS) - 1, COLUMN_SOLUTION, COLUMN_COURSE };

static struct run
read_columns(struct query *q)
{
	return (struct run){
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
	};
}

static struct run
read_all_columns(struct query *q)
{
	struct run run = read_columns(q);

	run.answer = query_copy_text(q, COLUMN_ANSWER);
	run.solution = query_copy_text(q, COLUMN_SOLUTION);
	run.course = query_copy_text(q, COLUMN_COURSE);
	return run;
}

/* Of a session and a flag that the statement has a use for; `missing` is what
 * to say when there is none. */
static struct run *
read_last(struct store *s, const char *sql, int64_t session, bool flag,
	const char *missing, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	DROP(query) struct query q = {0};
	struct run *run;

	if (!transaction_read(&t, s, e))
		return NULL;
	query_start(&q, s, e, sql, "ii", session, (int64_t)flag);
	if (!query_next(&q, COLUMN_KINDS LARGE_KINDS)) {
		if (query_ok(&q))
			(void)err_set(e, ERR_NOT_FOUND,
				"the session %s yet; call solve_model",
				missing);
		return NULL;
	}
	run = mem_new(sizeof(*run));
	*run = read_all_columns(&q);
	return run;
}

struct run *
runs_last(struct store *s, int64_t session, bool plain_only, struct err *e)
{
	return read_last(s,
		"SELECT " COLUMNS ", answer, NULL, course FROM run"
		" WHERE session = ?"
		" AND plain >= ? ORDER BY run DESC LIMIT 1",
		session, plain_only, "has not been solved", e);
}

struct run *
runs_last_solution(struct store *s, int64_t session, struct err *e)
{
	return read_last(s,
		"SELECT " COLUMNS LARGE_COLUMNS " FROM run"
		" WHERE session = ? AND (solution IS NOT NULL) = ?"
		" ORDER BY run DESC LIMIT 1",
		session, true, "has no solution", e);
}

static void
release_texts(struct run *run)
{
	free(run->status);
	free(run->options);
	free(run->answer);
	free(run->z3_version);
	free(run->text_hash);
	free(run->solution);
	free(run->objectives);
	free(run->course);
}

void
run_free(struct run *run)
{
	if (run == NULL)
		return;
	release_texts(run);
	free(run);
}

bool
runs_verdict(struct store *s, int64_t session, uint64_t revision,
	const char **verdict, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	DROP(query) struct query q = {0};

	if (!transaction_read(&t, s, e))
		return false;
	query_start(&q, s, e,
		"SELECT status = 'sat' FROM run WHERE session = ?"
		" AND plain = 1 AND revision = ? AND status IN ('sat', 'unsat')"
		" ORDER BY run DESC LIMIT 1",
		"ii", session, revision);
	*verdict = NULL;
	if (query_next(&q, "n"))
		*verdict = query_get_int(&q, 0) != 0 ? "sat" : "unsat";
	return query_ok(&q);
}

static bool
read_list(struct query *q, bool is_whole, struct run_list *list)
{
	DROP(run_list) struct run_list found = {0};
	size_t capacity = 0;

	while (query_next(q, is_whole ? COLUMN_KINDS LARGE_KINDS : COLUMN_KINDS))
		*ARRAY_ADD(found.runs, found.count, capacity) =
			is_whole ? read_all_columns(q) : read_columns(q);
	if (!query_ok(q))
		return false;
	*list = found;
	found = (struct run_list){0};
	return true;
}

bool
runs_optimized(struct store *s, int64_t session, size_t limit,
	struct run_list *list, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	DROP(query) struct query q = {0};

	if (!transaction_read(&t, s, e))
		return false;
	query_start(&q, s, e,
		"SELECT " COLUMNS LARGE_COLUMNS " FROM run WHERE session = ?"
		" AND objectives IS NOT NULL ORDER BY run DESC LIMIT ?",
		"ii", session, (int64_t)limit);
	return read_list(&q, true, list);
}

bool
runs_list(struct store *s, int64_t session, const struct run_span *span,
	struct run_list *list, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	DROP(query) struct query q = {0};

	if (!transaction_read(&t, s, e))
		return false;
	query_start(&q, s, e,
		"SELECT * FROM (SELECT " COLUMNS " FROM run"
		" WHERE session = ? AND revision >= ? AND revision < ?"
		" ORDER BY run DESC LIMIT ?) ORDER BY run",
		"iiii", session, span->from & INT64_MAX,
		span->end > INT64_MAX ? INT64_MAX : (int64_t)span->end,
		(int64_t)span->limit);
	return read_list(&q, false, list);
}

void
run_list_release(struct run_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		release_texts(&list->runs[i]);
	free(list->runs);
	*list = (struct run_list){0};
}
