#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/coroutine.h"
#include "base/limits.h"
#include "base/loop.h"

/* What coroutines have written, in their order. */
struct stage {
	struct loop *loop;
	struct buf said;
	struct coroutine *first;
};

static int
setup(void **state)
{
	struct stage *x = mem_new(sizeof(*x));

	x->loop = loop_new();
	buf_init(&x->said, 1000);
	*state = x;
	return 0;
}

static int
teardown(void **state)
{
	struct stage *x = *state;

	coroutine_finish_all();
	loop_free(x->loop);
	buf_release(&x->said);
	free(x);
	return 0;
}

#define COROUTINE_TEST(sentence) \
	TEST_ON(sentence, setup, teardown, struct stage *x)

static void
sleep_twice(void *argument)
{
	struct stage *x = argument;

	x->first = coroutine_current();
	buf_add_text(&x->said, "a");
	buf_add_text(&x->said, coroutine_sleep(1) ? "b" : "B");
	buf_add_text(&x->said, coroutine_sleep(1) ? "c" : "C");
	coroutine_relax();
	buf_add_text(&x->said, "d");
}

COROUTINE_TEST(sleeps_while_the_loop_goes_on)
{
	coroutine_start(x->loop, sleep_twice, x);
	buf_add_text(&x->said, "-");
	loop_run(x->loop);
	assert_string_equal(x->said.data, "a-bcd");
	assert_null(coroutine_current());
}

COROUTINE_TEST(one_that_has_to_hurry_sleeps_no_more)
{
	coroutine_start(x->loop, sleep_twice, x);
	coroutine_hurry(x->first);
	/* It has relaxed, which is to give way once. */
	assert_string_equal(x->said.data, "abC");
	loop_run(x->loop);
	assert_string_equal(x->said.data, "abCd");
}

COROUTINE_TEST(all_that_sleep_can_be_brought_to_their_ends)
{
	coroutine_start(x->loop, sleep_twice, x);
	coroutine_start(x->loop, sleep_twice, x);
	coroutine_finish_all();
	assert_string_equal(x->said.data, "aabCdbCd");
	assert_false(loop_turn(x->loop, 0));
}

static void
start_another(void *argument)
{
	struct stage *x = argument;

	buf_add_text(&x->said, "(");
	coroutine_start(x->loop, sleep_twice, x);
	buf_add_text(&x->said, ")");
}

COROUTINE_TEST(may_be_started_by_another_one)
{
	coroutine_start(x->loop, start_another, x);
	loop_run(x->loop);
	assert_string_equal(x->said.data, "(a)bcd");
}

static void
work_long(void *argument)
{
	struct stage *x = argument;
	int64_t until_us = clock_spent_us() + 5 * LIMIT_SLICE_US;

	while (clock_spent_us() < until_us)
		coroutine_pause();
	buf_add_text(&x->said, "done");
}

static void
tick(void *argument)
{
	struct stage *x = argument;

	buf_add_text(&x->said, ".");
	if (x->said.data[0] == '.' && strstr(x->said.data, "done") == NULL)
		(void)loop_at(x->loop, clock_now_ms(), tick, x);
}

static void
begin_work(void *argument)
{
	struct stage *x = argument;

	coroutine_start(x->loop, work_long, x);
}

COROUTINE_TEST(others_have_their_turns_between_the_slices_of_long_work)
{
	(void)loop_at(x->loop, clock_now_ms(), begin_work, x);
	(void)loop_at(x->loop, clock_now_ms(), tick, x);
	loop_run(x->loop);
	/* The work began four more slices, at least. */
	assert_true(strstr(x->said.data, "done") >= x->said.data + 4);
}

COROUTINE_TEST(outside_of_one_nothing_gives_way)
{
	(void)x;
	assert_null(coroutine_current());
	assert_false(coroutine_sleep(1));
	coroutine_pause();
	coroutine_relax();
}
