#include "unit/unit.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/loop.h"

/* Some timers, and the marks of those that were called. */
struct clockwork {
	struct loop *loop;
	struct timer *victim;
	int marks[1000];
	int count;
};

static int
setup(void **state)
{
	struct clockwork *c = mem_new(sizeof(*c));

	c->loop = loop_new();
	*state = c;
	return 0;
}

static int
teardown(void **state)
{
	struct clockwork *c = *state;

	loop_free(c->loop);
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

/* All times of these tests have passed, unless they are LATER. */
#define LATER (clock_now_ms() + 100000)

static void
turn(struct clockwork *c)
{
	(void)loop_turn(c->loop, 0);
}

TEST_WITH(the_earlier_comes_first, setup, teardown)
{
	struct clockwork *c = *state;

	(void)loop_at(c->loop, 20, mark_2, c);
	(void)loop_at(c->loop, 10, mark_1, c);
	turn(c);
	assert_int_equal(c->marks[0], 1);
	assert_int_equal(c->marks[1], 2);
}

TEST_WITH(of_the_same_time_the_first_made_comes_first, setup, teardown)
{
	struct clockwork *c = *state;

	(void)loop_at(c->loop, 10, mark_1, c);
	(void)loop_at(c->loop, LATER, mark_1, c);
	(void)loop_at(c->loop, 10, mark_2, c);
	turn(c);
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
		(void)loop_at(
			c->loop, numbers[i].number, mark_number, &numbers[i]);
	}
	turn(c);
	assert_int_equal(c->count, 1000);
	for (int i = 0; i < 1000; i++)
		assert_int_equal(c->marks[i], i);
}

TEST_WITH(a_freed_one_is_not_called, setup, teardown)
{
	struct clockwork *c = *state;
	struct timer *t = loop_at(c->loop, 10, mark_1, c);

	(void)loop_at(c->loop, 10, mark_2, c);
	timer_free(t);
	turn(c);
	assert_int_equal(c->count, 1);
	assert_int_equal(c->marks[0], 2);
}

TEST_WITH(a_callback_may_free_one_that_is_due, setup, teardown)
{
	struct clockwork *c = *state;

	(void)loop_at(c->loop, 10, free_victim, c);
	c->victim = loop_at(c->loop, 10, mark_1, c);
	turn(c);
	assert_int_equal(c->count, 1);
}

TEST_WITH(a_callback_may_free_one_that_waits, setup, teardown)
{
	struct clockwork *c = *state;

	(void)loop_at(c->loop, 10, free_victim, c);
	c->victim = loop_at(c->loop, LATER, mark_1, c);
	turn(c);
	assert_int_equal(c->count, 1);
	assert_false(loop_turn(c->loop, -1));
}

TEST_WITH(a_time_long_past_overflows_nothing, setup, teardown)
{
	struct clockwork *c = *state;

	(void)loop_at(c->loop, INT64_MIN, mark_1, c);
	(void)loop_at(c->loop, INT64_MAX, mark_2, c);
	assert_true(loop_turn(c->loop, 0));
	assert_int_equal(c->count, 1);
	assert_int_equal(c->marks[0], 1);
}
