#include "store/runs.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "store/sql.h"

static bool
insert(struct store *s, const struct run *run, int64_t at_ms, struct err *e)
{
	DROP(query) struct query q = {0};

	if (!query_open(&q, s,
		    "INSERT INTO run (session, revision, at_ms, plain, status,"
		    " options, answer, z3_version, solve_us)"
		    " SELECT id, ?, ?, ?, ?, ?, ?, ?, ? FROM session"
		    " WHERE id = ?",
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
	query_int(&q, run->session);
	if (!query_run(&q, e))
		return false;
	return sqlite3_changes(s->db) == 1 ||
	       err_set(e, ERR_NOT_FOUND,
		       "the session was deleted while it was solved; "
		       "list_sessions shows what there is");
}

/* Only the newest runs of a session stay. */
static bool
prune(struct store *s, int64_t session, struct err *e)
{
	DROP(query) struct query q = {0};

	if (!query_open(&q, s,
		    "DELETE FROM run WHERE session = ?1 AND run <="
		    " (SELECT run FROM run WHERE session = ?1"
		    "  ORDER BY run DESC LIMIT 1 OFFSET ?2)",
		    e))
		return false;
	query_int(&q, session);
	query_int(&q, RUNS_KEPT);
	return query_run(&q, e);
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

static struct run *
read_run(struct query *q)
{
	struct run *run = mem_new(sizeof(*run));

	*run = (struct run){
		.id = query_get_int(q, 0),
		.session = query_get_int(q, 1),
		.revision = (uint64_t)query_get_int(q, 2),
		.at_ms = query_get_int(q, 3),
		.plain = query_get_int(q, 4) != 0,
		.status = query_copy_text(q, 5),
		.options = query_copy_text(q, 6),
		.answer = query_copy_text(q, 7),
		.z3_version = query_copy_text(q, 8),
		.solve_us = query_get_int(q, 9),
	};
	return run;
}

struct run *
runs_last(struct store *s, int64_t session, bool plain_only, struct err *e)
{
	DROP(transaction) struct transaction t = {0};
	DROP(query) struct query q = {0};
	bool found;

	if (!transaction_read(&t, s, e) ||
		!query_open(&q, s,
			"SELECT run, session, revision, at_ms, plain, status,"
			" options, answer, z3_version, solve_us FROM run"
			" WHERE session = ? AND plain >= ?"
			" ORDER BY run DESC LIMIT 1",
			e))
		return NULL;
	query_int(&q, session);
	query_int(&q, plain_only);
	if (!query_next(&q, &found, e))
		return NULL;
	if (found)
		return read_run(&q);
	(void)err_set(e, ERR_NOT_FOUND,
		"the session has not been solved yet; call solve_model");
	return NULL;
}

void
run_free(struct run *run)
{
	if (run == NULL)
		return;
	free(run->status);
	free(run->options);
	free(run->answer);
	free(run->z3_version);
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
	if (!query_next(&q, &found, e))
		return false;
	*verdict = NULL;
	if (found)
		*verdict = query_get_int(&q, 0) != 0 ? "sat" : "unsat";
	return true;
}
