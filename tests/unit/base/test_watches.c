#include "unit/unit.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/loop.h"
#include "unit/base/world.h"

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

TEST_WITH(calls_when_there_is_something_to_read, world_setup, world_teardown)
{
	struct world *w = *state;

	w->watch_a = loop_watch(w->loop, w->a[0], POLLIN, count, w);
	assert_true(loop_turn(w->loop, 0));
	assert_int_equal(w->calls, 0);
	make_readable(w->a);
	assert_true(loop_turn(w->loop, 0));
	assert_int_equal(w->calls, 1);
	assert_int_equal(w->events, POLLIN);
}

TEST_WITH(calls_for_what_was_asked_only, world_setup, world_teardown)
{
	struct world *w = *state;

	make_readable(w->a);
	w->watch_a = loop_watch(w->loop, w->a[1], POLLOUT, count, w);
	assert_true(loop_turn(w->loop, 0));
	assert_int_equal(w->events, POLLOUT);
}

TEST_WITH(a_hang_up_comes_unasked, world_setup, world_teardown)
{
	struct world *w = *state;

	w->watch_a = loop_watch(w->loop, w->a[0], POLLIN, count, w);
	(void)close(w->a[1]);
	assert_true(loop_turn(w->loop, -1));
	assert_int_equal(w->events, POLLHUP);
}

TEST_WITH(an_error_comes_unasked, world_setup, world_teardown)
{
	struct world *w = *state;

	w->watch_a = loop_watch(w->loop, w->a[1], POLLIN, count, w);
	(void)close(w->a[0]);
	assert_true(loop_turn(w->loop, -1));
	assert_int_equal(w->events, POLLERR);
}

TEST_WITH(a_closed_descriptor_is_told, world_setup, world_teardown)
{
	struct world *w = *state;

	w->watch_a = loop_watch(w->loop, w->a[0], POLLIN, count, w);
	(void)close(w->a[0]);
	assert_true(loop_turn(w->loop, -1));
	assert_int_equal(w->events, POLLNVAL);
}

TEST_WITH(a_plain_file_can_be_watched, world_setup, world_teardown)
{
	struct world *w = *state;
	int file = memfd_create("calls", MFD_CLOEXEC);

	w->watch_a = loop_watch(w->loop, file, POLLIN, count, w);
	assert_true(loop_turn(w->loop, -1));
	assert_int_equal(w->events, POLLIN);
	(void)close(file);
}

TEST_WITH(watches_are_called_in_the_order_they_were_made, world_setup,
	world_teardown)
{
	struct world *w = *state;

	make_readable(w->a);
	make_readable(w->b);
	w->watch_b = loop_watch(w->loop, w->b[0], POLLIN, remember, w);
	w->watch_a = loop_watch(w->loop, w->a[0], POLLIN, remember, w);
	assert_true(loop_turn(w->loop, 0));
	assert_int_equal(w->order_count, 2);
	assert_int_equal(w->order[0], w->b[0]);
	assert_int_equal(w->order[1], w->a[0]);
}

TEST_WITH(a_callback_may_free_its_own_watch_and_a_later_one, world_setup,
	world_teardown)
{
	struct world *w = *state;

	make_readable(w->a);
	make_readable(w->b);
	w->watch_a =
		loop_watch(w->loop, w->a[0], POLLIN, count_and_free_both, w);
	w->watch_b = loop_watch(w->loop, w->b[0], POLLIN, count_b, w);
	assert_false(loop_turn(w->loop, 0));
	assert_int_equal(w->calls, 1);
	assert_int_equal(w->calls_b, 0);
}

TEST_WITH(a_callback_may_free_a_watch_that_was_called_before_it, world_setup,
	world_teardown)
{
	struct world *w = *state;

	make_readable(w->a);
	make_readable(w->b);
	w->watch_b = loop_watch(w->loop, w->b[0], POLLIN, count_b, w);
	w->watch_a =
		loop_watch(w->loop, w->a[0], POLLIN, count_and_free_both, w);
	assert_false(loop_turn(w->loop, 0));
	assert_false(loop_turn(w->loop, 0));
	assert_int_equal(w->calls_b, 1);
}

TEST_WITH(a_watch_made_by_a_callback_waits_for_the_next_turn, world_setup,
	world_teardown)
{
	struct world *w = *state;

	make_readable(w->a);
	make_readable(w->b);
	w->watch_a = loop_watch(w->loop, w->a[0], POLLIN, add_watch_b, w);
	assert_true(loop_turn(w->loop, 0));
	assert_int_equal(w->calls_b, 0);
	assert_true(loop_turn(w->loop, 0));
	assert_int_equal(w->calls_b, 1);
}

TEST_WITH(
	a_descriptor_of_an_old_number_is_a_new_one, world_setup, world_teardown)
{
	struct world *w = *state;

	make_readable(w->a);
	make_readable(w->b);
	w->watch_a = loop_watch(w->loop, w->a[0], POLLIN, replace_b, w);
	w->watch_b = loop_watch(w->loop, w->b[0], POLLIN, count_b, w);
	assert_true(loop_turn(w->loop, 0));
	assert_true(loop_turn(w->loop, 0));
	assert_int_equal(w->calls_b, 0);
	make_readable(w->b);
	assert_true(loop_turn(w->loop, 0));
	assert_int_equal(w->calls_b, 1);
}

TEST_WITH(many_watches_made_by_a_callback_move_nothing, world_setup,
	world_teardown)
{
	struct world *w = *state;

	make_readable(w->a);
	for (int i = 0; i < 7; i++)
		(void)loop_watch(w->loop, w->a[0], POLLIN, add_watch_b, w);
	w->watch_b = loop_watch(w->loop, w->b[0], POLLIN, count_b, w);
	for (int i = 0; i < 100; i++)
		(void)loop_watch(w->loop, w->b[0], POLLIN, count_b, w);
	assert_true(loop_turn(w->loop, 0));
	assert_int_equal(w->calls, 7);
}

TEST_WITH(a_resting_watch_is_not_called_even_for_a_hang_up, world_setup,
	world_teardown)
{
	struct world *w = *state;

	w->watch_a = loop_watch(w->loop, w->a[0], POLLIN, count, w);
	w->watch_b = loop_watch(w->loop, w->b[0], POLLIN, count_b, w);
	watch_set(w->watch_a, 0);
	(void)close(w->a[1]);
	assert_true(loop_turn(w->loop, 0));
	assert_int_equal(w->calls, 0);
	watch_set(w->watch_a, POLLIN);
	assert_true(loop_turn(w->loop, -1));
	assert_int_equal(w->calls, 1);
}

TEST_WITH(
	the_loop_does_not_stay_for_a_resting_watch, world_setup, world_teardown)
{
	struct world *w = *state;

	w->watch_a = loop_watch(w->loop, w->a[0], 0, count, w);
	assert_false(loop_turn(w->loop, -1));
}

TEST_WITH(a_watch_put_to_rest_by_a_callback_is_not_called, world_setup,
	world_teardown)
{
	struct world *w = *state;

	make_readable(w->a);
	make_readable(w->b);
	w->watch_a = loop_watch(w->loop, w->a[0], POLLIN, rest_b, w);
	w->watch_b = loop_watch(w->loop, w->b[0], POLLIN, count_b, w);
	assert_true(loop_turn(w->loop, 0));
	assert_int_equal(w->calls_b, 0);
}

TEST_WITH(what_is_not_wanted_any_more_is_not_delivered, world_setup,
	world_teardown)
{
	struct world *w = *state;

	make_readable(w->a);
	make_readable(w->b);
	w->watch_a = loop_watch(w->loop, w->a[0], POLLIN, want_b_to_write, w);
	w->watch_b = loop_watch(w->loop, w->b[0], POLLIN, count_b, w);
	assert_true(loop_turn(w->loop, 0));
	assert_int_equal(w->calls_b, 0);
}
