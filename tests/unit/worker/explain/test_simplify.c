#include "unit/worker/solved.h"

#include "worker/explain/simplify.h"

#define XY "(declare-const x Int)(declare-const y Int)"

#define PRINTS(script, output_) \
	do { \
		struct answer *a_ = solved(script "(check-sat)"); \
		assert_int_equal(a_->fault.kind, DIAGNOSTIC_NONE); \
		assert_string_equal(a_->output.text, output_ "sat\n"); \
		answer_free(a_); \
	} while (0)

TEST(a_term_is_simplified_without_options)
{
	PRINTS(XY "(simplify (distinct x y 3))", "(distinct x y 3)\n");
}

TEST(an_option_changes_what_becomes_of_the_term)
{
	PRINTS(XY "(simplify (distinct x y 3) :blast-distinct true)",
		"(and (not (= x y)) (not (= x 3)) (not (= y 3)))\n");
	PRINTS(XY "(simplify (* x (+ x y)) :som true)",
		"(+ (* x x) (* x y))\n");
}

TEST(a_number_is_an_option_too)
{
	PRINTS(XY "(simplify (distinct x y 3) :blast-distinct true "
		  ":blast-distinct-threshold 3)",
		"(distinct x y 3)\n");
}

TEST(an_option_ends_with_its_command)
{
	PRINTS(XY "(simplify (and (> x 1) (> y 1)) :elim-and true)"
		  "(simplify (and (> x 1) (> y 1)))",
		"(not (or (<= x 1) (<= y 1)))\n"
		"(and (not (<= x 1)) (not (<= y 1)))\n");
}

TEST(what_is_given_up_on_stays_and_says_why)
{
	PRINTS(XY "(simplify (+ x 0 y y) :max-steps 0)",
		"; simplify: max. steps exceeded\n(+ x 0 y y)\n");
}

TEST(an_option_that_is_passed_over_changes_nothing)
{
	PRINTS(XY "(simplify (+ x 1 2) :timeout 0 :print false)", "(+ 3 x)\n");
}

TEST_GROUP(solved_begin, NULL)
