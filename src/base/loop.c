#include "base/loop.h"

#include <assert.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/timers.h"
#include "base/watches.h"

struct loop {
	struct watches watches;
	struct timers timers;
	bool stopped;
	bool turning;
};

struct loop *
loop_new(void)
{
	struct loop *l = mem_new(sizeof(*l));

	timers_init(&l->timers);
	return l;
}

void
loop_free(struct loop *l)
{
	if (l == NULL)
		return;
	assert(!l->turning);
	watches_release(&l->watches);
	timers_release(&l->timers);
	free(l);
}

struct watch *
loop_watch(struct loop *l, int fd, short events, loop_on_ready *on_ready,
	void *argument)
{
	return watches_add(&l->watches, fd, events, on_ready, argument);
}

struct timer *
loop_at(struct loop *l, int64_t at_ms, loop_on_time *on_time, void *argument)
{
	return timers_add(&l->timers, at_ms, on_time, argument);
}

static bool
has_work(const struct loop *l)
{
	return !timers_is_empty(&l->timers) || watches_is_waiting(&l->watches);
}

bool
loop_turn(struct loop *l, int wait_ms)
{
	assert(!l->turning);
	if (l->stopped || !has_work(l))
		return false;
	watches_poll(&l->watches,
		timers_wait_ms(&l->timers, clock_now_ms(), wait_ms));
	timers_collect(&l->timers, clock_now_ms());
	l->turning = true;
	watches_call(&l->watches, &l->stopped);
	while (!l->stopped && timers_call_next(&l->timers))
		;
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
