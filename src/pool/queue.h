#ifndef POOL_QUEUE_H
#define POOL_QUEUE_H

/*
 * Where the jobs are: each waits in its lane, runs in a child, or has been
 * refused and is about to be told so. A lane has slots for so many jobs that
 * run at once: one for checks, so that none waits for a solve, and one per
 * worker for solves. First come, first served.
 *
 * Only lists and counts: no clock, no process.
 */

#include <stdbool.h>
#include <stddef.h>
#include <sys/queue.h>

#include "base/err.h"
#include "base/limits.h"

struct child;

enum pool_lane {
	LANE_CHECK, /* has a child of its own: no check waits for a solve */
	LANE_SOLVE,
};

enum {
	LANES = LANE_SOLVE + 1,
	/* Text of all jobs that wait: they are copies of whole models. */
	LIMIT_WAITING_BYTES = 256 * MIB,
};

TAILQ_HEAD(queued_list, queued);

/* What the queue knows of a job, whose first member it is. */
struct queued {
	TAILQ_ENTRY(queued) link;
	struct queued_list *list; /* the one it is in, or NULL */
	enum pool_lane lane;
	size_t bytes;	     /* of its text */
	struct child *child; /* NULL unless it runs */
	bool had_turn;	     /* it is the next one of its lane */
	bool is_preemptible; /* its slot is for a solve that waits */
	bool is_spare;	     /* so is its place in the queue, always */
};

struct lane {
	struct queued_list waiting;
	size_t waiting_count;
	size_t slots;
	size_t running;
};

struct queue {
	struct lane lanes[LANES];
	struct queued_list running;
	struct queued_list refused;
	size_t waiting_bytes;
};

void queue_init(struct queue *q, int workers);

/* False with ERR_LIMIT: no job with a text of this size may wait, too. */
bool queue_has_room(
	const struct queue *q, enum pool_lane lane, size_t size, struct err *e);

/* A job that is in no list goes to the end of its lane, but before spare ones;
 * one that had its turn before to the beginning. */
void queue_add(struct queue *q, struct queued *j);

/* One that waits goes on. */
void queue_run(struct queue *q, struct queued *j, struct child *c);
void queue_refuse(struct queue *q, struct queued *j);

/* It is in no list and has no child after that. */
void queue_remove(struct queue *q, struct queued *j);

/* The first job that may run, checks before solves; NULL: none may now. */
struct queued *queue_next(const struct queue *q);

/* A preemptible job that runs in a slot for which a solve waits; NULL: there is
 * none. */
struct queued *queue_surplus(const struct queue *q);

/* Whether one more solve would run at once. */
bool queue_has_idle_slot(const struct queue *q);

/* How many jobs may run now, if there are children for them. */
size_t queue_ready(const struct queue *q);

size_t queue_waiting(const struct queue *q);

/* The job that runs in the child, or NULL. */
struct queued *queue_find(const struct queue *q, const struct child *c);

/* Any job, or NULL when there is none. */
struct queued *queue_any(const struct queue *q);

#endif
