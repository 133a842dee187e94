#include "unit/worker/solved.h"

#include "worker/print/array_value.h"

TEST(the_outermost_store_at_a_place_counts)
{
	Z3_context c = context_new();
	Z3_sort number = Z3_mk_int_sort(c);
	Z3_ast value = Z3_mk_const_array(c, number, Z3_mk_int(c, 7, number));
	struct array_value chain;

	for (int i = 0; i < 5; i++)
		value = Z3_mk_store(c, value, Z3_mk_int(c, i % 3, number),
			Z3_mk_int(c, 10 + i, number));
	array_value_read(c, value, &chain);
	assert_int_equal(chain.count, 3);
	assert_string_equal(
		Z3_get_numeral_string(c, chain.at[0].indices[0]), "1");
	assert_string_equal(Z3_get_numeral_string(
				    c, Z3_get_app_arg(c, chain.at[0].store, 2)),
		"14");
	assert_string_equal(
		Z3_get_numeral_string(c, chain.at[2].indices[0]), "2");
	array_value_release(&chain);
}

TEST(what_is_stored_into_is_the_base)
{
	Z3_context c = context_new();
	Z3_sort number = Z3_mk_int_sort(c);
	Z3_ast value = Z3_mk_const_array(c, number, Z3_mk_int(c, 7, number));
	struct array_value chain;

	array_value_read(c, value, &chain);
	assert_int_equal(chain.count, 0);
	assert_ptr_equal(chain.base, value);
	array_value_release(&chain);
}

TEST_GROUP(solved_begin, NULL)
