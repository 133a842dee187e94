#include "unit/unit.h"

#include "pool/restart_limit.h"

TEST(is_full_in_the_beginning)
{
	struct restart_limit b = {0};

	assert_false(restart_limit_is_spent(&b, 0));
	assert_false(restart_limit_is_spent(&b, RESTART_WINDOW_MS));
}

static void
note(struct restart_limit *b, int failures, int64_t from_ms)
{
	for (int i = 0; i < failures; i++)
		restart_limit_note(b, from_ms + i);
}

TEST(lasts_for_one_failure_less_than_its_limit)
{
	struct restart_limit b = {0};

	note(&b, LIMIT_RESTARTS - 1, 1000);
	assert_false(restart_limit_is_spent(&b, 1010));
}

TEST(is_spent_at_its_limit)
{
	struct restart_limit b = {0};

	note(&b, LIMIT_RESTARTS, 1000);
	assert_true(restart_limit_is_spent(&b, 1010));
}

TEST(comes_back_when_the_oldest_failure_leaves_the_window)
{
	struct restart_limit b = {0};

	note(&b, LIMIT_RESTARTS, 1000);
	assert_true(restart_limit_is_spent(&b, 1000 + RESTART_WINDOW_MS - 1));
	assert_false(restart_limit_is_spent(&b, 1000 + RESTART_WINDOW_MS));
}

TEST(is_spent_again_by_the_next_failure_in_the_window)
{
	struct restart_limit b = {0};
	int64_t later_ms = 1000 + RESTART_WINDOW_MS;

	note(&b, LIMIT_RESTARTS, 1000);
	restart_limit_note(&b, later_ms);
	/* The first has left, the other ones and the new one have not. */
	assert_true(restart_limit_is_spent(&b, later_ms));
	assert_false(restart_limit_is_spent(&b, later_ms + 1));
}

TEST(is_full_again_when_something_worked)
{
	struct restart_limit b = {0};

	note(&b, LIMIT_RESTARTS, 1000);
	restart_limit_reset(&b);
	assert_false(restart_limit_is_spent(&b, 1010));
	note(&b, LIMIT_RESTARTS - 1, 1020);
	assert_false(restart_limit_is_spent(&b, 1030));
}
