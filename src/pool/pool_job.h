#ifndef POOL_POOL_JOB_H
#define POOL_POOL_JOB_H

/*
 * A job on its way through the pool: it waits in its lane, runs in a child, or
 * has been refused, and stands in the list of those. It has one timer, for the
 * latest time of what happens to it next. All of that is kept by pool.c.
 */

#include <stdbool.h>
#include <stdint.h>
#include <sys/queue.h>

#include "pool/pool.h"

struct child;
struct timer;

TAILQ_HEAD(jobs, job);

struct job {
	TAILQ_ENTRY(job) link;
	struct jobs *list; /* the one it is in, or NULL */
	struct pool *pool;
	enum pool_lane lane;
	struct ask ask; /* what it points to is the job's own */
	char *text;
	uint32_t *groups;
	struct child *child; /* NULL unless it runs */
	bool had_turn;	     /* it is the next one of its lane */
	bool is_preemptible; /* its slot is for a solve that waits */
	bool is_spare;	     /* so is its place in the queue, always */
	int64_t cpu_us;	     /* of its child, when it began */
	int retries;	     /* after children that died before they read it */
	int64_t deadline_ms;
	int64_t started_ms;
	struct timer *timer;
	struct answer *answer; /* as far as it has come */
	pool_done *done;
	void *argument;
};

/* Copies the ask; the deadline counts from now. */
struct job *job_new(const struct ask *ask);

/* What a job of it holds. */
size_t job_bytes(const struct ask *ask);

/* It is in no list any more. Stops its timer. */
void job_free(struct job *j);

/* Its answer as it is now, with the time that it took; the caller's. */
struct answer *job_take_answer(struct job *j);

/* What is left of its time, at least 1. */
uint32_t job_left_ms(const struct job *j);

#endif
