#ifndef POOL_IDLE_POOL_H
#define POOL_IDLE_POOL_H

/*
 * The supply of children: keeps a few waiting, orders more when jobs wait for
 * them, starts the fork server and starts it again, and stops trying for a
 * while when it keeps failing.
 *
 * Children that jobs wait for are ordered at once; those that are to wait for
 * the next job are ordered when a job is over, or a moment after one was
 * handed out, so that forking does not compete with it.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct child;
struct loop;
struct idle_pool;

/* What the fork server may take to start (libz3 from a cold disk on a busy
 * machine), and to fork a child. Tests make it shorter. */
extern int forkserver_timeout_ms;

enum {
	LIMIT_RESTARTS = 5,
	RESTART_WINDOW_MS = 10000,
	/* Children that stay, for models that are worked on in turns. */
	STAYING_MAX = 4,
};

struct pool_options {
	/* Copied. NULL: there is none, and every job fails with that reason. */
	const char *worker_path;
	int workers;   /* solves at once; checks have one more */
	int memory_mb; /* per child */
	/* The command that places solves on other machines
	 * (pool/spawn.h); borrowed, or NULL: they run here. */
	const char *launcher;
	/* The command of another solver (likewise); borrowed, or NULL. */
	const char *confirm_with;
	bool competes; /* each engine of a solve in a launched job of its own */
};

/* What runs and what waits, for doctor and tests. */
struct pool_state {
	bool forkserver_is_up;
	bool has_seccomp;	/* as the fork server said; true until then */
	const char *z3_version; /* NULL until the fork server said it */
	size_t idle;		/* children that wait for a job */
	size_t staying;		/* those that wait for one of their owner */
	size_t busy;
	size_t dying;	/* killed, not yet reaped */
	size_t waiting; /* jobs without a child */
	unsigned restarts;
};

/* What the idle pool tells, from the loop or from inside of idle_pool_need. */
struct idle_pool_owner {
	/* Something came, went or may be tried: call idle_pool_need. */
	void (*on_change)(void *argument);
	/* There will be no child for the jobs that wait; a sentence, borrowed.
	 */
	void (*on_failure)(const char *why, void *argument);
	/* The job of this child is over: child_on_event. */
	void (*on_end)(struct child *c, bool never_read, void *argument);
	void *argument;
};

/* Starts nothing. */
struct idle_pool *idle_pool_new(struct loop *l,
	const struct pool_options *options,
	const struct idle_pool_owner *owner);

/* Kills all, and waits for that until clock_now_ms reaches until_ms. */
void idle_pool_free(struct idle_pool *s, int64_t until_ms);

/*
 * A child that waits, or NULL. Lent: it stays the idle pool's. One that stayed
 * for this owner is preferred; nobody else gets it.
 */
struct child *idle_pool_find(struct idle_pool *s, uint64_t owner);

/* One that is started for a job on another machine, to be asked at once; lent,
 * and reported by on_end. NULL: there is none, and the error says why. */
struct child *idle_pool_launch(struct idle_pool *s, struct err *e);

/* Likewise one that has another solver do the job. */
struct child *idle_pool_second_solver(struct idle_pool *s, struct err *e);

/* Whether it is known what to expect of it: the libz3 that is here. */
bool idle_pool_may_launch(const struct idle_pool *s);

/* Sees to it that children come: for `jobs` jobs that lack one, or the spare
 * ones. */
void idle_pool_need(struct idle_pool *s, size_t jobs);

/* A child of idle_pool_find has been given a job. */
void idle_pool_record_start(struct idle_pool *s);

/* A job is over; with success if the child had its last word. */
void idle_pool_record_end(struct idle_pool *s, bool success);

/* All of the state but `waiting`. */
void idle_pool_get_state(const struct idle_pool *s, struct pool_state *state);

#endif
