/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/loop.h"

/* A loop, two pipes that can be read, and what the callbacks did with them. */
struct world {
	struct loop *loop;
	int a[2];
	int b[2];
	struct watch *watch_a;
	struct watch *watch_b;
	struct timer *timer;
	int calls;
	int calls_b;
	int order[1000];
	int order_count;
	short events;
};

static void
begin(struct world *w)
{
	*w = (struct world){0};
	w->loop = loop_new();
	assert_int_equal(pipe2(w->a, O_CLOEXEC), 0);
	assert_int_equal(pipe2(w->b, O_CLOEXEC), 0);
}

static void
world_drop(struct world *w)
{
	loop_free(w->loop);
	for (int i = 0; i < 2; i++) {
		(void)close(w->a[i]); /* a test may have closed it */
		(void)close(w->b[i]);
	}
}

#define WORLD(w) \
	__attribute__((cleanup(world_drop))) struct world w; \
	begin(&w)

static void
make_readable(const int pipe_fds[2])
{
	assert_int_equal(write(pipe_fds[1], "x", 1), 1);
}

/* --- callbacks ------------------------------------------------------------ */

static void
count(int fd, short events, void *argument)
{
	struct world *w = argument;

	(void)fd;
	w->calls++;
	w->events = events;
}

static void
count_b(int fd, short events, void *argument)
{
	struct world *w = argument;

	(void)fd;
	(void)events;
	w->calls_b++;
}

static void
count_and_free_both(int fd, short events, void *argument)
{
	struct world *w = argument;

	count(fd, events, w);
	watch_free(w->watch_a);
	watch_free(w->watch_b);
	w->watch_a = w->watch_b = NULL;
}

static void
count_and_stop(int fd, short events, void *argument)
{
	struct world *w = argument;

	count(fd, events, w);
	loop_stop(w->loop);
}

static void
add_watch_b(int fd, short events, void *argument)
{
	struct world *w = argument;

	count(fd, events, w);
	if (w->watch_b == NULL)
		w->watch_b = loop_watch(w->loop, w->b[0], POLLIN, count_b, w);
}

static void
rest_b(int fd, short events, void *argument)
{
	struct world *w = argument;

	count(fd, events, w);
	watch_set(w->watch_b, 0);
}

static void
want_b_to_write(int fd, short events, void *argument)
{
	struct world *w = argument;

	count(fd, events, w);
	watch_set(w->watch_b, POLLOUT);
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
remember(int fd, short events, void *argument)
{
	struct world *w = argument;

	(void)events;
	w->order[w->order_count++] = fd;
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
remember_minus_two(void *argument)
{
	struct world *w = argument;

	w->order[w->order_count++] = -2;
}

static void
count_time_and_free_timer(void *argument)
{
	struct world *w = argument;

	w->calls++;
	timer_free(w->timer);
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

/* --- descriptors ---------------------------------------------------------- */

static void
an_empty_loop_ends_at_once(void **state)
{
	WORLD(w);
	(void)state;

	assert_false(loop_turn(w.loop, -1));
	loop_run(w.loop);
}

static void
calls_when_there_is_something_to_read(void **state)
{
	WORLD(w);
	(void)state;

	w.watch_a = loop_watch(w.loop, w.a[0], POLLIN, count, &w);
	assert_true(loop_turn(w.loop, 0));
	assert_int_equal(w.calls, 0);
	make_readable(w.a);
	assert_true(loop_turn(w.loop, 0));
	assert_int_equal(w.calls, 1);
	assert_int_equal(w.events, POLLIN);
}

static void
calls_for_what_was_asked_only(void **state)
{
	WORLD(w);
	(void)state;

	make_readable(w.a);
	w.watch_a = loop_watch(w.loop, w.a[1], POLLOUT, count, &w);
	assert_true(loop_turn(w.loop, 0));
	assert_int_equal(w.events, POLLOUT);
}

static void
a_hang_up_comes_unasked(void **state)
{
	WORLD(w);
	(void)state;

	w.watch_a = loop_watch(w.loop, w.a[0], POLLIN, count, &w);
	(void)close(w.a[1]);
	assert_true(loop_turn(w.loop, -1));
	assert_int_equal(w.events, POLLHUP);
}

static void
an_error_comes_unasked(void **state)
{
	WORLD(w);
	(void)state;

	w.watch_a = loop_watch(w.loop, w.a[1], POLLIN, count, &w);
	(void)close(w.a[0]);
	assert_true(loop_turn(w.loop, -1));
	assert_int_equal(w.events, POLLERR);
}

static void
a_closed_descriptor_is_told(void **state)
{
	WORLD(w);
	(void)state;

	w.watch_a = loop_watch(w.loop, w.a[0], POLLIN, count, &w);
	(void)close(w.a[0]);
	assert_true(loop_turn(w.loop, -1));
	assert_int_equal(w.events, POLLNVAL);
}

static void
a_plain_file_can_be_watched(void **state)
{
	int file = memfd_create("calls", MFD_CLOEXEC);

	WORLD(w);
	(void)state;

	w.watch_a = loop_watch(w.loop, file, POLLIN, count, &w);
	assert_true(loop_turn(w.loop, -1));
	assert_int_equal(w.events, POLLIN);
	(void)close(file);
}

static void
watches_are_called_in_the_order_they_were_made(void **state)
{
	WORLD(w);
	(void)state;

	make_readable(w.a);
	make_readable(w.b);
	w.watch_b = loop_watch(w.loop, w.b[0], POLLIN, remember, &w);
	w.watch_a = loop_watch(w.loop, w.a[0], POLLIN, remember, &w);
	assert_true(loop_turn(w.loop, 0));
	assert_int_equal(w.order_count, 2);
	assert_int_equal(w.order[0], w.b[0]);
	assert_int_equal(w.order[1], w.a[0]);
}

static void
a_callback_may_free_its_own_watch_and_a_later_one(void **state)
{
	WORLD(w);
	(void)state;

	make_readable(w.a);
	make_readable(w.b);
	w.watch_a = loop_watch(w.loop, w.a[0], POLLIN, count_and_free_both, &w);
	w.watch_b = loop_watch(w.loop, w.b[0], POLLIN, count_b, &w);
	assert_false(loop_turn(w.loop, 0));
	assert_int_equal(w.calls, 1);
	assert_int_equal(w.calls_b, 0);
}

static void
a_callback_may_free_a_watch_that_was_called_before_it(void **state)
{
	WORLD(w);
	(void)state;

	make_readable(w.a);
	make_readable(w.b);
	w.watch_b = loop_watch(w.loop, w.b[0], POLLIN, count_b, &w);
	w.watch_a = loop_watch(w.loop, w.a[0], POLLIN, count_and_free_both, &w);
	assert_false(loop_turn(w.loop, 0));
	assert_false(loop_turn(w.loop, 0));
	assert_int_equal(w.calls_b, 1);
}

static void
a_watch_made_by_a_callback_waits_for_the_next_turn(void **state)
{
	WORLD(w);
	(void)state;

	make_readable(w.a);
	make_readable(w.b);
	w.watch_a = loop_watch(w.loop, w.a[0], POLLIN, add_watch_b, &w);
	assert_true(loop_turn(w.loop, 0));
	assert_int_equal(w.calls_b, 0);
	assert_true(loop_turn(w.loop, 0));
	assert_int_equal(w.calls_b, 1);
}

/* Frees b's watch, closes its descriptor and watches a new one of its number.
 * What poll said of the old one must not reach it. */
static void
replace_b(int fd, short events, void *argument)
{
	struct world *w = argument;
	int old = w->b[0];

	count(fd, events, w);
	watch_free(w->watch_b);
	(void)close(w->b[0]);
	(void)close(w->b[1]);
	assert_int_equal(pipe2(w->b, O_CLOEXEC), 0);
	assert_int_equal(w->b[0], old);
	w->watch_b = loop_watch(w->loop, w->b[0], POLLIN, count_b, w);
	watch_set(w->watch_a, 0);
}

static void
a_descriptor_of_an_old_number_is_a_new_one(void **state)
{
	WORLD(w);
	(void)state;

	make_readable(w.a);
	make_readable(w.b);
	w.watch_a = loop_watch(w.loop, w.a[0], POLLIN, replace_b, &w);
	w.watch_b = loop_watch(w.loop, w.b[0], POLLIN, count_b, &w);
	assert_true(loop_turn(w.loop, 0));
	assert_true(loop_turn(w.loop, 0));
	assert_int_equal(w.calls_b, 0);
	make_readable(w.b);
	assert_true(loop_turn(w.loop, 0));
	assert_int_equal(w.calls_b, 1);
}

static void
many_watches_made_by_a_callback_move_nothing(void **state)
{
	WORLD(w);
	(void)state;

	make_readable(w.a);
	for (int i = 0; i < 7; i++)
		(void)loop_watch(w.loop, w.a[0], POLLIN, add_watch_b, &w);
	w.watch_b = loop_watch(w.loop, w.b[0], POLLIN, count_b, &w);
	for (int i = 0; i < 100; i++)
		(void)loop_watch(w.loop, w.b[0], POLLIN, count_b, &w);
	assert_true(loop_turn(w.loop, 0));
	assert_int_equal(w.calls, 7);
}

static void
a_resting_watch_is_not_called_even_for_a_hang_up(void **state)
{
	WORLD(w);
	(void)state;

	w.watch_a = loop_watch(w.loop, w.a[0], POLLIN, count, &w);
	w.watch_b = loop_watch(w.loop, w.b[0], POLLIN, count_b, &w);
	watch_set(w.watch_a, 0);
	(void)close(w.a[1]);
	assert_true(loop_turn(w.loop, 0));
	assert_int_equal(w.calls, 0);
	watch_set(w.watch_a, POLLIN);
	assert_true(loop_turn(w.loop, -1));
	assert_int_equal(w.calls, 1);
}

static void
the_loop_does_not_stay_for_a_resting_watch(void **state)
{
	WORLD(w);
	(void)state;

	w.watch_a = loop_watch(w.loop, w.a[0], 0, count, &w);
	assert_false(loop_turn(w.loop, -1));
}

static void
a_watch_put_to_rest_by_a_callback_is_not_called(void **state)
{
	WORLD(w);
	(void)state;

	make_readable(w.a);
	make_readable(w.b);
	w.watch_a = loop_watch(w.loop, w.a[0], POLLIN, rest_b, &w);
	w.watch_b = loop_watch(w.loop, w.b[0], POLLIN, count_b, &w);
	assert_true(loop_turn(w.loop, 0));
	assert_int_equal(w.calls_b, 0);
}

static void
what_is_not_wanted_any_more_is_not_delivered(void **state)
{
	WORLD(w);
	(void)state;

	make_readable(w.a);
	make_readable(w.b);
	w.watch_a = loop_watch(w.loop, w.a[0], POLLIN, want_b_to_write, &w);
	w.watch_b = loop_watch(w.loop, w.b[0], POLLIN, count_b, &w);
	assert_true(loop_turn(w.loop, 0));
	assert_int_equal(w.calls_b, 0);
}

static void
freeing_nothing_is_fine(void **state)
{
	(void)state;
	watch_free(NULL);
	timer_free(NULL);
	loop_free(NULL);
}

/* --- timers --------------------------------------------------------------- */

static void
a_timer_is_called_once(void **state)
{
	WORLD(w);
	(void)state;

	w.timer = loop_at(w.loop, clock_now_ms(), count_time, &w);
	assert_false(loop_turn(w.loop, -1));
	assert_false(loop_turn(w.loop, -1));
	assert_int_equal(w.calls_b, 1);
}

static void
a_timer_is_never_early(void **state)
{
	int64_t at_ms = clock_now_ms() + 20;

	WORLD(w);
	(void)state;

	w.timer = loop_at(w.loop, at_ms, count_time, &w);
	while (loop_turn(w.loop, -1))
		assert_int_equal(w.calls_b, 0);
	assert_int_equal(w.calls_b, 1);
	assert_true(clock_now_ms() >= at_ms);
}

static void
the_first_timer_ends_the_wait(void **state)
{
	WORLD(w);
	(void)state;

	w.watch_a = loop_watch(w.loop, w.a[0], POLLIN, count, &w);
	(void)loop_at(w.loop, INT64_MAX, count_time_and_stop, &w);
	w.timer = loop_at(w.loop, clock_now_ms() + 1, count_time, &w);
	while (w.calls_b == 0)
		assert_true(loop_turn(w.loop, -1));
}

static void
a_turn_waits_no_longer_than_asked(void **state)
{
	WORLD(w);
	(void)state;

	w.timer = loop_at(w.loop, INT64_MAX, count_time, &w);
	assert_true(loop_turn(w.loop, 0));
	assert_true(loop_turn(w.loop, 1));
	assert_int_equal(w.calls_b, 0);
}

static void
timers_come_by_time_and_then_in_the_order_made(void **state)
{
	WORLD(w);
	(void)state;

	(void)loop_at(w.loop, 20, remember_minus_two, &w);
	(void)loop_at(w.loop, 10, remember_minus_one, &w);
	(void)loop_at(w.loop, 10, remember_minus_two, &w);
	(void)loop_at(w.loop, 5, remember_minus_two, &w);
	assert_false(loop_turn(w.loop, -1));
	assert_int_equal(w.order_count, 4);
	assert_int_equal(w.order[0], -2);
	assert_int_equal(w.order[1], -1);
	assert_int_equal(w.order[2], -2);
	assert_int_equal(w.order[3], -2);
}

struct numbered {
	struct world *world;
	int number;
};

static void
remember_number(void *argument)
{
	struct numbered *n = argument;

	n->world->order[n->world->order_count++] = n->number;
}

static void
a_thousand_timers_in_any_order_come_sorted(void **state)
{
	static struct numbered numbers[1000];

	WORLD(w);
	(void)state;

	for (int i = 0; i < 1000; i++) {
		numbers[i] = (struct numbered){&w, i * 7919 % 1000};
		(void)loop_at(w.loop, numbers[i].number, remember_number,
			&numbers[i]);
	}
	assert_false(loop_turn(w.loop, -1));
	assert_int_equal(w.order_count, 1000);
	for (int i = 0; i < 1000; i++)
		assert_int_equal(w.order[i], i);
}

static void
a_freed_timer_is_not_called(void **state)
{
	WORLD(w);
	(void)state;

	w.timer = loop_at(w.loop, 0, count_time, &w);
	timer_free(w.timer);
	assert_false(loop_turn(w.loop, -1));
	assert_int_equal(w.calls_b, 0);
}

static void
a_timer_may_free_another_that_is_due(void **state)
{
	WORLD(w);
	(void)state;

	(void)loop_at(w.loop, 0, count_time_and_free_timer, &w);
	w.timer = loop_at(w.loop, 1, count_time, &w);
	assert_false(loop_turn(w.loop, -1));
	assert_int_equal(w.calls, 1);
	assert_int_equal(w.calls_b, 0);
}

static void
a_timer_may_free_another_that_waits(void **state)
{
	WORLD(w);
	(void)state;

	(void)loop_at(w.loop, 0, count_time_and_free_timer, &w);
	w.timer = loop_at(w.loop, INT64_MAX, count_time, &w);
	assert_false(loop_turn(w.loop, -1));
	assert_int_equal(w.calls, 1);
}

static void
a_watch_may_free_a_timer_that_is_due(void **state)
{
	WORLD(w);
	(void)state;

	make_readable(w.a);
	w.watch_a = loop_watch(w.loop, w.a[0], POLLIN, free_timer, &w);
	w.timer = loop_at(w.loop, 0, count_time, &w);
	assert_true(loop_turn(w.loop, -1));
	assert_int_equal(w.calls, 1);
	assert_int_equal(w.calls_b, 0);
}

static void
a_timer_made_by_a_timer_waits_for_the_next_turn(void **state)
{
	WORLD(w);
	(void)state;

	(void)loop_at(w.loop, 0, count_time_and_begin_again, &w);
	assert_true(loop_turn(w.loop, -1));
	assert_int_equal(w.calls, 1);
	assert_true(loop_turn(w.loop, -1));
	assert_int_equal(w.calls, 2);
}

static void
a_timer_made_by_a_watch_waits_for_the_next_turn(void **state)
{
	WORLD(w);
	(void)state;

	make_readable(w.a);
	w.watch_a = loop_watch(w.loop, w.a[0], POLLIN, begin_time, &w);
	assert_true(loop_turn(w.loop, -1));
	assert_int_equal(w.calls, 1);
	assert_int_equal(w.calls_b, 0);
}

static void
what_arrives_with_its_deadline_comes_first(void **state)
{
	WORLD(w);
	(void)state;

	make_readable(w.a);
	(void)loop_at(w.loop, 0, remember_minus_one, &w);
	w.watch_a = loop_watch(w.loop, w.a[0], POLLIN, remember, &w);
	assert_true(loop_turn(w.loop, -1));
	assert_int_equal(w.order_count, 2);
	assert_int_equal(w.order[0], w.a[0]);
	assert_int_equal(w.order[1], -1);
}

/* --- stopping ------------------------------------------------------------- */

static void
nothing_is_called_behind_a_stop(void **state)
{
	WORLD(w);
	(void)state;

	make_readable(w.a);
	make_readable(w.b);
	w.watch_a = loop_watch(w.loop, w.a[0], POLLIN, count_and_stop, &w);
	w.watch_b = loop_watch(w.loop, w.b[0], POLLIN, count_b, &w);
	(void)loop_at(w.loop, 0, count_time, &w);
	loop_run(w.loop);
	assert_int_equal(w.calls, 1);
	assert_int_equal(w.calls_b, 0);
}

static void
what_a_stop_left_is_called_by_the_next_run(void **state)
{
	WORLD(w);
	(void)state;

	(void)loop_at(w.loop, 0, count_time_and_stop, &w);
	(void)loop_at(w.loop, 0, count_time, &w);
	loop_run(w.loop);
	assert_int_equal(w.calls_b, 0);
	loop_run(w.loop);
	assert_int_equal(w.calls_b, 1);
}

static void
what_a_stop_left_is_freed_with_the_loop(void **state)
{
	WORLD(w);
	(void)state;

	(void)loop_at(w.loop, 0, count_time_and_stop, &w);
	(void)loop_at(w.loop, 0, count_time, &w);
	loop_run(w.loop);
	assert_int_equal(w.calls, 1);
}

static void
a_stop_before_the_run_counts(void **state)
{
	WORLD(w);
	(void)state;

	w.watch_a = loop_watch(w.loop, w.a[0], POLLIN, count, &w);
	loop_stop(w.loop);
	loop_run(w.loop);
	assert_int_equal(w.calls, 0);
}

static void
a_stopped_loop_makes_no_turn(void **state)
{
	WORLD(w);
	(void)state;

	make_readable(w.a);
	w.watch_a = loop_watch(w.loop, w.a[0], POLLIN, count, &w);
	loop_stop(w.loop);
	assert_false(loop_turn(w.loop, -1));
	assert_int_equal(w.calls, 0);
}

static void
runs_until_nothing_is_left(void **state)
{
	WORLD(w);
	(void)state;

	make_readable(w.a);
	w.watch_a = loop_watch(w.loop, w.a[0], POLLIN, count_and_free_both, &w);
	(void)loop_at(w.loop, clock_now_ms() + 2, count_time, &w);
	loop_run(w.loop);
	assert_int_equal(w.calls, 1);
	assert_int_equal(w.calls_b, 1);
}

/* --- signals -------------------------------------------------------------- */

static volatile sig_atomic_t alarms;

static void
on_alarm(int number)
{
	(void)number;
	alarms = 1;
}

static void
a_signal_ends_the_turn_and_not_the_loop(void **state)
{
	struct sigaction action = {.sa_handler = on_alarm};
	struct sigaction before;
	struct itimerval soon = {.it_value = {.tv_usec = 10000}};

	WORLD(w);
	(void)state;

	w.watch_a = loop_watch(w.loop, w.a[0], POLLIN, count, &w);
	assert_int_equal(sigaction(SIGALRM, &action, &before), 0);
	assert_int_equal(setitimer(ITIMER_REAL, &soon, NULL), 0);
	assert_true(loop_turn(w.loop, -1));
	assert_int_equal(sigaction(SIGALRM, &before, NULL), 0);
	assert_int_equal(alarms, 1);
	assert_int_equal(w.calls, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_empty_loop_ends_at_once),
		cmocka_unit_test(calls_when_there_is_something_to_read),
		cmocka_unit_test(calls_for_what_was_asked_only),
		cmocka_unit_test(a_hang_up_comes_unasked),
		cmocka_unit_test(an_error_comes_unasked),
		cmocka_unit_test(a_closed_descriptor_is_told),
		cmocka_unit_test(a_plain_file_can_be_watched),
		cmocka_unit_test(
			watches_are_called_in_the_order_they_were_made),
		cmocka_unit_test(
			a_callback_may_free_its_own_watch_and_a_later_one),
		cmocka_unit_test(
			a_callback_may_free_a_watch_that_was_called_before_it),
		cmocka_unit_test(
			a_watch_made_by_a_callback_waits_for_the_next_turn),
		cmocka_unit_test(a_descriptor_of_an_old_number_is_a_new_one),
		cmocka_unit_test(many_watches_made_by_a_callback_move_nothing),
		cmocka_unit_test(
			a_resting_watch_is_not_called_even_for_a_hang_up),
		cmocka_unit_test(the_loop_does_not_stay_for_a_resting_watch),
		cmocka_unit_test(
			a_watch_put_to_rest_by_a_callback_is_not_called),
		cmocka_unit_test(what_is_not_wanted_any_more_is_not_delivered),
		cmocka_unit_test(freeing_nothing_is_fine),
		cmocka_unit_test(a_timer_is_called_once),
		cmocka_unit_test(a_timer_is_never_early),
		cmocka_unit_test(the_first_timer_ends_the_wait),
		cmocka_unit_test(a_turn_waits_no_longer_than_asked),
		cmocka_unit_test(
			timers_come_by_time_and_then_in_the_order_made),
		cmocka_unit_test(a_thousand_timers_in_any_order_come_sorted),
		cmocka_unit_test(a_freed_timer_is_not_called),
		cmocka_unit_test(a_timer_may_free_another_that_is_due),
		cmocka_unit_test(a_timer_may_free_another_that_waits),
		cmocka_unit_test(a_watch_may_free_a_timer_that_is_due),
		cmocka_unit_test(
			a_timer_made_by_a_timer_waits_for_the_next_turn),
		cmocka_unit_test(
			a_timer_made_by_a_watch_waits_for_the_next_turn),
		cmocka_unit_test(what_arrives_with_its_deadline_comes_first),
		cmocka_unit_test(nothing_is_called_behind_a_stop),
		cmocka_unit_test(what_a_stop_left_is_called_by_the_next_run),
		cmocka_unit_test(what_a_stop_left_is_freed_with_the_loop),
		cmocka_unit_test(a_stop_before_the_run_counts),
		cmocka_unit_test(a_stopped_loop_makes_no_turn),
		cmocka_unit_test(runs_until_nothing_is_left),
		cmocka_unit_test(a_signal_ends_the_turn_and_not_the_loop),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
