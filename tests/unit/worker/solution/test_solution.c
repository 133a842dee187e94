#include "unit/worker/solved.h"

#include <stdlib.h>

#include "worker/solution/solution.h"

static void
a_constant_that_was_not_needed_has_a_value(void **state)
{
	struct answer *a = solved("(declare-const x Int)(declare-const y Int)"
				  "(assert (> x 3))");

	(void)state;
	assert_string_not_equal(value_of(a, "y"), "(none)");
	assert_non_null(strstr(answer_last(a)->model, "(define-fun y () Int"));
	answer_free(a);
}

static void
a_definition_without_arguments_has_a_value(void **state)
{
	struct answer *a = solved("(declare-const x Int)(assert (= x 4))"
				  "(define-fun twice () Int (* 2 x))");

	(void)state;
	assert_string_equal(value_of(a, "twice"), "8");
	answer_free(a);
}

static void
a_quoted_name_stands_without_its_bars(void **state)
{
	struct answer *a = solved("(declare-const |a b| Int)"
				  "(assert (= |a b| 4))");

	(void)state;
	assert_string_equal(value_of(a, "a b"), "4");
	answer_free(a);
}

static void
the_solution_is_smtlib_that_libz3_reads_back(void **state)
{
	const char *text = "(declare-const x Int)(declare-fun f (Int) Int)"
			   "(assert (and (= x (- 7)) (= (f x) 5)))";
	struct answer *a = solved(text);
	const char *model = answer_last(a)->model;
	char *back = strndup(model + 1, strlen(model) - 2);
	struct answer *b = solved(back);

	(void)state;
	assert_int_equal(b->fault.kind, DIAGNOSTIC_NONE);
	assert_string_equal(value_of(b, "x"), "-7");
	answer_free(a);
	answer_free(b);
	free(back);
}

static void
every_assertion_is_checked_under_the_values(void **state)
{
	struct answer *a = solved("(declare-const x Int)(assert (> x 3))"
				  "(assert (< x 9))(assert (distinct x 5))");

	(void)state;
	assert_int_equal(answer_last(a)->checked, 3);
	assert_int_equal(answer_last(a)->failed.count, 0);
	answer_free(a);
}

static void
an_auxiliary_function_of_libz3_is_no_value(void **state)
{
	struct answer *a = solved("(declare-fun f (Int) Int)"
				  "(assert (= (f 1) 2))"
				  "(assert (= (div 7 0) 3))");

	(void)state;
	assert_int_equal(answer_last(a)->value_count, 1);
	assert_string_equal(answer_last(a)->values[0].name, "f");
	assert_string_equal(answer_last(a)->values[0].sort, "(Int) Int");
	answer_free(a);
}

static void
an_empty_model_is_a_pair_of_parentheses(void **state)
{
	struct answer *a = solved("(assert true)");

	(void)state;
	assert_string_equal(answer_last(a)->model, "(\n)");
	answer_free(a);
}

static void
assertions_of_every_check_are_evaluated(void **state)
{
	struct answer *a = solved("(declare-const x Int)(assert (> x 0))"
				  "(check-sat)(check-sat)");

	(void)state;
	assert_int_equal(a->checks[0].checked, 1);
	assert_int_equal(a->checks[0].failed.count, 0);
	assert_int_equal(a->checks[1].checked, 1);
	answer_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_constant_that_was_not_needed_has_a_value),
		cmocka_unit_test(a_definition_without_arguments_has_a_value),
		cmocka_unit_test(a_quoted_name_stands_without_its_bars),
		cmocka_unit_test(the_solution_is_smtlib_that_libz3_reads_back),
		cmocka_unit_test(every_assertion_is_checked_under_the_values),
		cmocka_unit_test(an_auxiliary_function_of_libz3_is_no_value),
		cmocka_unit_test(an_empty_model_is_a_pair_of_parentheses),
		cmocka_unit_test(assertions_of_every_check_are_evaluated),
	};

	return cmocka_run_group_tests(tests, solved_begin, NULL);
}
