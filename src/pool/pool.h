#ifndef POOL_POOL_H
#define POOL_POOL_H

/*
 * The parent's half of the workers: keeps a fork server and a few children that
 * wait, gives each job to a child of its own, holds the clock, kills what is
 * late and says how a child died. Only checks of one owner, one after another,
 * may have the same child (wire/ask.h): what an owner sends can at
 * worst fool that owner's later checks.
 *
 * Nothing is started before the first pool_ask. A fork server that
 * died is started again; after LIMIT_RESTARTS deaths within
 * RESTART_WINDOW_MS without a job done in between, jobs are answered with
 * OUTCOME_NO_WORKER until the window has passed.
 *
 * Every job is answered exactly once, always from the loop (never inside of
 * pool_ask), by its deadline plus GRACE_MS at the latest; a cancelled one is
 * not answered. A process that was killed is reaped later.
 *
 * With a launcher, each solve is a job that it starts on another machine, by
 * the same protocol; it waits in the launcher's queue, and LAUNCH_GRACE_MS for
 * its last word. What is not a solve stays here.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/limits.h"
#include "pool/idle_pool.h"
#include "wire/answer.h"
#include "wire/ask.h"

struct job;
struct loop;
struct pool;

enum pool_queue {
	QUEUE_CHECK, /* has a child of its own: no check waits for a solve */
	QUEUE_SOLVE,
};

enum {
	/* Text of all jobs that wait: they are copies of whole models. */
	LIMIT_WAITING_BYTES = 256 * MIB,
	LAUNCH_GRACE_MS = 1000,
};

/* Sets SIGCHLD back to its default: a host may have left it ignored, and then
 * nobody would learn how a child died. */
struct pool *pool_new(struct loop *l, const struct pool_options *options);

/*
 * Kills everything, and waits up to FREE_MS for it to die; jobs that are not
 * answered yet never will be. Not from inside a pool_done.
 */
void pool_free(struct pool *p);
enum { FREE_MS = 100 };

/*
 * The answer is the callee's to keep (answer_free); the job is gone when it
 * returns and not to be cancelled any more.
 */
typedef void pool_done(struct job *j, struct answer *answer, void *argument);

/*
 * Queues the job; what the ask points to is lent until the job is gone.
 * ask->timeout_ms counts from now, waiting included; that of a check from when
 * it has a child, which it may wait for until LIMIT_TIMEOUT_MS. NULL with
 * ERR_LIMIT when LIMIT_WAITING_JOBS wait already, or LIMIT_WAITING_BYTES of
 * text.
 */
struct job *pool_ask(struct pool *p, const struct ask *ask,
	enum pool_queue queue, pool_done *done, void *argument, struct err *e);

/* Kills the child, if it has one; the job is gone and not answered. */
void pool_cancel(struct job *j);

/* The same; what has come of its answer is the caller's, as OUTCOME_CANCELLED.
 */
struct answer *pool_stop(struct job *j);

/* Whether the engines of a solve may have a child each. */
bool pool_may_compete(const struct pool *p);

/* Whether a solve that is asked now can run at once. */
bool pool_has_idle_slot(const struct pool *p);

/* A solve waits after those of a higher priority, and begins anew later when
 * one of them needs its slot. */
enum job_priority {
	JOB_PRIORITY_CALL,
	JOB_PRIORITY_BACKGROUND, /* nobody waits for it */
	JOB_PRIORITY_COMPETITOR, /* another child may answer the same */
};
void pool_set_priority(struct job *j, enum job_priority priority);

/* The job begins anew in another child, by these engines; its deadline stays,
 * and it waits before all others of its queue. */
void pool_restart(struct job *j, uint32_t engines);

/* One that waits is the next of its queue. */
void pool_put_first(struct job *j);

/* When its child got it or, as long as it waits, when it was asked
 * (clock_now_ms). */
int64_t job_started_ms(const struct job *j);

/* What has come of its answer; borrowed until the loop goes on. */
const struct answer *job_answer(const struct job *j);

/* The memory that its child has in use, in KiB; 0 if that is not known. */
size_t job_memory_kb(const struct job *j);

/* What its child has had of the processors for it; 0 if that is not known. */
int64_t job_cpu_us(const struct job *j);

/* What has decided the last problem of a kind, so that the next one of that
 * kind begins with it; all zero: not known. */
struct preference {
	uint64_t kind;
	uint32_t engine; /* its bit */
	int64_t took_ms;
};

/* The place for the preference of that kind, where another one may stand. */
struct preference *pool_preference(struct pool *p, uint64_t kind);

/* The loop that it lives in. */
struct loop *pool_loop(const struct pool *p);

/* For doctor and tests. */
void pool_get_state(const struct pool *p, struct pool_state *state);

#endif
