/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <limits.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/timers.h"

/* Some timers, and the marks of those that were called. */
struct clockwork {
	struct timers timers;
	struct timer *victim;
	int marks[1000];
	int count;
};

static int
setup(void **state)
{
	struct clockwork *c = mem_new(sizeof(*c));

	timers_init(&c->timers);
	*state = c;
	return 0;
}

static int
teardown(void **state)
{
	struct clockwork *c = *state;

	timers_release(&c->timers);
	free(c);
	return 0;
}

#define CLOCKWORK(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

static void
mark_1(void *argument)
{
	struct clockwork *c = argument;

	c->marks[c->count++] = 1;
}

static void
mark_2(void *argument)
{
	struct clockwork *c = argument;

	c->marks[c->count++] = 2;
}

static void
free_victim(void *argument)
{
	struct clockwork *c = argument;

	c->marks[c->count++] = 3;
	timer_free(c->victim);
}

static void
begin_again(void *argument)
{
	struct clockwork *c = argument;

	c->marks[c->count++] = 4;
	(void)timers_add(&c->timers, 0, begin_again, c);
}

static void
call_all(struct clockwork *c, int64_t now_ms)
{
	timers_collect(&c->timers, now_ms);
	while (timers_call_next(&c->timers))
		;
}

static void
begins_empty(void **state)
{
	struct clockwork *c = *state;

	assert_true(timers_is_empty(&c->timers));
	assert_false(timers_call_next(&c->timers));
}

static void
nothing_is_called_before_its_time(void **state)
{
	struct clockwork *c = *state;

	(void)timers_add(&c->timers, 10, mark_1, c);
	call_all(c, 9);
	assert_int_equal(c->count, 0);
	assert_false(timers_is_empty(&c->timers));
}

static void
a_timer_is_called_once_when_its_time_has_come(void **state)
{
	struct clockwork *c = *state;

	(void)timers_add(&c->timers, 10, mark_1, c);
	call_all(c, 10);
	assert_int_equal(c->count, 1);
	assert_true(timers_is_empty(&c->timers));
	call_all(c, 10);
	assert_int_equal(c->count, 1);
}

static void
what_is_due_is_not_empty(void **state)
{
	struct clockwork *c = *state;

	(void)timers_add(&c->timers, 10, mark_1, c);
	timers_collect(&c->timers, 10);
	assert_false(timers_is_empty(&c->timers));
}

static void
the_earlier_comes_first(void **state)
{
	struct clockwork *c = *state;

	(void)timers_add(&c->timers, 20, mark_2, c);
	(void)timers_add(&c->timers, 10, mark_1, c);
	call_all(c, 20);
	assert_int_equal(c->marks[0], 1);
	assert_int_equal(c->marks[1], 2);
}

static void
of_the_same_time_the_first_made_comes_first(void **state)
{
	struct clockwork *c = *state;

	(void)timers_add(&c->timers, 10, mark_1, c);
	(void)timers_add(&c->timers, 20, mark_1, c);
	(void)timers_add(&c->timers, 10, mark_2, c);
	call_all(c, 15);
	assert_int_equal(c->count, 2);
	assert_int_equal(c->marks[0], 1);
	assert_int_equal(c->marks[1], 2);
}

struct numbered {
	struct clockwork *clockwork;
	int number;
};

static void
mark_number(void *argument)
{
	struct numbered *n = argument;

	n->clockwork->marks[n->clockwork->count++] = n->number;
}

static void
a_thousand_in_any_order_come_sorted(void **state)
{
	static struct numbered numbers[1000];
	struct clockwork *c = *state;

	for (int i = 0; i < 1000; i++) {
		numbers[i] = (struct numbered){c, i * 7919 % 1000};
		(void)timers_add(&c->timers, numbers[i].number, mark_number,
			&numbers[i]);
	}
	call_all(c, 1000);
	assert_int_equal(c->count, 1000);
	for (int i = 0; i < 1000; i++)
		assert_int_equal(c->marks[i], i);
}

static void
a_freed_one_is_not_called(void **state)
{
	struct clockwork *c = *state;
	struct timer *t = timers_add(&c->timers, 10, mark_1, c);

	(void)timers_add(&c->timers, 10, mark_2, c);
	timer_free(t);
	call_all(c, 10);
	assert_int_equal(c->count, 1);
	assert_int_equal(c->marks[0], 2);
}

static void
freeing_no_timer_is_fine(void **state)
{
	(void)state;
	timer_free(NULL);
}

static void
a_callback_may_free_one_that_is_due(void **state)
{
	struct clockwork *c = *state;

	(void)timers_add(&c->timers, 10, free_victim, c);
	c->victim = timers_add(&c->timers, 10, mark_1, c);
	call_all(c, 10);
	assert_int_equal(c->count, 1);
}

static void
a_callback_may_free_one_that_waits(void **state)
{
	struct clockwork *c = *state;

	(void)timers_add(&c->timers, 10, free_victim, c);
	c->victim = timers_add(&c->timers, 20, mark_1, c);
	call_all(c, 10);
	assert_int_equal(c->count, 1);
	assert_true(timers_is_empty(&c->timers));
}

static void
what_a_callback_adds_waits_to_be_collected(void **state)
{
	struct clockwork *c = *state;

	(void)timers_add(&c->timers, 10, begin_again, c);
	call_all(c, 10);
	assert_int_equal(c->count, 1);
	call_all(c, 10);
	assert_int_equal(c->count, 2);
}

static void
what_was_not_called_stays_due_and_first(void **state)
{
	struct clockwork *c = *state;

	(void)timers_add(&c->timers, 20, mark_1, c);
	timers_collect(&c->timers, 20);
	(void)timers_add(&c->timers, 10, mark_2, c);
	call_all(c, 20);
	assert_int_equal(c->marks[0], 1);
	assert_int_equal(c->marks[1], 2);
}

static void
without_timers_the_wait_is_what_is_asked(void **state)
{
	struct clockwork *c = *state;

	assert_int_equal(timers_wait_ms(&c->timers, 5, -1), -1);
	assert_int_equal(timers_wait_ms(&c->timers, 5, 0), 0);
	assert_int_equal(timers_wait_ms(&c->timers, 5, 70), 70);
}

static void
the_wait_ends_with_the_first_timer(void **state)
{
	struct clockwork *c = *state;

	(void)timers_add(&c->timers, 90, mark_1, c);
	(void)timers_add(&c->timers, 50, mark_1, c);
	assert_int_equal(timers_wait_ms(&c->timers, 20, -1), 30);
	assert_int_equal(timers_wait_ms(&c->timers, 20, 31), 30);
	assert_int_equal(timers_wait_ms(&c->timers, 20, 29), 29);
}

static void
nobody_waits_for_what_is_past_or_due(void **state)
{
	struct clockwork *c = *state;

	(void)timers_add(&c->timers, 10, mark_1, c);
	assert_int_equal(timers_wait_ms(&c->timers, 10, -1), 0);
	assert_int_equal(timers_wait_ms(&c->timers, 99, -1), 0);
	timers_collect(&c->timers, 99);
	assert_int_equal(timers_wait_ms(&c->timers, 99, -1), 0);
}

static void
the_farthest_time_is_waited_for_in_parts(void **state)
{
	struct clockwork *c = *state;

	(void)timers_add(&c->timers, INT64_MAX, mark_1, c);
	assert_int_equal(timers_wait_ms(&c->timers, 0, -1), INT_MAX);
	assert_int_equal(timers_wait_ms(&c->timers, 0, 7), 7);
}

static void
a_time_long_past_overflows_nothing(void **state)
{
	struct clockwork *c = *state;

	(void)timers_add(&c->timers, INT64_MIN, mark_1, c);
	assert_int_equal(timers_wait_ms(&c->timers, INT64_MAX, -1), 0);
}

static void
releasing_frees_those_that_wait_and_those_that_are_due(void **state)
{
	struct clockwork *c = *state;

	(void)timers_add(&c->timers, 10, mark_1, c);
	(void)timers_add(&c->timers, 20, mark_1, c);
	timers_collect(&c->timers, 10);
	timers_release(&c->timers);
	assert_true(timers_is_empty(&c->timers));
	assert_int_equal(c->count, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		CLOCKWORK(begins_empty),
		CLOCKWORK(nothing_is_called_before_its_time),
		CLOCKWORK(a_timer_is_called_once_when_its_time_has_come),
		CLOCKWORK(what_is_due_is_not_empty),
		CLOCKWORK(the_earlier_comes_first),
		CLOCKWORK(of_the_same_time_the_first_made_comes_first),
		CLOCKWORK(a_thousand_in_any_order_come_sorted),
		CLOCKWORK(a_freed_one_is_not_called),
		CLOCKWORK(freeing_no_timer_is_fine),
		CLOCKWORK(a_callback_may_free_one_that_is_due),
		CLOCKWORK(a_callback_may_free_one_that_waits),
		CLOCKWORK(what_a_callback_adds_waits_to_be_collected),
		CLOCKWORK(what_was_not_called_stays_due_and_first),
		CLOCKWORK(without_timers_the_wait_is_what_is_asked),
		CLOCKWORK(the_wait_ends_with_the_first_timer),
		CLOCKWORK(nobody_waits_for_what_is_past_or_due),
		CLOCKWORK(the_farthest_time_is_waited_for_in_parts),
		CLOCKWORK(a_time_long_past_overflows_nothing),
		CLOCKWORK(
			releasing_frees_those_that_wait_and_those_that_are_due),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
