/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "solver/turns.h"

enum { LONGEST_S = 600, US = 1000000 }; /* of a job */

/* Each is cut until `way` gets a turn of that length; the time until then. */
static int64_t
spent_until(enum way way, int64_t needed_us)
{
	struct turns turns = turns_begin();
	int64_t sum_us = 0;

	while (turns.way != way || turns.spent_us < needed_us) {
		sum_us += turns.spent_us;
		assert_true(turns_next(&turns, true));
	}
	return sum_us + needed_us;
}

static void
the_incremental_core_begins(void **state)
{
	struct turns turns = turns_begin();

	(void)state;
	assert_int_equal(turns.way, WAY_SIMPLE);
	assert_true(turns.spent_us < US);
}

/* So it was that a check which the core decides in a second got lost in the
 * strategy, where the first turn had not been enough. */
static void
either_way_decides_in_a_small_multiple_of_its_own_time(void **state)
{
	(void)state;
	for (int64_t needed_us = US; needed_us < (int64_t)LONGEST_S * US;
		needed_us *= 2) {
		assert_true(spent_until(WAY_LOGIC, needed_us) < 9 * needed_us);
		assert_true(spent_until(WAY_SIMPLE, needed_us) < 5 * needed_us);
	}
}

static void
quantifiers_are_left_to_the_core_for_seconds(void **state)
{
	struct turns turns = turns_begin();

	(void)state;
	turns.has_quantifiers = true;
	assert_true(turns_next(&turns, true));
	assert_int_equal(turns.way, WAY_SIMPLE);
	assert_true(turns.spent_us > US);
	assert_true(turns_next(&turns, true));
	assert_int_equal(turns.way, WAY_LOGIC);
}

static void
a_way_that_gives_up_leaves_the_rest_to_the_other(void **state)
{
	struct turns turns = turns_begin();

	(void)state;
	assert_true(turns_next(&turns, false));
	assert_int_equal(turns.way, WAY_LOGIC);
	assert_int_equal(turns.spent_us, 0);

	turns = turns_begin();
	assert_true(turns_next(&turns, true));
	assert_true(turns_next(&turns, false));
	assert_int_equal(turns.way, WAY_SIMPLE);
	assert_int_equal(turns.spent_us, 0);
}

static void
when_both_have_given_up_no_turn_is_left(void **state)
{
	struct turns turns = turns_begin();

	(void)state;
	assert_true(turns_next(&turns, false));
	assert_false(turns_next(&turns, false));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_incremental_core_begins),
		cmocka_unit_test(
			either_way_decides_in_a_small_multiple_of_its_own_time),
		cmocka_unit_test(quantifiers_are_left_to_the_core_for_seconds),
		cmocka_unit_test(
			a_way_that_gives_up_leaves_the_rest_to_the_other),
		cmocka_unit_test(when_both_have_given_up_no_turn_is_left),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
