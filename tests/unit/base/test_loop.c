#include "unit/unit.h"

#include <poll.h>
#include <signal.h>
#include <sys/time.h>

#include "base/clock.h"
#include "base/loop.h"
#include "unit/base/world.h"

static void
count_and_stop(int fd, short events, void *argument)
{
	struct world *w = argument;

	count(fd, events, w);
	loop_stop(w->loop);
}

static void
free_timer(int fd, short events, void *argument)
{
	struct world *w = argument;

	count(fd, events, w);
	timer_free(w->timer);
	w->timer = NULL;
}

static void
count_time(void *argument)
{
	struct world *w = argument;

	w->calls_b++;
}

static void
remember_minus_one(void *argument)
{
	struct world *w = argument;

	w->order[w->order_count++] = -1;
}

static void
count_time_and_stop(void *argument)
{
	struct world *w = argument;

	w->calls++;
	loop_stop(w->loop);
}

static void
count_time_and_begin_again(void *argument)
{
	struct world *w = argument;

	w->calls++;
	w->timer = loop_at(w->loop, 0, count_time_and_begin_again, w);
}

static void
begin_time(int fd, short events, void *argument)
{
	struct world *w = argument;

	count(fd, events, w);
	w->timer = loop_at(w->loop, 0, count_time, w);
}

TEST_WITH(an_empty_loop_ends_at_once, world_setup, world_teardown)
{
	struct world *w = *state;

	assert_false(loop_turn(w->loop, -1));
	loop_run(w->loop);
}

TEST_WITH(a_timer_is_called_once, world_setup, world_teardown)
{
	struct world *w = *state;

	w->timer = loop_at(w->loop, clock_now_ms(), count_time, w);
	assert_false(loop_turn(w->loop, -1));
	assert_false(loop_turn(w->loop, -1));
	assert_int_equal(w->calls_b, 1);
}

TEST_WITH(a_timer_is_never_early, world_setup, world_teardown)
{
	struct world *w = *state;
	int64_t at_ms = clock_now_ms() + 20;

	w->timer = loop_at(w->loop, at_ms, count_time, w);
	while (loop_turn(w->loop, -1))
		assert_int_equal(w->calls_b, 0);
	assert_int_equal(w->calls_b, 1);
	assert_true(clock_now_ms() >= at_ms);
}

TEST_WITH(the_first_timer_ends_the_wait, world_setup, world_teardown)
{
	struct world *w = *state;

	w->watch_a = loop_watch(w->loop, w->a[0], POLLIN, count, w);
	(void)loop_at(w->loop, INT64_MAX, count_time_and_stop, w);
	w->timer = loop_at(w->loop, clock_now_ms() + 1, count_time, w);
	while (w->calls_b == 0)
		assert_true(loop_turn(w->loop, -1));
}

TEST_WITH(a_turn_waits_no_longer_than_asked, world_setup, world_teardown)
{
	struct world *w = *state;

	w->timer = loop_at(w->loop, INT64_MAX, count_time, w);
	assert_true(loop_turn(w->loop, 0));
	assert_true(loop_turn(w->loop, 1));
	assert_int_equal(w->calls_b, 0);
}

TEST_WITH(a_watch_may_free_a_timer_that_is_due, world_setup, world_teardown)
{
	struct world *w = *state;

	make_readable(w->a);
	w->watch_a = loop_watch(w->loop, w->a[0], POLLIN, free_timer, w);
	w->timer = loop_at(w->loop, 0, count_time, w);
	assert_true(loop_turn(w->loop, -1));
	assert_int_equal(w->calls, 1);
	assert_int_equal(w->calls_b, 0);
}

TEST_WITH(a_timer_made_by_a_timer_waits_for_the_next_turn, world_setup,
	world_teardown)
{
	struct world *w = *state;

	(void)loop_at(w->loop, 0, count_time_and_begin_again, w);
	assert_true(loop_turn(w->loop, -1));
	assert_int_equal(w->calls, 1);
	assert_true(loop_turn(w->loop, -1));
	assert_int_equal(w->calls, 2);
}

TEST_WITH(a_timer_made_by_a_watch_waits_for_the_next_turn, world_setup,
	world_teardown)
{
	struct world *w = *state;

	make_readable(w->a);
	w->watch_a = loop_watch(w->loop, w->a[0], POLLIN, begin_time, w);
	assert_true(loop_turn(w->loop, -1));
	assert_int_equal(w->calls, 1);
	assert_int_equal(w->calls_b, 0);
}

TEST_WITH(
	what_arrives_with_its_deadline_comes_first, world_setup, world_teardown)
{
	struct world *w = *state;

	make_readable(w->a);
	(void)loop_at(w->loop, 0, remember_minus_one, w);
	w->watch_a = loop_watch(w->loop, w->a[0], POLLIN, remember, w);
	assert_true(loop_turn(w->loop, -1));
	assert_int_equal(w->order_count, 2);
	assert_int_equal(w->order[0], w->a[0]);
	assert_int_equal(w->order[1], -1);
}

TEST_WITH(nothing_is_called_behind_a_stop, world_setup, world_teardown)
{
	struct world *w = *state;

	make_readable(w->a);
	make_readable(w->b);
	w->watch_a = loop_watch(w->loop, w->a[0], POLLIN, count_and_stop, w);
	w->watch_b = loop_watch(w->loop, w->b[0], POLLIN, count_b, w);
	(void)loop_at(w->loop, 0, count_time, w);
	loop_run(w->loop);
	assert_int_equal(w->calls, 1);
	assert_int_equal(w->calls_b, 0);
}

TEST_WITH(
	what_a_stop_left_is_called_by_the_next_run, world_setup, world_teardown)
{
	struct world *w = *state;

	(void)loop_at(w->loop, 0, count_time_and_stop, w);
	(void)loop_at(w->loop, 0, count_time, w);
	loop_run(w->loop);
	assert_int_equal(w->calls_b, 0);
	loop_run(w->loop);
	assert_int_equal(w->calls_b, 1);
}

TEST_WITH(what_a_stop_left_is_freed_with_the_loop, world_setup, world_teardown)
{
	struct world *w = *state;

	(void)loop_at(w->loop, 0, count_time_and_stop, w);
	(void)loop_at(w->loop, 0, count_time, w);
	loop_run(w->loop);
	assert_int_equal(w->calls, 1);
}

TEST_WITH(a_stop_before_the_run_counts, world_setup, world_teardown)
{
	struct world *w = *state;

	w->watch_a = loop_watch(w->loop, w->a[0], POLLIN, count, w);
	loop_stop(w->loop);
	loop_run(w->loop);
	assert_int_equal(w->calls, 0);
}

TEST_WITH(a_stopped_loop_makes_no_turn, world_setup, world_teardown)
{
	struct world *w = *state;

	make_readable(w->a);
	w->watch_a = loop_watch(w->loop, w->a[0], POLLIN, count, w);
	loop_stop(w->loop);
	assert_false(loop_turn(w->loop, -1));
	assert_int_equal(w->calls, 0);
}

TEST_WITH(runs_until_nothing_is_left, world_setup, world_teardown)
{
	struct world *w = *state;

	make_readable(w->a);
	w->watch_a =
		loop_watch(w->loop, w->a[0], POLLIN, count_and_free_both, w);
	(void)loop_at(w->loop, clock_now_ms() + 2, count_time, w);
	loop_run(w->loop);
	assert_int_equal(w->calls, 1);
	assert_int_equal(w->calls_b, 1);
}

static volatile sig_atomic_t alarms;

static void
on_alarm(int number)
{
	(void)number;
	alarms = 1;
}

TEST_WITH(a_signal_ends_the_turn_and_not_the_loop, world_setup, world_teardown)
{
	struct world *w = *state;
	struct sigaction action = {.sa_handler = on_alarm};
	struct sigaction before;
	struct itimerval soon = {.it_value = {.tv_usec = 10000}};

	w->watch_a = loop_watch(w->loop, w->a[0], POLLIN, count, w);
	assert_int_equal(sigaction(SIGALRM, &action, &before), 0);
	assert_int_equal(setitimer(ITIMER_REAL, &soon, NULL), 0);
	assert_true(loop_turn(w->loop, -1));
	assert_int_equal(sigaction(SIGALRM, &before, NULL), 0);
	assert_int_equal(alarms, 1);
	assert_int_equal(w->calls, 0);
}
