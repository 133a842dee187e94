/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "pool/restart_limit.h"

static void
is_full_in_the_beginning(void **state)
{
	struct restart_limit b = {0};

	(void)state;
	assert_false(restart_limit_is_spent(&b, 0));
	assert_false(restart_limit_is_spent(&b, RESTART_WINDOW_MS));
}

static void
note(struct restart_limit *b, int failures, int64_t from_ms)
{
	for (int i = 0; i < failures; i++)
		restart_limit_note(b, from_ms + i);
}

static void
lasts_for_one_failure_less_than_its_limit(void **state)
{
	struct restart_limit b = {0};

	(void)state;
	note(&b, LIMIT_RESTARTS - 1, 1000);
	assert_false(restart_limit_is_spent(&b, 1010));
}

static void
is_spent_at_its_limit(void **state)
{
	struct restart_limit b = {0};

	(void)state;
	note(&b, LIMIT_RESTARTS, 1000);
	assert_true(restart_limit_is_spent(&b, 1010));
}

static void
comes_back_when_the_oldest_failure_leaves_the_window(void **state)
{
	struct restart_limit b = {0};

	(void)state;
	note(&b, LIMIT_RESTARTS, 1000);
	assert_true(restart_limit_is_spent(&b, 1000 + RESTART_WINDOW_MS - 1));
	assert_false(restart_limit_is_spent(&b, 1000 + RESTART_WINDOW_MS));
}

static void
is_spent_again_by_the_next_failure_in_the_window(void **state)
{
	struct restart_limit b = {0};
	int64_t later_ms = 1000 + RESTART_WINDOW_MS;

	(void)state;
	note(&b, LIMIT_RESTARTS, 1000);
	restart_limit_note(&b, later_ms);
	/* The first has left, the other ones and the new one have not. */
	assert_true(restart_limit_is_spent(&b, later_ms));
	assert_false(restart_limit_is_spent(&b, later_ms + 1));
}

static void
is_full_again_when_something_worked(void **state)
{
	struct restart_limit b = {0};

	(void)state;
	note(&b, LIMIT_RESTARTS, 1000);
	restart_limit_reset(&b);
	assert_false(restart_limit_is_spent(&b, 1010));
	note(&b, LIMIT_RESTARTS - 1, 1020);
	assert_false(restart_limit_is_spent(&b, 1030));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(is_full_in_the_beginning),
		cmocka_unit_test(lasts_for_one_failure_less_than_its_limit),
		cmocka_unit_test(is_spent_at_its_limit),
		cmocka_unit_test(
			comes_back_when_the_oldest_failure_leaves_the_window),
		cmocka_unit_test(
			is_spent_again_by_the_next_failure_in_the_window),
		cmocka_unit_test(is_full_again_when_something_worked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
