/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "solver/context.h"
#include "solver/number.h"

typedef bool operation(Z3_context c, struct number *x, const struct number *y);

/* What is left of two numbers, read back as a signed one. */
static int64_t
result_of(operation *operate, int64_t a, int64_t b)
{
	Z3_context c = context_new();
	struct number x;
	struct number y;
	int64_t value;

	assert_true(number_of(c, a, &x));
	assert_true(number_of(c, b, &y));
	assert_true(operate(c, &x, &y));
	assert_true(Z3_get_numeral_int64(
		c, Z3_simplify(c, Z3_mk_bv2int(c, x.bits, true)), &value));
	assert_true(x.range.low <= value && value <= x.range.high);
	assert_int_equal(
		Z3_get_bv_sort_size(c, Z3_get_sort(c, x.bits)), x.width);
	return value;
}

static void
sums_and_products_do_not_overflow(void **state)
{
	(void)state;
	assert_int_equal(result_of(number_add, 7, 1), 8);
	assert_int_equal(result_of(number_add, -8, -8), -16);
	assert_int_equal(result_of(number_add, 100, -101), -1);
	assert_int_equal(result_of(number_multiply, -8, -8), 64);
	assert_int_equal(result_of(number_multiply, 15, -15), -225);
	assert_int_equal(
		result_of(number_multiply, 1 << 20, 1 << 20), INT64_C(1) << 40);
}

static void
a_quotient_is_rounded_down_and_no_rest_is_negative(void **state)
{
	(void)state;
	assert_int_equal(result_of(number_divide, 7, 2), 3);
	assert_int_equal(result_of(number_divide, -7, 2), -4);
	assert_int_equal(result_of(number_divide, -8, 2), -4);
	assert_int_equal(result_of(number_divide, -1, 100), -1);
	assert_int_equal(result_of(number_remainder, 7, 2), 1);
	assert_int_equal(result_of(number_remainder, -7, 2), 1);
	assert_int_equal(result_of(number_remainder, -8, 5), 2);
	assert_int_equal(result_of(number_remainder, 3, 100), 3);
}

static void
by_what_may_be_0_nothing_is_divided(void **state)
{
	Z3_context c = context_new();
	struct number x;
	struct number y;
	Z3_ast demand;

	(void)state;
	assert_true(number_of(c, 7, &x));
	assert_true(number_new(c, (struct range){0, 3}, &y, &demand));
	assert_false(number_divide(c, &x, &y));
	assert_false(number_remainder(c, &x, &y));
}

static void
what_is_too_wide_is_refused(void **state)
{
	Z3_context c = context_new();
	struct number x;
	Z3_ast demand;

	(void)state;
	assert_false(number_new(c, range_all(), &x, &demand));
	assert_true(number_of(c, INT64_C(1) << 40, &x));
	assert_false(number_multiply(c, &x, &x));
	assert_int_equal(x.width, 42);
}

static void
a_choice_holds_both(void **state)
{
	Z3_context c = context_new();
	struct number x;
	struct number y;
	int64_t value;

	(void)state;
	assert_true(number_of(c, 100, &x));
	assert_true(number_of(c, -1, &y));
	number_choose(c, Z3_mk_false(c), &x, &y);
	assert_true(Z3_get_numeral_int64(
		c, Z3_simplify(c, Z3_mk_bv2int(c, x.bits, true)), &value));
	assert_int_equal(value, -1);
	assert_int_equal(x.range.low, -1);
	assert_int_equal(x.range.high, 100);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sums_and_products_do_not_overflow),
		cmocka_unit_test(
			a_quotient_is_rounded_down_and_no_rest_is_negative),
		cmocka_unit_test(by_what_may_be_0_nothing_is_divided),
		cmocka_unit_test(what_is_too_wide_is_refused),
		cmocka_unit_test(a_choice_holds_both),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
