#ifndef STORE_RUNS_RUNS_H
#define STORE_RUNS_RUNS_H

/*
 * The log of the solves of sessions: what was asked and answered, at which
 * revision. The options and the answer are JSON texts of the tools' making.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/alloc.h"
#include "base/err.h"
#include "base/limits.h"

struct store;

struct run {
	int64_t id; /* given by runs_add */
	int64_t session;
	uint64_t revision;
	int64_t at_ms; /* given by runs_add: clock_wall_ms */
	/* The model itself was asked, without what-ifs: its status holds for
	 * the revision. */
	bool plain;
	char *status;	  /* sat, unsat, unknown, timeout, error, cancelled */
	char *options;	  /* JSON, or NULL */
	char *answer;	  /* JSON, or NULL */
	char *z3_version; /* or NULL */
	int64_t solve_us;
	char *text_hash; /* of the text that Z3 was given, or NULL */
	char *solution;	 /* as SMT-LIB, whole, or NULL */
	/* Of an optimisation, or NULL: as JSON the objectives with their values
	 * and how the first one came there; the bound of that, a number. */
	char *objectives, *course, *bound;
};

/* Keeps the run (its texts are borrowed) and gives it an id. */
bool runs_add(struct store *s, struct run *run, struct err *e);

/*
 * The last run of the session, at any revision; with `plain_only` the last one
 * of the model itself. NULL with ERR_NOT_FOUND if there is none, or with
 * nothing if `e` is NULL. The caller's, and without its solution.
 */
struct run *runs_last(
	struct store *s, int64_t session, bool plain_only, struct err *e);

/* The last run that found a solution, with it; otherwise the same. */
struct run *runs_last_solution(struct store *s, int64_t session, struct err *e);

void run_free(struct run *run); /* and its texts; for those of runs_last */
DROP_POINTER_BY(run, run_free)

/*
 * *verdict is "sat" or "unsat", a constant text, when a plain run has decided
 * the model at that revision, else NULL: runs that ended otherwise do not take
 * a verdict back, but one does that another solver contradicted.
 */
bool runs_verdict(struct store *s, int64_t session, uint64_t revision,
	const char **verdict, struct err *e);

struct run_list {
	struct run *runs;
	size_t count;
};

/*
 * The runs at the revisions from `from` up to, but not including, `end`, oldest
 * first; of more than `limit` the newest. Without their answers, solutions and
 * courses.
 * Fills `list`, which is empty; release it in any case.
 */
struct run_span {
	uint64_t from;
	uint64_t end;
	size_t limit;
};
bool runs_list(struct store *s, int64_t session, const struct run_span *span,
	struct run_list *list, struct err *e);

/* The last `limit` runs, or only those that have objectives, the newest first,
 * and whole. */
bool runs_newest(struct store *s, int64_t session, bool optimized, size_t limit,
	struct run_list *list, struct err *e);
void run_list_release(struct run_list *list);
DROP_BY(run_list, run_list_release)

/*
 * Solves that go on in the background of a server, so that other servers of
 * the same database, and later ones, know what became of them. A job lives
 * with its server: when that is gone, the job is lost, and is never said to be
 * running.
 */

/* Of a session, and ended. */
enum { JOBS_KEPT = 200 };

enum job_state {
	JOB_RUNNING,
	JOB_DONE,   /* there is an answer, whatever it says */
	JOB_FAILED, /* refused; the message says why */
	JOB_CANCELLED,
	JOB_LOST, /* its server ended first */
};

struct job_row {
	int64_t id;
	int64_t session;
	char name[LIMIT_NAME + 1]; /* of the session */
	uint64_t revision;
	int64_t started_ms;
	int64_t ended_ms; /* 0 while it runs */
	int64_t limit_ms;
	enum job_state state;
	bool cancel;   /* somebody wants it to end */
	char *message; /* or NULL */
	char *answer;  /* JSON, or NULL */
};

/* Keeps a job of this server that begins now; only session, revision and
 * limit_ms are read, and id and started_ms set. */
bool jobs_begin(struct store *s, struct job_row *job, struct err *e);

/* Keeps how it ended. No failure if it is gone, with its session. */
bool jobs_end(struct store *s, int64_t id, enum job_state state,
	const char *message, const char *answer, struct err *e);

/* The job as it is now, the caller's (DROP); NULL with ERR_NOT_FOUND. */
struct job_row *jobs_find(struct store *s, int64_t id, struct err *e);
void job_row_free(struct job_row *job);
DROP_POINTER_BY(job_row, job_row_free)

/* Asks the server that runs the job to end it. */
bool jobs_cancel(struct store *s, int64_t id, struct err *e);

/* Whether a running job is still to go on: not cancelled, nor deleted with its
 * session. */
bool jobs_is_wanted(struct store *s, int64_t id, bool *wanted, struct err *e);

const char *job_state_name(enum job_state state); /* "running", ... */

#endif
