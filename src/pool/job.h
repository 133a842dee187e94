#ifndef POOL_JOB_H
#define POOL_JOB_H

/*
 * A job on its way through the pool: it waits in its lane, runs in a child or
 * has been refused, stands in the list of those, and leaves by being answered
 * or cancelled. It has one timer, for the latest time of its next step.
 */

#include <stdbool.h>
#include <stdint.h>
#include <sys/queue.h>

#include "pool/pool.h"

struct child;
struct timer;

TAILQ_HEAD(jobs, job);

/* The lists and the child are kept by pool.c. */
struct job {
	TAILQ_ENTRY(job) link;
	struct jobs *list;
	struct pool *pool;
	struct ask ask; /* its text is the job's own */
	enum pool_lane lane;
	struct child *child; /* NULL unless it runs */
	bool was_retried;
	int64_t deadline_ms;
	int64_t started_ms;
	struct timer *timer;
	struct answer *answer; /* as far as it has come */
	pool_done *done;
	void *argument;
};

/* Copies the text; the deadline is counted from now. In no list. */
struct job *job_new(const struct ask *ask);

/* Out of its list, its timer stopped. */
void job_free(struct job *j);

void job_move(struct job *j, struct jobs *list);

/* Back to where it came from, before all others. */
void job_move_first(struct job *j, struct jobs *list);

/* Time left, at least 1: what the child is told. */
uint32_t job_left_ms(const struct job *j);

#endif
