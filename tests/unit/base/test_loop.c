#include "unit/unit.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/loop.h"

/*
 * A loop, two pipes, and a log of the callbacks: a watch of pipe a is "a", of
 * pipe b "b", a timer "t". A callback of a, and one of a timer, then does what
 * the test has set.
 */
struct world {
	struct loop *loop;
	int a[2];
	int b[2];
	struct watch *watch_a;
	struct watch *watch_b;
	struct timer *timer;
	void (*after_a)(struct world *w);
	void (*after_time)(struct world *w);
	short events; /* of a */
	char log[2000];
};

static int
setup(void **state)
{
	struct world *w = mem_new(sizeof(*w));

	w->loop = loop_new();
	*state = w;
	return pipe2(w->a, O_CLOEXEC) != 0 || pipe2(w->b, O_CLOEXEC) != 0;
}

static int
teardown(void **state)
{
	struct world *w = *state;

	loop_free(w->loop);
	for (int i = 0; i < 2; i++) {
		(void)close(w->a[i]); /* a test may have closed it */
		(void)close(w->b[i]);
	}
	free(w);
	return 0;
}

#define LOOP_TEST(sentence) TEST_ON(sentence, setup, teardown, struct world *w)

static void
add_mark(struct world *w, char mark)
{
	size_t size = strlen(w->log);

	w->log[size] = mark;
	w->log[size + 1] = '\0';
}

static void
on_a(int fd, short events, void *argument)
{
	struct world *w = argument;

	(void)fd;
	w->events = events;
	add_mark(w, 'a');
	if (w->after_a != NULL)
		w->after_a(w);
}

static void
on_b(int fd, short events, void *argument)
{
	(void)fd;
	(void)events;
	add_mark(argument, 'b');
}

static void
on_time(void *argument)
{
	struct world *w = argument;

	add_mark(w, 't');
	if (w->after_time != NULL)
		w->after_time(w);
}

static void
make_readable(const int pipe_fds[2])
{
	assert_int_equal(write(pipe_fds[1], "x", 1), 1);
}

static void
watch_a(struct world *w)
{
	w->watch_a = loop_watch(w->loop, w->a[0], POLLIN, on_a, w);
}

static void
watch_b(struct world *w)
{
	w->watch_b = loop_watch(w->loop, w->b[0], POLLIN, on_b, w);
}

/* Both are readable and watched, a first. */
static void
watch_both(struct world *w)
{
	make_readable(w->a);
	make_readable(w->b);
	watch_a(w);
	watch_b(w);
}

/* One turn that does not wait; the log of it. */
static const char *
turn(struct world *w)
{
	w->log[0] = '\0';
	(void)loop_turn(w->loop, 0);
	return w->log;
}

/* --- what callbacks do ---------------------------------------------------- */

static void
free_both(struct world *w)
{
	watch_free(w->watch_a);
	watch_free(w->watch_b);
	w->watch_a = w->watch_b = NULL;
}

static void
rest_b(struct world *w)
{
	watch_set(w->watch_b, 0);
}

static void
watch_b_to_write(struct world *w)
{
	watch_set(w->watch_b, POLLOUT);
}

/* Frees b's watch, closes its descriptor and watches a new one of its number.
 * What poll said of the old one must not reach it. */
static void
replace_b(struct world *w)
{
	int old = w->b[0];

	watch_free(w->watch_b);
	(void)close(w->b[0]);
	(void)close(w->b[1]);
	assert_int_equal(pipe2(w->b, O_CLOEXEC), 0);
	assert_int_equal(w->b[0], old);
	watch_b(w);
	watch_set(w->watch_a, 0);
}

static void
stop(struct world *w)
{
	loop_stop(w->loop);
}

static void
free_timer(struct world *w)
{
	timer_free(w->timer);
	w->timer = NULL;
}

static void
add_timer(struct world *w)
{
	(void)loop_at(w->loop, 0, on_time, w);
}

/* --- watches -------------------------------------------------------------- */

LOOP_TEST(hang_ups_and_errors_come_unasked)
{
	watch_a(w);
	(void)close(w->a[1]);
	assert_string_equal(turn(w), "a");
	assert_int_equal(w->events, POLLHUP);
	watch_free(w->watch_a);
	(void)close(w->b[0]);
	(void)loop_watch(w->loop, w->b[1], POLLIN, on_a, w);
	assert_string_equal(turn(w), "a");
	assert_int_equal(w->events, POLLERR);
	(void)close(w->b[1]);
	assert_string_equal(turn(w), "a");
	assert_int_equal(w->events, POLLNVAL);
}

LOOP_TEST(a_plain_file_can_be_watched)
{
	int file = memfd_create("calls", MFD_CLOEXEC);

	(void)loop_watch(w->loop, file, POLLIN, on_a, w);
	assert_string_equal(turn(w), "a");
	assert_int_equal(w->events, POLLIN);
	(void)close(file);
}

LOOP_TEST(watches_are_called_in_the_order_they_were_made)
{
	watch_both(w);
	assert_string_equal(turn(w), "ab");
	watch_free(w->watch_a);
	watch_a(w);
	assert_string_equal(turn(w), "ba");
}

LOOP_TEST(a_callback_may_free_its_own_watch_and_others)
{
	w->after_a = free_both;
	watch_both(w);
	assert_string_equal(turn(w), "a");
	assert_string_equal(turn(w), "");
	watch_b(w);
	watch_a(w);
	assert_string_equal(turn(w), "ba");
	assert_string_equal(turn(w), "");
}

LOOP_TEST(a_descriptor_of_an_old_number_is_a_new_one)
{
	w->after_a = replace_b;
	watch_both(w);
	assert_string_equal(turn(w), "a");
	assert_string_equal(turn(w), "");
	make_readable(w->b);
	assert_string_equal(turn(w), "b");
}

LOOP_TEST(a_resting_watch_is_not_called_even_for_a_hang_up)
{
	watch_a(w);
	watch_set(w->watch_a, 0);
	(void)close(w->a[1]);
	assert_string_equal(turn(w), "");
	/* Nor does the loop stay for it. */
	assert_false(loop_turn(w->loop, -1));
	watch_set(w->watch_a, POLLIN);
	assert_string_equal(turn(w), "a");
}

LOOP_TEST(what_a_callback_no_longer_wants_is_not_delivered)
{
	w->after_a = rest_b;
	watch_both(w);
	assert_string_equal(turn(w), "a");
	w->after_a = watch_b_to_write;
	watch_set(w->watch_b, POLLIN);
	assert_string_equal(turn(w), "a");
}

/* --- timers --------------------------------------------------------------- */

LOOP_TEST(a_timer_is_called_once_and_never_early)
{
	int64_t at_ms = clock_now_ms() + 20;

	(void)loop_at(w->loop, at_ms, on_time, w);
	while (loop_turn(w->loop, -1))
		assert_string_equal(w->log, "");
	assert_string_equal(w->log, "t");
	assert_true(clock_now_ms() >= at_ms);
	assert_false(loop_turn(w->loop, -1));
	assert_string_equal(w->log, "t");
}

LOOP_TEST(a_turn_waits_for_the_first_timer_and_no_longer_than_asked)
{
	watch_a(w);
	(void)loop_at(w->loop, INT64_MAX, on_time, w);
	assert_true(loop_turn(w->loop, 1));
	assert_string_equal(w->log, "");
	(void)loop_at(w->loop, clock_now_ms() + 1, on_time, w);
	while (w->log[0] == '\0')
		assert_true(loop_turn(w->loop, -1));
	(void)loop_at(w->loop, INT64_MIN, on_time, w);
	assert_string_equal(turn(w), "t");
}

struct numbered {
	int number;
	int *order;
	size_t *count;
};

static void
add_number(void *argument)
{
	struct numbered *n = argument;

	n->order[(*n->count)++] = n->number;
}

/* Of the same time the first made comes first. */
LOOP_TEST(a_thousand_in_any_order_come_sorted)
{
	enum { COUNT = 1000 };
	static struct numbered all[COUNT];
	static int order[COUNT];
	size_t count = 0;

	for (int i = 0; i < COUNT; i++) {
		all[i] = (struct numbered){i * 7919 % COUNT, order, &count};
		(void)loop_at(w->loop, all[i].number / 2, add_number, &all[i]);
	}
	(void)turn(w);
	assert_int_equal(count, COUNT);
	for (int i = 0; i < COUNT; i++)
		assert_int_equal(order[i] / 2, i / 2);
	for (int i = 0; i < COUNT; i++)
		all[i] = (struct numbered){i, order, &count};
	count = 0;
	for (int i = 0; i < COUNT; i++)
		(void)loop_at(w->loop, 5, add_number, &all[i]);
	(void)turn(w);
	for (int i = 0; i < COUNT; i++)
		assert_int_equal(order[i], i);
}

LOOP_TEST(a_freed_timer_is_not_called)
{
	/* By whom it may be freed: anybody, before it, in the same turn. */
	timer_free(loop_at(w->loop, 10, on_time, w));
	make_readable(w->a);
	watch_a(w);
	w->after_a = free_timer;
	w->timer = loop_at(w->loop, 0, on_time, w);
	assert_string_equal(turn(w), "a");
	w->after_time = free_timer;
	(void)loop_at(w->loop, 0, on_time, w);
	watch_free(w->watch_a);
	w->timer = loop_at(w->loop, 0, on_time, w);
	assert_string_equal(turn(w), "t");
	(void)loop_at(w->loop, 0, on_time, w);
	w->timer = loop_at(w->loop, INT64_MAX, on_time, w);
	assert_string_equal(turn(w), "t");
	assert_false(loop_turn(w->loop, -1));
}

LOOP_TEST(a_timer_made_by_a_callback_waits_for_the_next_turn)
{
	w->after_time = add_timer;
	add_timer(w);
	assert_string_equal(turn(w), "t");
	assert_string_equal(turn(w), "t");
	w->after_time = NULL;
	w->after_a = add_timer;
	make_readable(w->a);
	watch_a(w);
	assert_string_equal(turn(w), "at");
	assert_string_equal(turn(w), "at");
}

LOOP_TEST(what_arrives_with_its_deadline_comes_first)
{
	add_timer(w);
	make_readable(w->a);
	watch_a(w);
	assert_string_equal(turn(w), "at");
}

/* --- the loop ------------------------------------------------------------- */

LOOP_TEST(nothing_is_called_after_a_stop)
{
	w->after_a = stop;
	watch_both(w);
	add_timer(w);
	loop_run(w->loop);
	assert_string_equal(w->log, "a");
	/* What is left is called by the next run. */
	free_both(w);
	w->after_time = stop;
	add_timer(w);
	loop_run(w->loop);
	assert_string_equal(w->log, "at");
	loop_run(w->loop);
	assert_string_equal(w->log, "att");
	add_timer(w);
	add_timer(w);
	loop_run(w->loop); /* and the last one freed with the loop */
}

LOOP_TEST(a_stop_before_the_run_counts)
{
	make_readable(w->a);
	watch_a(w);
	loop_stop(w->loop);
	assert_false(loop_turn(w->loop, -1));
	loop_run(w->loop);
	assert_string_equal(w->log, "");
}

static volatile sig_atomic_t alarms;

static void
on_alarm(int number)
{
	(void)number;
	alarms = 1;
}

LOOP_TEST(a_signal_ends_the_turn_and_not_the_loop)
{
	struct sigaction action = {.sa_handler = on_alarm};
	struct sigaction before;
	struct itimerval soon = {.it_value = {.tv_usec = 10000}};

	watch_a(w);
	assert_int_equal(sigaction(SIGALRM, &action, &before), 0);
	assert_int_equal(setitimer(ITIMER_REAL, &soon, NULL), 0);
	assert_true(loop_turn(w->loop, -1));
	assert_int_equal(sigaction(SIGALRM, &before, NULL), 0);
	assert_int_equal(alarms, 1);
	assert_string_equal(w->log, "");
}
