#include "unit/worker/solved.h"

#include "worker/print/partial_functions.h"

static const char *
model_of(const struct answer *a)
{
	return answer_last(a)->model;
}

static void
division_by_zero_is_an_assertion_in_a_comment(void **state)
{
	struct answer *a = solved("(declare-const x Int)(assert (= x 0))"
				  "(assert (= (div 5 x) 7))"
				  "(assert (= (/ 1.0 0.0) 2.5))");

	(void)state;
	assert_null(strstr(model_of(a), "define-fun div0"));
	assert_non_null(strstr(model_of(a), "\n;; (assert (= (div 5 0) 7))\n"));
	assert_non_null(strstr(
		model_of(a), "\n;; (assert (= (/ 1.0 0.0) (/ 5.0 2.0)))\n"));
	answer_free(a);
}

static void
a_selector_has_its_value_for_other_constructors(void **state)
{
	struct answer *a =
		solved("(declare-datatypes ((L 0)) (((none) (some (it Int)))))"
		       "(assert (= (it none) 42))");

	(void)state;
	assert_non_null(
		strstr(model_of(a), "\n;; (define-fun it ((x!0 L)) Int"
				    " (ite ((_ is some) x!0) (it x!0) 42))\n"));
	answer_free(a);
}

static void
what_is_applied_where_it_is_defined_needs_no_word(void **state)
{
	struct answer *a =
		solved("(declare-const x Int)(declare-const s "
		       "(Seq Int))(assert (= (div 7 x) 2))(assert (= x 3))"
		       "(assert (= (seq.len s) 2))"
		       "(assert (= (seq.nth s 1) 3))");

	(void)state;
	assert_null(strstr(model_of(a), ";; (assert"));
	answer_free(a);
}

static void
an_element_out_of_range_is_an_assertion_in_a_comment(void **state)
{
	struct answer *a = solved("(declare-const s (Seq Int))"
				  "(assert (= s (seq.unit 4)))"
				  "(assert (= (seq.nth s 5) 3))");

	(void)state;
	assert_null(strstr(model_of(a), "seq.nth_u"));
	assert_non_null(strstr(
		model_of(a), "\n;; (assert (= (seq.nth (seq.unit 4) 5) 3))\n"));
	answer_free(a);
}

static void
a_function_that_the_text_calls_div0_is_shown(void **state)
{
	struct answer *a = solved("(declare-fun div0 (Int) Int)"
				  "(assert (= (div0 5) 7))");

	(void)state;
	assert_non_null(strstr(model_of(a), "(define-fun div0 "));
	answer_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(division_by_zero_is_an_assertion_in_a_comment),
		cmocka_unit_test(
			a_selector_has_its_value_for_other_constructors),
		cmocka_unit_test(
			what_is_applied_where_it_is_defined_needs_no_word),
		cmocka_unit_test(
			an_element_out_of_range_is_an_assertion_in_a_comment),
		cmocka_unit_test(a_function_that_the_text_calls_div0_is_shown),
	};

	return cmocka_run_group_tests(tests, solved_begin, NULL);
}
