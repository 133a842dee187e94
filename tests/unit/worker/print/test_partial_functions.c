#include "unit/worker/solved.h"

#include "worker/print/partial_functions.h"

static const char *
model_of(const struct answer *a)
{
	return answer_last(a)->model;
}

TEST(division_by_zero_is_an_assertion_in_a_comment)
{
	struct answer *a = solved("(declare-const x Int)(assert (= x 0))"
				  "(assert (= (div 5 x) 7))"
				  "(assert (= (/ 1.0 0.0) 2.5))");

	assert_null(strstr(model_of(a), "define-fun div0"));
	assert_non_null(strstr(model_of(a), "\n;; (assert (= (div 5 0) 7))\n"));
	assert_non_null(strstr(
		model_of(a), "\n;; (assert (= (/ 1.0 0.0) (/ 5.0 2.0)))\n"));
	answer_free(a);
}

TEST(a_selector_has_its_value_for_other_constructors)
{
	struct answer *a =
		solved("(declare-datatypes ((L 0)) (((none) (some (it Int)))))"
		       "(assert (= (it none) 42))");

	assert_non_null(
		strstr(model_of(a), "\n;; (define-fun it ((x!0 L)) Int"
				    " (ite ((_ is some) x!0) (it x!0) 42))\n"));
	answer_free(a);
}

TEST(what_is_applied_where_it_is_defined_needs_no_word)
{
	struct answer *a =
		solved("(declare-const x Int)(declare-const s "
		       "(Seq Int))(assert (= (div 7 x) 2))(assert (= x 3))"
		       "(assert (= (seq.len s) 2))"
		       "(assert (= (seq.nth s 1) 3))");

	assert_null(strstr(model_of(a), ";; (assert"));
	answer_free(a);
}

TEST(an_element_out_of_range_is_an_assertion_in_a_comment)
{
	struct answer *a = solved("(declare-const s (Seq Int))"
				  "(assert (= s (seq.unit 4)))"
				  "(assert (= (seq.nth s 5) 3))");

	assert_null(strstr(model_of(a), "seq.nth_u"));
	assert_non_null(strstr(
		model_of(a), "\n;; (assert (= (seq.nth (seq.unit 4) 5) 3))\n"));
	answer_free(a);
}

TEST(a_function_that_the_text_calls_div0_is_shown)
{
	struct answer *a = solved("(declare-fun div0 (Int) Int)"
				  "(assert (= (div0 5) 7))");

	assert_non_null(strstr(model_of(a), "(define-fun div0 "));
	answer_free(a);
}

TEST_GROUP(solved_begin, NULL)
