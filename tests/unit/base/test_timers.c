#include "unit/unit.h"

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

TEST_WITH(begins_empty, setup, teardown)
{
	struct clockwork *c = *state;

	assert_true(timers_is_empty(&c->timers));
	assert_false(timers_call_next(&c->timers));
}

TEST_WITH(nothing_is_called_before_its_time, setup, teardown)
{
	struct clockwork *c = *state;

	(void)timers_add(&c->timers, 10, mark_1, c);
	call_all(c, 9);
	assert_int_equal(c->count, 0);
	assert_false(timers_is_empty(&c->timers));
}

TEST_WITH(a_timer_is_called_once_when_its_time_has_come, setup, teardown)
{
	struct clockwork *c = *state;

	(void)timers_add(&c->timers, 10, mark_1, c);
	call_all(c, 10);
	assert_int_equal(c->count, 1);
	assert_true(timers_is_empty(&c->timers));
	call_all(c, 10);
	assert_int_equal(c->count, 1);
}

TEST_WITH(what_is_due_is_not_empty, setup, teardown)
{
	struct clockwork *c = *state;

	(void)timers_add(&c->timers, 10, mark_1, c);
	timers_collect(&c->timers, 10);
	assert_false(timers_is_empty(&c->timers));
}

TEST_WITH(the_earlier_comes_first, setup, teardown)
{
	struct clockwork *c = *state;

	(void)timers_add(&c->timers, 20, mark_2, c);
	(void)timers_add(&c->timers, 10, mark_1, c);
	call_all(c, 20);
	assert_int_equal(c->marks[0], 1);
	assert_int_equal(c->marks[1], 2);
}

TEST_WITH(of_the_same_time_the_first_made_comes_first, setup, teardown)
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

TEST_WITH(a_thousand_in_any_order_come_sorted, setup, teardown)
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

TEST_WITH(a_freed_one_is_not_called, setup, teardown)
{
	struct clockwork *c = *state;
	struct timer *t = timers_add(&c->timers, 10, mark_1, c);

	(void)timers_add(&c->timers, 10, mark_2, c);
	timer_free(t);
	call_all(c, 10);
	assert_int_equal(c->count, 1);
	assert_int_equal(c->marks[0], 2);
}

TEST_WITH(freeing_no_timer_is_fine, setup, teardown)
{
	timer_free(NULL);
}

TEST_WITH(a_callback_may_free_one_that_is_due, setup, teardown)
{
	struct clockwork *c = *state;

	(void)timers_add(&c->timers, 10, free_victim, c);
	c->victim = timers_add(&c->timers, 10, mark_1, c);
	call_all(c, 10);
	assert_int_equal(c->count, 1);
}

TEST_WITH(a_callback_may_free_one_that_waits, setup, teardown)
{
	struct clockwork *c = *state;

	(void)timers_add(&c->timers, 10, free_victim, c);
	c->victim = timers_add(&c->timers, 20, mark_1, c);
	call_all(c, 10);
	assert_int_equal(c->count, 1);
	assert_true(timers_is_empty(&c->timers));
}

TEST_WITH(what_a_callback_adds_waits_to_be_collected, setup, teardown)
{
	struct clockwork *c = *state;

	(void)timers_add(&c->timers, 10, begin_again, c);
	call_all(c, 10);
	assert_int_equal(c->count, 1);
	call_all(c, 10);
	assert_int_equal(c->count, 2);
}

TEST_WITH(what_was_not_called_stays_due_and_first, setup, teardown)
{
	struct clockwork *c = *state;

	(void)timers_add(&c->timers, 20, mark_1, c);
	timers_collect(&c->timers, 20);
	(void)timers_add(&c->timers, 10, mark_2, c);
	call_all(c, 20);
	assert_int_equal(c->marks[0], 1);
	assert_int_equal(c->marks[1], 2);
}

TEST_WITH(without_timers_the_wait_is_what_is_asked, setup, teardown)
{
	struct clockwork *c = *state;

	assert_int_equal(timers_wait_ms(&c->timers, 5, -1), -1);
	assert_int_equal(timers_wait_ms(&c->timers, 5, 0), 0);
	assert_int_equal(timers_wait_ms(&c->timers, 5, 70), 70);
}

TEST_WITH(the_wait_ends_with_the_first_timer, setup, teardown)
{
	struct clockwork *c = *state;

	(void)timers_add(&c->timers, 90, mark_1, c);
	(void)timers_add(&c->timers, 50, mark_1, c);
	assert_int_equal(timers_wait_ms(&c->timers, 20, -1), 30);
	assert_int_equal(timers_wait_ms(&c->timers, 20, 31), 30);
	assert_int_equal(timers_wait_ms(&c->timers, 20, 29), 29);
}

TEST_WITH(nobody_waits_for_what_is_past_or_due, setup, teardown)
{
	struct clockwork *c = *state;

	(void)timers_add(&c->timers, 10, mark_1, c);
	assert_int_equal(timers_wait_ms(&c->timers, 10, -1), 0);
	assert_int_equal(timers_wait_ms(&c->timers, 99, -1), 0);
	timers_collect(&c->timers, 99);
	assert_int_equal(timers_wait_ms(&c->timers, 99, -1), 0);
}

TEST_WITH(the_farthest_time_is_waited_for_in_parts, setup, teardown)
{
	struct clockwork *c = *state;

	(void)timers_add(&c->timers, INT64_MAX, mark_1, c);
	assert_int_equal(timers_wait_ms(&c->timers, 0, -1), INT_MAX);
	assert_int_equal(timers_wait_ms(&c->timers, 0, 7), 7);
}

TEST_WITH(a_time_long_past_overflows_nothing, setup, teardown)
{
	struct clockwork *c = *state;

	(void)timers_add(&c->timers, INT64_MIN, mark_1, c);
	assert_int_equal(timers_wait_ms(&c->timers, INT64_MAX, -1), 0);
}

TEST_WITH(
	releasing_frees_those_that_wait_and_those_that_are_due, setup, teardown)
{
	struct clockwork *c = *state;

	(void)timers_add(&c->timers, 10, mark_1, c);
	(void)timers_add(&c->timers, 20, mark_1, c);
	timers_collect(&c->timers, 10);
	timers_release(&c->timers);
	assert_true(timers_is_empty(&c->timers));
	assert_int_equal(c->count, 0);
}
