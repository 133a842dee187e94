#include "store/runs/runs.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "store/db/sql.h"

static bool
insert(struct store *s, const struct run *run, int64_t at_ms, struct err *e)
{
	DROP(query) struct query q = {0};

	if (!query_open(&q, s,
		    "INSERT INTO run (session, revision, at_ms, plain, status,"
		    " options, answer, z3_version, solve_us, text_hash,"
		    " solution) SELECT id, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?"
		    " FROM session WHERE id = ?",
		    e))
		return false;
	query_int(&q, (int64_t)run->revision);
	query_int(&q, at_ms);
	query_int(&q, run->plain);
	query_text(&q, run->status);
	query_text(&q, run->options);
	query_text(&q, run->answer);
	query_text(&q, run->z3_version);
	query_int(&q, run->solve_us);
	query_text(&q, run->text_hash);
	/* A child wrote it: what could not be read again is not kept. */
	query_text(&q,
		run->solution != NULL && utf8_check(run->solution,
						 strlen(run->solution), NULL)
			? run->solution
			: NULL);
	query_int(&q, run->session);
	if (!query_run(&q, e))
		return false;
	return sqlite3_changes(s->db) == 1 ||
	       err_set(e, ERR_NOT_FOUND,
		       "the session was deleted while it was solved; "
		       "list_sessions shows what there is");
}

static bool
prune_by(struct store *s, const char *sql, int64_t session, int64_t kept,
	struct err *e)
{
	DROP(query) struct query q = {0};

	if (!query_open(&q, s, sql, e))
		return false;
	query_int(&q, session);
	query_int(&q, kept);
	return query_run(&q, e);
}

/* Only the newest runs of a session stay, and the newest solutions. */
static bool
prune(struct store *s, int64_t session, struct err *e)
{
	return prune_by(s,
		       "DELETE FROM run WHERE session = ?1 AND run <="
		       " (SELECT run FROM run WHERE session = ?1"
		       "  ORDER BY run DESC LIMIT 1 OFFSET ?2)",
		       session, LIMIT_RUNS, e) &&
	       prune_by(s,
		       "UPDATE run SET solution = NULL WHERE session = ?1"
		       " AND solution IS NOT NULL AND run <="
		       " (SELECT run FROM run WHERE session = ?1"
		       "  AND solution IS NOT NULL"
		       "  ORDER BY run DESC LIMIT 1 OFFSET ?2)",
		       session, LIMIT_SOLUTIONS, e);
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
	" solve_us, text_hash"

#define COLUMN_KINDS "nnnnntTTnT"

enum { COLUMN_ANSWER = 10, COLUMN_SOLUTION };

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
	};
}

/* Of a session and a flag that the statement has a use for. */
static struct run *
read_last(struct store *s, const char *sql, int64_t session, bool flag,
	struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	DROP(query) struct query q = {0};
	struct run *run;
	bool found;

	if (!transaction_read(&t, s, e) || !query_open(&q, s, sql, e))
		return NULL;
	query_int(&q, session);
	query_int(&q, flag);
	if (!query_next(&q, COLUMN_KINDS "TT", &found, e))
		return NULL;
	if (!found) {
		(void)err_set(e, ERR_NOT_FOUND, "%s", "");
		return NULL;
	}
	run = mem_new(sizeof(*run));
	*run = read_columns(&q);
	run->answer = query_copy_text(&q, COLUMN_ANSWER);
	run->solution = query_copy_text(&q, COLUMN_SOLUTION);
	return run;
}

struct run *
runs_last(struct store *s, int64_t session, bool plain_only, struct err *e)
{
	struct run *run = read_last(s,
		"SELECT " COLUMNS ", answer, NULL FROM run WHERE session = ?"
		" AND plain >= ? ORDER BY run DESC LIMIT 1",
		session, plain_only, e);

	if (run == NULL && e->code == ERR_NOT_FOUND)
		(void)err_set(e, ERR_NOT_FOUND,
			"the session has not been solved yet; call "
			"solve_model");
	return run;
}

struct run *
runs_last_solution(struct store *s, int64_t session, struct err *e)
{
	struct run *run = read_last(s,
		"SELECT " COLUMNS ", answer, solution FROM run"
		" WHERE session = ? AND (solution IS NOT NULL) = ?"
		" ORDER BY run DESC LIMIT 1",
		session, true, e);

	if (run == NULL && e->code == ERR_NOT_FOUND)
		(void)err_set(e, ERR_NOT_FOUND,
			"the session has no solution yet; call solve_model");
	return run;
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
}

void
run_free(struct run *run)
{
	if (run == NULL)
		return;
	release_texts(run);
	free(run);
}

void
run_drop(struct run **run)
{
	run_free(*run);
	*run = NULL;
}

bool
runs_verdict(struct store *s, int64_t session, uint64_t revision,
	const char **verdict, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	DROP(query) struct query q = {0};
	bool found;

	if (!transaction_read(&t, s, e) ||
		!query_open(&q, s,
			"SELECT status = 'sat' FROM run WHERE session = ?"
			" AND plain = 1 AND revision = ?"
			" AND status IN ('sat', 'unsat')"
			" ORDER BY run DESC LIMIT 1",
			e))
		return false;
	query_int(&q, session);
	query_int(&q, (int64_t)revision);
	if (!query_next(&q, "n", &found, e))
		return false;
	*verdict = NULL;
	if (found)
		*verdict = query_get_int(&q, 0) != 0 ? "sat" : "unsat";
	return true;
}

static bool
read_list(struct query *q, struct run_list *list, struct err *e)
{
	size_t capacity = 0;
	bool found;

	while (query_next(q, COLUMN_KINDS, &found, e)) {
		if (!found)
			return true;
		list->runs = mem_room(list->runs, list->count, &capacity,
			sizeof(*list->runs));
		list->runs[list->count++] = read_columns(q);
	}
	return false;
}

bool
runs_list(struct store *s, int64_t session, const struct run_span *span,
	struct run_list *list, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	DROP(query) struct query q = {0};
	struct run_list found = {0};

	if (!transaction_read(&t, s, e) ||
		!query_open(&q, s,
			"SELECT * FROM (SELECT " COLUMNS " FROM run"
			" WHERE session = ? AND revision >= ? AND revision < ?"
			" ORDER BY run DESC LIMIT ?) ORDER BY run",
			e))
		return false;
	query_int(&q, session);
	query_int(&q, (int64_t)(span->from & INT64_MAX));
	query_int(&q, span->end > INT64_MAX ? INT64_MAX : (int64_t)span->end);
	query_int(&q, (int64_t)span->limit);
	if (!read_list(&q, &found, e)) {
		run_list_release(&found);
		return false;
	}
	*list = found;
	return true;
}

void
run_list_release(struct run_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		release_texts(&list->runs[i]);
	free(list->runs);
	*list = (struct run_list){0};
}

void
run_list_drop(struct run_list *list)
{
	run_list_release(list);
}
