#ifndef BASE_TIMERS_H
#define BASE_TIMERS_H

/*
 * The timers of a loop: those that wait, sorted by time, and those that are
 * due. What a callback adds only waits, even when its time has passed, so that
 * a timer that begins itself again cannot hold the loop. For base/loop.c,
 * whose header says what a timer promises.
 */

#include <stdbool.h>
#include <stdint.h>
#include <sys/queue.h>

#include "base/loop.h"

TAILQ_HEAD(timer_list, timer);

struct timers {
	struct timer_list waiting;
	struct timer_list due;
};

void timers_init(struct timers *t);
void timers_release(struct timers *t); /* frees every timer in it */

/* timer_free takes it out again. */
struct timer *timers_add(
	struct timers *t, int64_t at_ms, loop_on_time *on_time, void *argument);

bool timers_is_empty(const struct timers *t);

/* How long to wait, at most wait_ms (-1: for ever), until the next one. */
int timers_wait_ms(const struct timers *t, int64_t now_ms, int wait_ms);

/* What waits for a time up to now_ms is due from here on. */
void timers_collect(struct timers *t, int64_t now_ms);

/* Calls the first that is due, and frees it. False if there is none. */
bool timers_call_next(struct timers *t);

#endif
