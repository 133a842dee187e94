/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "smt/logic.h"

static const struct logic *
find(const char *name)
{
	const struct logic *l = logic_find(slice_of(name));

	assert_non_null(l);
	return l;
}

static void
tells_a_logic_from_a_word(void **state)
{
	(void)state;
	assert_true(logic_is_name(slice_of("QF_LIA")));
	assert_true(logic_is_name(slice_of("ALL")));
	assert_true(logic_is_name(slice_of("HORN")));
	assert_false(logic_is_name(slice_of("QF_")));
	assert_false(logic_is_name(slice_of("LINEAR")));
	assert_false(logic_is_name(slice_of("qf_lia")));
	assert_false(logic_is_name(slice_of("QF_LIAX")));
}

static void
takes_a_logic_that_libz3_does_not_know(void **state)
{
	(void)state;
	assert_true(logic_is_name(slice_of("QF_AUFBVFPDTLIRA")));
	assert_true(logic_is_name(slice_of("UFDTLIA")));
	assert_null(logic_find(slice_of("UFDTLIA")));
}

static void
takes_the_names_of_other_solvers_for_all_and_none(void **state)
{
	(void)state;
	assert_true(logic_is_name(slice_of("QF_ALL")));
	assert_true(logic_is_name(slice_of("HO_ALL")));
	assert_true(logic_is_name(slice_of("ALL_SUPPORTED")));
	assert_true(logic_is_name(slice_of("QF_SAT")));
	assert_false(logic_is_name(slice_of("QF_ALLX")));
	assert_null(logic_find(slice_of("HO_ALL")));
}

static void
finds_the_logic_that_was_meant(void **state)
{
	(void)state;
	assert_string_equal(logic_nearest(slice_of("qf_lia")), "QF_LIA");
	assert_string_equal(logic_nearest(slice_of("QF_LAI")), "QF_LIA");
	assert_string_equal(logic_nearest(slice_of("QFBV")), "QF_BV");
	assert_null(logic_nearest(slice_of("linear_programming")));
}

static void
names_the_smallest_logic_that_has_more(void **state)
{
	const struct logic *lia = find("QF_LIA");

	(void)state;
	assert_string_equal(logic_wider(lia, 0, PART_FUNCTIONS), "QF_UFLIA");
	assert_string_equal(logic_wider(lia, 0, PART_PRODUCTS), "QF_NIA");
	assert_string_equal(logic_wider(lia, 0, PART_QUANTIFIERS), "LIA");
	assert_string_equal(logic_wider(lia, THEORY_ARRAYS, 0), "QF_ALIA");
	assert_string_equal(logic_wider(lia, THEORY_BITS, 0), "ALL");
	assert_string_equal(
		logic_wider(find("QF_NRA"), 0, PART_QUANTIFIERS), "NRA");
	assert_string_equal(
		logic_wider(find("QF_LRA"), 0, PART_PRODUCTS), "QF_NRA");
	assert_string_equal(logic_wider(find("NRA"), THEORY_INT, 0), "UFNRA");
	assert_string_equal(
		logic_wider(find("QF_IDL"), 0, PART_SUMS), "QF_LIA");
}

static void
names_no_logic_for_what_none_has(void **state)
{
	(void)state;
	assert_null(logic_wider(find("QF_LIA"), THEORY_ALIASES, 0));
}

static void
names_a_part_in_words(void **state)
{
	(void)state;
	assert_string_equal(part_name(PART_INTEGERS), "integers");
	assert_string_equal(part_name(PART_RECURSION), "recursive functions");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tells_a_logic_from_a_word),
		cmocka_unit_test(takes_a_logic_that_libz3_does_not_know),
		cmocka_unit_test(
			takes_the_names_of_other_solvers_for_all_and_none),
		cmocka_unit_test(finds_the_logic_that_was_meant),
		cmocka_unit_test(names_the_smallest_logic_that_has_more),
		cmocka_unit_test(names_no_logic_for_what_none_has),
		cmocka_unit_test(names_a_part_in_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
