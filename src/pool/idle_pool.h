#ifndef POOL_IDLE_POOL_H
#define POOL_IDLE_POOL_H

/*
 * The supply of children: keeps a few waiting, orders more when jobs wait for
 * them, starts the nursery and starts it again, and stops trying for a while
 * when it keeps failing.
 *
 * Children that jobs wait for are ordered at once; those that are to wait for
 * the next job are ordered when a job is over, or a moment after one was
 * handed out, so that forking does not compete with it.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pool/pool.h"

struct child;
struct stock;

/* What the stock tells, from the loop or from inside of idle_pool_need. */
struct idle_pool_owner {
	/* Something came, went or may be tried: call idle_pool_need. */
	void (*on_change)(void *argument);
	/* There will be no child for the jobs that wait; a sentence, borrowed.
	 */
	void (*on_failure)(const char *why, void *argument);
	/* The job of this child is over: child_on_news. */
	void (*on_end)(struct child *c, bool never_read, void *argument);
	void *argument;
};

/* Starts nothing. */
struct stock *idle_pool_new(struct loop *l, const struct pool_options *options,
	const struct idle_pool_owner *owner);

/* Kills all, and waits for that until clock_now_ms reaches until_ms. */
void idle_pool_free(struct stock *s, int64_t until_ms);

/*
 * A child that waits, or NULL. Lent: it stays the stock's. One that stayed for
 * this owner is preferred; nobody else gets it.
 */
struct child *idle_pool_find(struct stock *s, uint64_t owner);

/* Sees to it that children come: for `jobs` jobs that lack one, or the spare
 * ones. */
void idle_pool_need(struct stock *s, size_t jobs);

/* A child of idle_pool_find has been given a job. */
void idle_pool_note_start(struct stock *s);

/* A job is over; with success if the child had its last word. */
void idle_pool_note_end(struct stock *s, bool success);

/* All of the state but `waiting`. */
void idle_pool_look(const struct stock *s, struct pool_state *state);

#endif
