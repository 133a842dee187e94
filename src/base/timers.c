#include "base/timers.h"

#include <limits.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/alloc.h"

struct timer {
	TAILQ_ENTRY(timer) link;
	struct timer_list *list; /* the one it is in */
	int64_t at_ms;
	loop_on_time *on_time;
	void *argument;
};

void
timers_init(struct timers *t)
{
	TAILQ_INIT(&t->waiting);
	TAILQ_INIT(&t->due);
}

static void
free_all(struct timer_list *list)
{
	while (!TAILQ_EMPTY(list))
		timer_free(TAILQ_FIRST(list));
}

void
timers_release(struct timers *t)
{
	free_all(&t->waiting);
	free_all(&t->due);
}

/* Searched from the end: most timers are made with the same delay. */
struct timer *
timers_add(
	struct timers *t, int64_t at_ms, loop_on_time *on_time, void *argument)
{
	struct timer *timer = mem_new(sizeof(*timer));
	struct timer *before = TAILQ_LAST(&t->waiting, timer_list);

	timer->list = &t->waiting;
	timer->at_ms = at_ms;
	timer->on_time = on_time;
	timer->argument = argument;
	while (before != NULL && before->at_ms > at_ms)
		before = TAILQ_PREV(before, timer_list, link);
	if (before != NULL)
		TAILQ_INSERT_AFTER(&t->waiting, before, timer, link);
	else
		TAILQ_INSERT_HEAD(&t->waiting, timer, link);
	return timer;
}

void
timer_free(struct timer *t)
{
	if (t == NULL)
		return;
	TAILQ_REMOVE(t->list, t, link);
	free(t);
}

bool
timers_is_empty(const struct timers *t)
{
	return TAILQ_EMPTY(&t->waiting) && TAILQ_EMPTY(&t->due);
}

int
timers_wait_ms(const struct timers *t, int64_t now_ms, int wait_ms)
{
	const struct timer *first = TAILQ_FIRST(&t->waiting);
	int64_t left_ms;

	if (!TAILQ_EMPTY(&t->due))
		return 0;
	if (first == NULL)
		return wait_ms;
	left_ms = first->at_ms > now_ms ? first->at_ms - now_ms : 0;
	if (left_ms > INT_MAX)
		left_ms = INT_MAX;
	return wait_ms < 0 || left_ms < wait_ms ? (int)left_ms : wait_ms;
}

void
timers_collect(struct timers *t, int64_t now_ms)
{
	struct timer *first;

	while ((first = TAILQ_FIRST(&t->waiting)) != NULL &&
		first->at_ms <= now_ms) {
		TAILQ_REMOVE(&t->waiting, first, link);
		TAILQ_INSERT_TAIL(&t->due, first, link);
		first->list = &t->due;
	}
}

bool
timers_call_next(struct timers *t)
{
	struct timer *first = TAILQ_FIRST(&t->due);
	loop_on_time *on_time;
	void *argument;

	if (first == NULL)
		return false;
	on_time = first->on_time;
	argument = first->argument;
	timer_free(first);
	on_time(argument);
	return true;
}
