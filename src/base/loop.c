#include "base/loop.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/queue.h>

#include "base/alloc.h"
#include "base/clock.h"

/*
 * A dropped watch stays in the list without its callback until the next turn
 * begins: the turn at hand may be about to call it. A timer that is due moves
 * to a list of its own before the first callback, so that a timer made by a
 * callback waits for the next turn even when its time has passed.
 */

struct watch {
	int fd;
	short events;
	loop_on_ready *on_ready; /* NULL when dropped */
	void *argument;
};

TAILQ_HEAD(timers, timer);

struct timer {
	TAILQ_ENTRY(timer) link;
	struct timers *list; /* the one it is in */
	int64_t at_ms;
	loop_on_time *on_time;
	void *argument;
};

struct loop {
	struct watch **watches;
	size_t count;
	size_t capacity;
	struct pollfd *fds;    /* of the first watches, for one turn */
	struct timers waiting; /* sorted by time */
	struct timers due;
	bool stopped;
	bool turning;
};

struct loop *
loop_new(void)
{
	struct loop *l = mem_new(sizeof(*l));

	TAILQ_INIT(&l->waiting);
	TAILQ_INIT(&l->due);
	return l;
}

static void
free_timers(struct timers *list)
{
	while (!TAILQ_EMPTY(list))
		timer_free(TAILQ_FIRST(list));
}

void
loop_free(struct loop *l)
{
	if (l == NULL)
		return;
	assert(!l->turning);
	for (size_t i = 0; i < l->count; i++)
		free(l->watches[i]);
	free(l->watches);
	free(l->fds);
	free_timers(&l->waiting);
	free_timers(&l->due);
	free(l);
}

struct watch *
loop_watch(struct loop *l, int fd, short events, loop_on_ready *on_ready,
	void *argument)
{
	struct watch *w = mem_new(sizeof(*w));

	assert(fd >= 0 && on_ready != NULL);
	*w = (struct watch){fd, events, on_ready, argument};
	l->watches = mem_room(
		l->watches, l->count, &l->capacity, sizeof(struct watch *));
	l->watches[l->count++] = w;
	return w;
}

void
watch_set(struct watch *w, short events)
{
	w->events = events;
}

void
watch_free(struct watch *w)
{
	if (w != NULL)
		w->on_ready = NULL;
}

/* Searched from the end: most timers are made with the same delay. */
struct timer *
loop_at(struct loop *l, int64_t at_ms, loop_on_time *on_time, void *argument)
{
	struct timer *t = mem_new(sizeof(*t));
	struct timer *before = TAILQ_LAST(&l->waiting, timers);

	t->list = &l->waiting;
	t->at_ms = at_ms;
	t->on_time = on_time;
	t->argument = argument;
	while (before != NULL && before->at_ms > at_ms)
		before = TAILQ_PREV(before, timers, link);
	if (before != NULL)
		TAILQ_INSERT_AFTER(&l->waiting, before, t, link);
	else
		TAILQ_INSERT_HEAD(&l->waiting, t, link);
	return t;
}

void
timer_free(struct timer *t)
{
	if (t == NULL)
		return;
	TAILQ_REMOVE(t->list, t, link);
	free(t);
}

static bool
is_active(const struct watch *w)
{
	return w->on_ready != NULL && w->events != 0;
}

static bool
has_work(const struct loop *l)
{
	if (!TAILQ_EMPTY(&l->waiting) || !TAILQ_EMPTY(&l->due))
		return true;
	for (size_t i = 0; i < l->count; i++) {
		if (is_active(l->watches[i]))
			return true;
	}
	return false;
}

/* Lets go of the dropped watches and writes poll's list of the others. */
static void
prepare(struct loop *l)
{
	size_t kept = 0;

	for (size_t i = 0; i < l->count; i++) {
		if (l->watches[i]->on_ready == NULL)
			free(l->watches[i]);
		else
			l->watches[kept++] = l->watches[i];
	}
	l->count = kept;
	l->fds = mem_grow(l->fds, l->count, sizeof(struct pollfd));
	for (size_t i = 0; i < l->count; i++) {
		const struct watch *w = l->watches[i];

		/* poll passes over a negative descriptor. */
		l->fds[i] = (struct pollfd){
			.fd = is_active(w) ? w->fd : -1, .events = w->events};
	}
}

static int
limit_wait(const struct loop *l, int wait_ms)
{
	const struct timer *first = TAILQ_FIRST(&l->waiting);
	int64_t left_ms;

	if (!TAILQ_EMPTY(&l->due))
		return 0;
	if (first == NULL)
		return wait_ms;
	left_ms = first->at_ms - clock_now_ms();
	if (left_ms < 0)
		left_ms = 0;
	if (left_ms > INT_MAX)
		left_ms = INT_MAX;
	return wait_ms < 0 || left_ms < wait_ms ? (int)left_ms : wait_ms;
}

static void
collect_due(struct loop *l)
{
	int64_t now_ms = clock_now_ms();
	struct timer *t;

	while ((t = TAILQ_FIRST(&l->waiting)) != NULL && t->at_ms <= now_ms) {
		TAILQ_REMOVE(&l->waiting, t, link);
		TAILQ_INSERT_TAIL(&l->due, t, link);
		t->list = &l->due;
	}
}

static void
call_watches(struct loop *l, size_t polled)
{
	for (size_t i = 0; i < polled && !l->stopped; i++) {
		const struct watch *w = l->watches[i];
		short events = l->fds[i].revents;

		/* A callback before this one may have changed its mind. */
		events &= w->events | POLLHUP | POLLERR | POLLNVAL;
		if (events != 0 && is_active(w))
			w->on_ready(w->fd, events, w->argument);
	}
}

static void
call_timers(struct loop *l)
{
	struct timer *t;

	while (!l->stopped && (t = TAILQ_FIRST(&l->due)) != NULL) {
		loop_on_time *on_time = t->on_time;
		void *argument = t->argument;

		timer_free(t);
		on_time(argument);
	}
}

bool
loop_turn(struct loop *l, int wait_ms)
{
	size_t polled;
	int ready;

	assert(!l->turning);
	if (l->stopped || !has_work(l))
		return false;
	prepare(l);
	polled = l->count;
	ready = poll(l->fds, (nfds_t)polled, limit_wait(l, wait_ms));
	/* What else it can say is a bug of ours or a machine without memory. */
	assert(ready >= 0 || errno == EINTR);
	collect_due(l);
	l->turning = true;
	if (ready > 0)
		call_watches(l, polled);
	call_timers(l);
	l->turning = false;
	return !l->stopped && has_work(l);
}

void
loop_run(struct loop *l)
{
	while (loop_turn(l, -1))
		;
	l->stopped = false;
}

void
loop_stop(struct loop *l)
{
	l->stopped = true;
}
