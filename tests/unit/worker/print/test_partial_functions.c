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

#define AB \
	"(declare-datatypes ((L 0)) (((A (a Int)) (B (b Int)) (N))))" \
	"(declare-const x L)"

static void
assert_model_has(const char *text, const char *piece)
{
	struct answer *a = solved(text);
	const char *model = answer_last(a)->model;

	if (strstr(model, piece) == NULL)
		fail_msg("%s\nis not in\n%s", piece, model);
	answer_free(a);
}

static void
assert_model_lacks(const char *text, const char *piece)
{
	struct answer *a = solved(text);

	assert_null(strstr(answer_last(a)->model, piece));
	answer_free(a);
}

TEST(what_it_is_for_other_constructors_is_said)
{
	assert_model_has(AB "(assert (= (a x) 7))(assert (not ((_ is A) x)))",
		"\n;; (define-fun a ((x!0 L)) Int "
		"(ite ((_ is A) x!0) (a x!0) 7))\n");
}

TEST(several_values_are_cases)
{
	assert_model_has(AB "(assert (= (a N) 7))(assert (= (a (B 3)) 8))"
			    "(assert (= (a (B 4)) 9))",
		"(ite (= x!0 ");
}

TEST(what_goes_without_saying_is_not_said)
{
	assert_model_lacks(AB "(assert ((_ is B) x))", "define-fun a");
	assert_model_lacks("(declare-datatypes ((P 0)) (((p (l Int)))))"
			   "(declare-const x P)(assert (= (l x) 8))",
		"define-fun l");
}

TEST(a_selector_has_a_value_that_nothing_asks_for)
{
	struct answer *a =
		solved(AB "(assert (= x N))(check-sat)(get-value ((a x)))");

	assert_string_equal(value_of(a, "(a x)"), "0");
	answer_free(a);
}

TEST(of_a_sort_with_parameters_there_are_equations)
{
	assert_model_has("(declare-datatypes ((L 1)) ((par (T) ((nil) "
			 "(cons (hd T) (tl (L T)))))))"
			 "(declare-const x (L Int))(assert (= x (as nil "
			 "(L Int))))(assert (= (hd x) 7))",
		"\n;; (assert (= (hd (as nil (L Int))) 7))\n");
}

TEST_GROUP(solved_begin, NULL)
