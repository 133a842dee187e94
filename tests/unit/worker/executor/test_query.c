#include "unit/worker/solved.h"

#define PRINTS(script, output_) \
	do { \
		struct answer *a_ = solved(script); \
		assert_int_equal(a_->fault.kind, DIAGNOSTIC_NONE); \
		assert_string_equal(a_->output.text, output_); \
		answer_free(a_); \
	} while (0)

TEST(get_value_evaluates_terms)
{
	PRINTS("(declare-const x Int)(assert (= x 5))(check-sat)"
	       "(get-value (x (+ x 1)))",
		"sat\n((x 5)\n ((+ x 1) 6))\n");
}

SOLVED_TEST(get_value_has_typed_values_too,
	"(declare-const x Int)(assert (= x 5))"
	"(check-sat)(get-value ((> x 1) (* x 2)))")
{
	assert_string_equal(value_of(a, "(> x 1)"), "true");
	assert_string_equal(value_of(a, "(* x 2)"), "10");
}

TEST(get_value_uses_what_was_defined_behind_the_check)
{
	PRINTS("(declare-const x Int)(assert (= x 5))(check-sat)"
	       "(define-fun twice () Int (* 2 x))(get-value (twice))",
		"sat\n((twice 10))\n");
}

/* Its status stays, and that of the checks behind it. */
TEST(what_an_answer_does_not_have_is_told_in_its_place)
{
	PRINTS("(declare-const p Bool)(push)(assert (! false :named no))"
	       "(minimize 0)(check-sat)(get-value (p))(eval p)"
	       "(get-assignment)(get-objectives)(get-model)(echo \"on\")(pop)"
	       "(check-sat-assuming (p))(get-unsat-assumptions)"
	       "(get-unsat-core)(get-value (p))(check-sat)",
		"unsat\n; get-value: the answer is unsat\n"
		"; eval: the answer is unsat\n"
		"; get-assignment: the answer is unsat\n"
		"; get-objectives: the answer is unsat\n"
		"; get-model: the answer is unsat\non\n"
		"sat\n; get-unsat-assumptions: the answer is sat\n"
		"; get-unsat-core: the answer is sat\n((p true))\nsat\n");
}

SOLVED_TEST(get_value_of_unchecked_assertions_is_a_fault,
	"(declare-const x Int)\n(check-sat)\n"
	"(assert (> x 4))\n(get-value (x))")
{
	assert_int_equal(a->fault.kind, DIAGNOSTIC_SCOPE);
	assert_int_equal(a->fault.line, 4);
}

TEST(echo_prints_its_string)
{
	PRINTS("(echo \"a \"\"b\"\"\")(check-sat)(echo \"end\")",
		"a \"b\"\nsat\nend\n");
}

TEST(simplify_needs_no_check)
{
	PRINTS("(declare-const x Int)(simplify (+ x 1 2))(check-sat)",
		"(+ 3 x)\nsat\n");
}

TEST(eval_completes_the_solution)
{
	PRINTS("(declare-const p Bool)(check-sat)(eval (or p (not p)))",
		"sat\ntrue\n");
}

TEST(get_assignment_lists_the_labels)
{
	PRINTS("(declare-const x Int)(assert (! (> x 1) :named a))"
	       "(assert (! (< x 9) :named b))(check-sat)(get-assignment)",
		"sat\n((a true) (b true))\n");
}

SOLVED_TEST(
	get_info_tells_name_and_version, "(get-info :name)(get-info :version)")
{
	assert_non_null(strstr(a->output.text, "(:name \"Z3\")\n(:version \""));
}

SOLVED_TEST(get_info_tells_the_counters_of_the_check,
	"(declare-const x Int)(assert (> x 1))"
	"(check-sat)(get-info :all-statistics)")
{
	assert_non_null(strstr(a->output.text, "sat\n(:"));
}

SOLVED_TEST(a_model_stands_where_an_earlier_check_is_asked_for_it,
	"(declare-const x Int)(assert (= x 3))"
	"(check-sat)(get-model)(assert (> x 4))"
	"(check-sat)(get-model)(check-sat)")
{
	assert_string_equal(a->checks.at[0].output.text,
		"sat\n(\n(define-fun x () Int\n  3)\n)\n");
	assert_string_equal(a->checks.at[0].values.at[0].json, "3");
	assert_string_equal(a->checks.at[1].output.text,
		"unsat\n; get-model: the answer is unsat\n");
}

SOLVED_TEST(a_core_stands_where_an_earlier_check_is_asked_for_it,
	"(declare-const x Int)\n"
	"(assert (! (> x 3) :named |a b|))\n"
	"(assert\n(< x 2))\n"
	"(check-sat)(get-unsat-core)"
	"(check-sat)(get-unsat-core)")
{
	assert_string_equal(a->checks.at[0].output.text,
		"unsat\n(|a b|)\n; line 3: (assert\n;   (< x 2))\n");
	assert_int_equal(a->checks.at[0].core.assertions.count, 2);
	assert_string_equal(a->checks.at[1].output.text, "unsat\n");
}

SOLVED_TEST(a_core_names_the_assumptions_too,
	"(declare-const p Bool)"
	"(assert (! (not p) :named no))"
	"(check-sat-assuming (p))(get-unsat-core)"
	"(check-sat)")
{
	assert_string_equal(a->checks.at[0].output.text, "unsat\n(no p)\n");
}

SOLVED_TEST(a_model_without_a_check_is_said_to_be_none,
	"(declare-const x Int)(push)(check-sat)(pop)"
	"(get-model)(get-unsat-core)(check-sat)")
{
	assert_int_equal(a->fault.kind, DIAGNOSTIC_NONE);
	assert_non_null(
		strstr(a->output.text, "; get-model: no check-sat since"));
	assert_non_null(
		strstr(a->output.text, "; get-unsat-core: no check-sat since"));
	assert_int_equal(a->checks.count, 2);
}

#define XY "(declare-const x Int)(declare-const y Int)"

#define SIMPLIFIES(terms, output_) \
	do { \
		struct answer *a_ = solved(terms "(check-sat)"); \
		assert_int_equal(a_->fault.kind, DIAGNOSTIC_NONE); \
		assert_string_equal(a_->output.text, output_ "sat\n"); \
		answer_free(a_); \
	} while (0)

TEST(a_term_is_simplified_without_options)
{
	SIMPLIFIES(XY "(simplify (distinct x y 3))", "(distinct x y 3)\n");
}

TEST_GROUP(solved_begin, NULL)
