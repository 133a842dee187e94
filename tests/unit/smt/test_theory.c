/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "smt/builtin.h"
#include "smt/theory.h"

static void
knows_whose_name_it_is(void **state)
{
	(void)state;
	assert_int_equal(theory_of(slice_of("=>")), THEORY_CORE);
	assert_int_equal(theory_of(slice_of("mod")), THEORY_NUMBERS);
	assert_int_equal(theory_of(slice_of("bvadd")), THEORY_BITS);
	assert_int_equal(theory_of(slice_of("bv2nat")), THEORY_MORE_BITS);
	assert_int_equal(theory_of(slice_of("str.len")), THEORY_STRINGS);
	assert_int_equal(theory_of(slice_of("Float32")), THEORY_FLOATS);
	assert_int_equal(theory_of(slice_of("implies")), THEORY_ALIASES);
}

static void
leaves_a_name_of_the_models_own_alone(void **state)
{
	(void)state;
	assert_int_equal(theory_of(slice_of("bvfoo")), THEORY_CORE);
	assert_int_equal(theory_of(slice_of("Floats")), THEORY_CORE);
	assert_int_equal(theory_of(slice_of("")), THEORY_CORE);
	assert_int_equal(theory_of(slice_of("in t")), THEORY_CORE);
}

static void
takes_a_literal_with_indices_for_no_name(void **state)
{
	(void)state;
	assert_int_equal(theory_of(slice_of("bv5")), THEORY_CORE);
}

/* A name that is added to the list of libz3's needs a row in theory.c. */
static void
has_a_theory_for_every_name_but_those_of_the_core(void **state)
{
	size_t of_the_core = 0;

	(void)state;
	for (size_t i = 0; i < builtin_count(); i++)
		of_the_core +=
			theory_of(slice_of(builtin_at(i))) == THEORY_CORE;
	assert_int_equal(of_the_core, 23);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(knows_whose_name_it_is),
		cmocka_unit_test(leaves_a_name_of_the_models_own_alone),
		cmocka_unit_test(takes_a_literal_with_indices_for_no_name),
		cmocka_unit_test(
			has_a_theory_for_every_name_but_those_of_the_core),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
