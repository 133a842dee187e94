#include "unit/worker/solved.h"

#include "worker/solution/functions.h"

TEST(a_declared_function_has_a_table_and_a_signature)
{
	struct answer *a = solved("(declare-fun |my f| (Int Bool) Int)"
				  "(assert (= (|my f| 1 true) 7))");
	const struct answer_check *check = answer_last(a);

	assert_int_equal(check->values.count, 1);
	assert_string_equal(check->values.at[0].name, "my f");
	assert_string_equal(check->values.at[0].sort, "(Int Bool) Int");
	assert_non_null(strstr(check->values.at[0].json, "\"entries\":"));
	answer_free(a);
}

TEST(a_function_that_nothing_uses_has_a_value)
{
	struct answer *a = solved("(declare-fun f (Int Bool) Int)"
				  "(declare-fun f (Int) Bool)"
				  "(declare-sort U 0)(declare-fun g (U) U)"
				  "(assert true)");

	assert_int_equal(answer_last(a)->values.count, 4);
	assert_string_equal(value_of(a, "U"), ""); /* its universe */
	assert_string_equal(
		value_of(a, "f (Int Bool) Int"), "{\"entries\":[],\"else\":0}");
	assert_string_equal(
		value_of(a, "f (Int) Bool"), "{\"entries\":[],\"else\":false}");
	assert_string_equal(
		value_of(a, "g"), "{\"entries\":[],\"else\":\"U!val!0\"}");
	assert_non_null(strstr(answer_last(a)->model,
		"(define-fun f ((x!0 Int) (x!1 Bool)) Int\n  0)"));
	answer_free(a);
}

TEST(the_bare_name_of_a_function_is_its_table)
{
	struct answer *a = solved("(declare-fun f (Int) Int)"
				  "(assert (= (f 1) 5))(check-sat)"
				  "(get-value (|f|))");
	const struct answer_check *check = answer_last(a);

	assert_int_equal(check->values.count, 2);
	assert_string_equal(check->values.at[1].name, "f");
	assert_string_equal(check->values.at[1].sort, "(Int) Int");
	assert_string_equal(check->values.at[1].json, check->values.at[0].json);
	answer_free(a);
}

TEST(what_libz3_made_up_is_left_out)
{
	struct answer *a = solved("(declare-const x Int)"
				  "(assert (= (div x 0) 5))");

	assert_int_equal(answer_last(a)->values.count, 1);
	assert_string_equal(answer_last(a)->values.at[0].name, "x");
	answer_free(a);
}

TEST_GROUP(solved_begin, NULL)
