#include "base/loop.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/queue.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/log.h"

struct watch {
	int fd;
	short events;
	loop_on_ready *on_ready; /* NULL when dropped */
	void *argument;
};

TAILQ_HEAD(timers, timer);

struct timer {
	TAILQ_ENTRY(timer) link;
	struct loop *loop;
	uint64_t turn; /* in which it was made */
	int64_t at_ms;
	loop_on_time *on_time;
	void *argument;
};

struct loop {
	/* A dropped watch stays here without its callback until the next turn
	 * begins, since the turn at hand may be about to call it. */
	struct watch **watches;
	size_t watch_count;
	size_t watch_capacity;
	struct pollfd *fds; /* of the first `polled` watches */
	size_t polled;
	struct timers timers; /* sorted by time */
	uint64_t turn;
	/* When the callbacks of the turn began. */
	int64_t began_us;	/* of clock_now_us */
	int64_t began_spent_us; /* of clock_spent_us */
	bool stopped;
	bool turning;
};

/* --- watches -------------------------------------------------------------- */

struct watch *
loop_watch(struct loop *l, int fd, short events, loop_on_ready *on_ready,
	void *argument)
{
	struct watch *watch = mem_new(sizeof(*watch));

	assert(fd >= 0 && on_ready != NULL);
	*watch = (struct watch){fd, events, on_ready, argument};
	*ARRAY_ADD(l->watches, l->watch_count, l->watch_capacity) = watch;
	return watch;
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

static bool
is_active(const struct watch *w)
{
	return w->on_ready != NULL && w->events != 0;
}

/* Frees the dropped ones and writes poll's list of the others. */
static void
prepare(struct loop *l)
{
	size_t kept = 0;

	for (size_t i = 0; i < l->watch_count; i++) {
		if (l->watches[i]->on_ready == NULL)
			free(l->watches[i]);
		else
			l->watches[kept++] = l->watches[i];
	}
	l->watch_count = l->polled = kept;
	l->fds = mem_grow(l->fds, kept, sizeof(struct pollfd));
	for (size_t i = 0; i < kept; i++) {
		const struct watch *watch = l->watches[i];

		/* poll passes over a negative descriptor. */
		l->fds[i] =
			(struct pollfd){.fd = is_active(watch) ? watch->fd : -1,
				.events = watch->events};
	}
}

/* Those that poll found ready. */
static void
call_watches(struct loop *l)
{
	for (size_t i = 0; i < l->polled && !l->stopped; i++) {
		const struct watch *watch = l->watches[i];
		short events = l->fds[i].revents;

		/* An earlier callback may have changed the events. */
		events &= watch->events | POLLHUP | POLLERR | POLLNVAL;
		if (events != 0 && is_active(watch))
			watch->on_ready(watch->fd, events, watch->argument);
	}
}

/* --- timers --------------------------------------------------------------- */

/* Searched from the end: most timers are made with the same delay. */
struct timer *
loop_at(struct loop *l, int64_t at_ms, loop_on_time *on_time, void *argument)
{
	struct timer *timer = mem_new(sizeof(*timer));
	struct timer *before = TAILQ_LAST(&l->timers, timers);

	timer->loop = l;
	timer->turn = l->turn;
	timer->at_ms = at_ms;
	timer->on_time = on_time;
	timer->argument = argument;
	while (before != NULL && before->at_ms > at_ms)
		before = TAILQ_PREV(before, timers, link);
	if (before != NULL)
		TAILQ_INSERT_AFTER(&l->timers, before, timer, link);
	else
		TAILQ_INSERT_HEAD(&l->timers, timer, link);
	return timer;
}

void
timer_free(struct timer *t)
{
	if (t == NULL)
		return;
	TAILQ_REMOVE(&t->loop->timers, t, link);
	free(t);
}

/* Calls the first timer of a time up to now_ms, and frees it; false if there is
 * none. What was made in this turn waits, even when its time has passed, so
 * that a timer that begins itself again cannot hold the loop. */
static bool
call_next_timer(struct loop *l, int64_t now_ms)
{
	struct timer *timer = TAILQ_FIRST(&l->timers);
	loop_on_time *on_time;
	void *argument;

	while (timer != NULL && timer->turn == l->turn)
		timer = TAILQ_NEXT(timer, link);
	if (timer == NULL || timer->at_ms > now_ms)
		return false;
	on_time = timer->on_time;
	argument = timer->argument;
	timer_free(timer);
	on_time(argument);
	return true;
}

/* --- the loop ------------------------------------------------------------- */

struct loop *
loop_new(void)
{
	struct loop *l = mem_new(sizeof(*l));

	TAILQ_INIT(&l->timers);
	return l;
}

void
loop_free(struct loop *l)
{
	if (l == NULL)
		return;
	assert(!l->turning);
	for (size_t i = 0; i < l->watch_count; i++)
		free(l->watches[i]);
	free(l->watches);
	free(l->fds);
	while (!TAILQ_EMPTY(&l->timers))
		timer_free(TAILQ_FIRST(&l->timers));
	free(l);
}

static bool
has_work(const struct loop *l)
{
	bool has_watch = false;

	for (size_t i = 0; i < l->watch_count && !has_watch; i++)
		has_watch = is_active(l->watches[i]);
	return has_watch || !TAILQ_EMPTY(&l->timers);
}

/* The clock that costs next to nothing is asked first. */
bool
loop_turn_takes(const struct loop *l, int64_t us)
{
	return l->turning && clock_now_us() - l->began_us >= us &&
	       clock_spent_us() - l->began_spent_us >= us;
}

/* Runs the callbacks. A turn that was long is logged: tests/latency reads it.
 */
static void
call_back(struct loop *l, bool has_ready)
{
	int64_t now_ms = clock_now_ms();
	int64_t spent_us;

	l->began_us = clock_now_us();
	l->began_spent_us = clock_spent_us();
	if (has_ready)
		call_watches(l);
	while (!l->stopped && call_next_timer(l, now_ms))
		;
	spent_us = clock_spent_us() - l->began_spent_us;
	if (spent_us >= LIMIT_SLICE_US / 4)
		log_debug("a turn of the loop took %" PRId64
			  " us of processor time",
			spent_us);
}

bool
loop_turn(struct loop *l, int wait_ms)
{
	const struct timer *first = TAILQ_FIRST(&l->timers);
	int64_t now_ms = clock_now_ms();
	int64_t left_ms = first != NULL ? first->at_ms - now_ms : 0;
	int found;

	assert(!l->turning);
	if (l->stopped || !has_work(l))
		return false;
	if (first != NULL && (wait_ms < 0 || left_ms < wait_ms))
		wait_ms = left_ms < 0	      ? 0
			  : left_ms > INT_MAX ? INT_MAX
					      : (int)left_ms;
	prepare(l);
	found = poll(l->fds, (nfds_t)l->polled, wait_ms);
	assert(found >= 0 || errno == EINTR);
	l->turning = true;
	l->turn++;
	call_back(l, found > 0);
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
