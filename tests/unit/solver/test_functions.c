#include "solved.h"

#include "solver/functions.h"

static void
a_declared_function_has_a_table_and_a_signature(void **state)
{
	struct answer *a = solved("(declare-fun |my f| (Int Bool) Int)"
				  "(assert (= (|my f| 1 true) 7))");
	const struct answer_check *check = answer_last(a);

	(void)state;
	assert_int_equal(check->value_count, 1);
	assert_string_equal(check->values[0].name, "my f");
	assert_string_equal(check->values[0].sort, "(Int Bool) Int");
	assert_non_null(strstr(check->values[0].json, "\"entries\":"));
	answer_free(a);
}

static void
what_libz3_made_up_is_left_out(void **state)
{
	struct answer *a = solved("(declare-const x Int)"
				  "(assert (= (div x 0) 5))");

	(void)state;
	assert_int_equal(answer_last(a)->value_count, 1);
	assert_string_equal(answer_last(a)->values[0].name, "x");
	answer_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			a_declared_function_has_a_table_and_a_signature),
		cmocka_unit_test(what_libz3_made_up_is_left_out),
	};

	return cmocka_run_group_tests(tests, solved_begin, NULL);
}
