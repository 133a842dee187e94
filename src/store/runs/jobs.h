#ifndef STORE_RUNS_JOBS_H
#define STORE_RUNS_JOBS_H

/*
 * Solves that go on in the background of a server, so that other servers of
 * the same database, and later ones, know what became of them. A job lives
 * with its server: when that is gone, the job is lost, and is never said to be
 * running.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/alloc.h"
#include "base/err.h"
#include "base/limits.h"

struct server_lock;
struct store;

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
bool jobs_begin(struct store *s, struct server_lock *lock, struct job_row *job,
	struct err *e);

/* Keeps how it ended. No failure if it is gone, with its session. */
bool jobs_end(struct store *s, int64_t id, enum job_state state,
	const char *message, const char *answer, struct err *e);

/* The job as it is now, the caller's (DROP); NULL with ERR_NOT_FOUND. */
struct job_row *jobs_find(
	struct store *s, struct server_lock *lock, int64_t id, struct err *e);
void job_row_free(struct job_row *job);
DROP_POINTER_BY(job_row, job_row_free)

/* Asks the server that runs the job to end it. */
bool jobs_cancel(struct store *s, int64_t id, struct err *e);

/* Whether a running job is still to go on: not cancelled, nor deleted with its
 * session. */
bool jobs_is_wanted(struct store *s, int64_t id, bool *wanted, struct err *e);

const char *job_state_name(enum job_state state); /* "running", ... */

#endif
