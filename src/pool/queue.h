#ifndef POOL_QUEUE_H
#define POOL_QUEUE_H

/*
 * Where the jobs are: each waits in its lane, runs in a child, or has been
 * refused and is about to be told so. A lane has slots for so many jobs that
 * run at once: one for checks, so that none waits behind a solve, and one per
 * worker for solves. First come, first served.
 *
 * Only lists and counts: no clock, no process.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "pool/pool_job.h"

enum { LANES = LANE_SOLVE + 1 };

struct lane {
	struct jobs waiting;
	size_t waiting_count;
	size_t slots;
	size_t running;
};

struct queue {
	struct lane lanes[LANES];
	struct jobs running;
	struct jobs refused;
	size_t waiting_bytes;
};

void queue_init(struct queue *q, int workers);

/* False with ERR_LIMIT: no job with a text of this size may wait, too. */
bool queue_has_room(
	const struct queue *q, enum pool_lane lane, size_t size, struct err *e);

/* A job that is in no list goes to the end of its lane, but before spare ones;
 * one that had its turn before to the beginning. */
void queue_add(struct queue *q, struct job *j);

/* One that waits goes on. */
void queue_run(struct queue *q, struct job *j, struct child *c);
void queue_refuse(struct queue *q, struct job *j);

/* It is in no list and has no child after that. */
void queue_remove(struct queue *q, struct job *j);

/* The first job that may run, checks before solves; NULL: none may now. */
struct job *queue_next(const struct queue *q);

/* A preemptible job that runs in a slot for which a solve waits; NULL: there is
 * none. */
struct job *queue_surplus(const struct queue *q);

/* Whether one more solve would run at once. */
bool queue_has_idle_slot(const struct queue *q);

/* How many jobs may run now, if there are children for them. */
size_t queue_ready(const struct queue *q);

size_t queue_waiting(const struct queue *q);

/* The job that runs in the child, or NULL. */
struct job *queue_find(const struct queue *q, const struct child *c);

/* Any job, or NULL when there is none. */
struct job *queue_any(const struct queue *q);

#endif
