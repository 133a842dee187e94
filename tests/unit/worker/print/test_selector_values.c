#include "unit/worker/solved.h"

#include "worker/print/selector_values.h"

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

/* libz3's own completion takes nil, for which the assertions are false. */
TEST(what_the_assertions_ask_of_it_is_found)
{
	static const char d[] =
		"(declare-datatype D ((nl) (cn (hd Int) (tl D)) "
		"(lf (vl Bool))))(declare-const v D)"
		"(assert (= v (tl v)))(assert ((_ is lf) (tl v)))";
	struct answer *a = solved(d);

	assert_int_equal(answer_last(a)->status, STATUS_SAT);
	assert_int_equal(answer_last(a)->evaluation.checked, 2);
	assert_int_equal(answer_last(a)->evaluation.failed.count, 0);
	assert_non_null(strstr(answer_last(a)->model,
		"(ite ((_ is cn) x!0) (tl x!0) (lf false)"));
	answer_free(a);
}

TEST_GROUP(solved_begin, NULL)
