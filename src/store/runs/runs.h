#ifndef STORE_RUNS_RUNS_H
#define STORE_RUNS_RUNS_H

/*
 * The log of the solves of sessions: what was asked and answered, at which
 * revision. The options and the answer are JSON of the tools' making.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/limits.h"

struct buf;
struct json_object;
struct store;

/* A solve to be kept; all is borrowed. */
struct run {
	uint64_t revision;
	/* The model itself was asked, without what-ifs: its status holds for
	 * the revision. */
	bool plain;
	const char *status; /* sat, unsat, unknown, timeout, error, cancelled */
	const struct json_object *options; /* or NULL */
	const struct json_object *answer;  /* or NULL */
	const char *z3_version;		   /* or NULL */
	int64_t solve_us;
	const char *text_hash; /* of the text that Z3 was given, or NULL */
	const char *solution;  /* as SMT-LIB, whole, or NULL */
	/* Of an optimisation, or NULL: the objectives with their values and how
	 * the first one came there; the bound of that, a number. */
	const struct json_object *objectives, *course;
	const char *bound;
};

/* *id is the number of the run. */
bool runs_add(struct store *s, int64_t session, const struct run *run,
	int64_t *id, struct err *e);

/*
 * A run that was kept is an object in the words of the tools' results: run (its
 * number), revision, at (RFC 3339), options, status, what_if (not plain),
 * solve_time (in seconds), z3_version, text_hash, objectives, course, bound,
 * solution; and answer, which is long, as the text of its JSON. What is not
 * known is left out.
 */

/* Appends the solve_time of a run that was kept, ", 0.123 s"; nothing if it is
 * not known. */
void run_add_time(const struct json_object *run, struct buf *out);

/*
 * The last run of the session, at any revision; with `plain_only` the last one
 * of the model itself. NULL with ERR_NOT_FOUND if there is none, or with
 * nothing if `e` is NULL. The caller's.
 */
struct json_object *runs_last(
	struct store *s, int64_t session, bool plain_only, struct err *e);

/* The last run that found a solution; otherwise the same. */
struct json_object *runs_last_solution(
	struct store *s, int64_t session, struct err *e);

/*
 * *verdict is "sat" or "unsat", a constant text, when a plain run has decided
 * the model at that revision, else NULL: runs that ended otherwise do not take
 * a verdict back, but one does that another solver contradicted.
 */
bool runs_verdict(struct store *s, int64_t session, uint64_t revision,
	const char **verdict, struct err *e);

/*
 * The runs at the revisions from `from` up to, but not including, `end`, oldest
 * first; of more than LIMIT_RUNS the newest. An array, the caller's, of runs
 * without their answers, solutions, courses and bounds; NULL after a failure.
 */
struct json_object *runs_list(struct store *s, int64_t session, uint64_t from,
	uint64_t end, struct err *e);

/* The last `limit` runs, or only those that have objectives, the newest first,
 * and whole; likewise. */
struct json_object *runs_newest(struct store *s, int64_t session,
	bool optimized, size_t limit, struct err *e);

/*
 * Solves that go on in the background of a server, so that other servers of
 * the same database, and later ones, know what became of them. A job lives
 * with its server: when that is gone, the job is lost, and is never said to be
 * running.
 */

/* Of a session, and ended. */
enum { JOBS_KEPT = 200 };

/* Keeps a job of this server that begins now; *id is its number. */
bool jobs_begin(struct store *s, int64_t session, uint64_t revision,
	int64_t limit_ms, int64_t *id, struct err *e);

/* How it ended. */
#define JOB_DONE "done"		  /* there is an answer, whatever it says */
#define JOB_FAILED "failed"	  /* refused; the message says why */
#define JOB_CANCELLED "cancelled" /* maybe with an answer */

/* Keeps how it ended, its message and answer (or NULL). No failure if it is
 * gone, with its session. */
bool jobs_end(struct store *s, int64_t id, const char *status,
	const char *message, const struct json_object *answer, struct err *e);

/*
 * The job as it is now, the caller's: an object of job (its number), session
 * (its name), revision, started_ms, ended_ms, limit_ms, status ("running",
 * "lost" or as above), cancel (somebody wants it to end), message and answer.
 * NULL with ERR_NOT_FOUND.
 */
struct json_object *jobs_find(struct store *s, int64_t id, struct err *e);

/* Asks the server that runs the job to end it. */
bool jobs_cancel(struct store *s, int64_t id, struct err *e);

/* Whether a running job is still to go on: not cancelled, nor deleted with its
 * session. */
bool jobs_is_wanted(struct store *s, int64_t id, bool *wanted, struct err *e);

#endif
