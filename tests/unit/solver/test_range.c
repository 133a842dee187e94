/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "solver/range.h"

static void
assert_range(struct range r, int64_t low, int64_t high)
{
	assert_true(r.low == low);
	assert_true(r.high == high);
}

static void
sums_and_products_hold_all_that_can_be(void **state)
{
	struct range a = {-3, 5};
	struct range b = {-7, 2};

	(void)state;
	assert_range(range_add(a, b), -10, 7);
	assert_range(range_multiply(a, b), -35, 21);
	assert_range(range_join(a, b), -7, 5);
	assert_range(range_negate(a), -5, 3);
}

static void
what_has_no_end_keeps_none(void **state)
{
	struct range below = {-RANGE_END, 4};
	struct range huge = {RANGE_END - 1, RANGE_END - 1};
	struct range beyond = range_add(huge, huge);

	(void)state;
	assert_false(range_is_bounded(range_all()));
	assert_range(range_add(below, below), -RANGE_END, 8);
	assert_range(range_negate(below), -4, RANGE_END);
	assert_false(range_is_bounded(beyond));
	assert_false(range_is_bounded(range_add(beyond, beyond)));
	assert_true(range_add(beyond, beyond).low > 0);
	assert_false(range_is_bounded(range_multiply(huge, huge)));
	assert_true(range_is_bounded(huge));
}

static void
a_quotient_is_rounded_to_whole_numbers_inside(void **state)
{
	(void)state;
	assert_range(range_divide((struct range){-7, 7}, 2), -3, 3);
	assert_range(range_divide((struct range){-7, 8}, -2), -4, 3);
	assert_range(range_divide((struct range){1, 9}, 3), 1, 3);
	assert_range(
		range_divide((struct range){-RANGE_END, 9}, -4), -2, RANGE_END);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sums_and_products_hold_all_that_can_be),
		cmocka_unit_test(what_has_no_end_keeps_none),
		cmocka_unit_test(a_quotient_is_rounded_to_whole_numbers_inside),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
