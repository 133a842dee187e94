#include "unit/worker/solved.h"

#include "worker/explain/simplify.h"

#define XY "(declare-const x Int)(declare-const y Int)"

#define PRINTS(text, output_) \
	do { \
		struct answer *a_ = solved(text "(check-sat)"); \
		assert_int_equal(a_->fault.kind, DIAGNOSTIC_NONE); \
		assert_string_equal(a_->output, output_ "sat\n"); \
		answer_free(a_); \
	} while (0)

static void
a_term_is_simplified_without_options(void **state)
{
	(void)state;
	PRINTS(XY "(simplify (distinct x y 3))", "(distinct x y 3)\n");
}

static void
an_option_changes_what_becomes_of_the_term(void **state)
{
	(void)state;
	PRINTS(XY "(simplify (distinct x y 3) :blast-distinct true)",
		"(and (not (= x y)) (not (= x 3)) (not (= y 3)))\n");
	PRINTS(XY "(simplify (* x (+ x y)) :som true)",
		"(+ (* x x) (* x y))\n");
}

static void
a_number_is_an_option_too(void **state)
{
	(void)state;
	PRINTS(XY "(simplify (distinct x y 3) :blast-distinct true "
		  ":blast-distinct-threshold 3)",
		"(distinct x y 3)\n");
}

static void
an_option_ends_with_its_command(void **state)
{
	(void)state;
	PRINTS(XY "(simplify (and (> x 1) (> y 1)) :elim-and true)"
		  "(simplify (and (> x 1) (> y 1)))",
		"(not (or (<= x 1) (<= y 1)))\n"
		"(and (not (<= x 1)) (not (<= y 1)))\n");
}

static void
what_is_given_up_on_stays_and_says_why(void **state)
{
	(void)state;
	PRINTS(XY "(simplify (+ x 0 y y) :max-steps 0)",
		"; simplify: max. steps exceeded\n(+ x 0 y y)\n");
}

static void
an_option_that_is_passed_over_changes_nothing(void **state)
{
	(void)state;
	PRINTS(XY "(simplify (+ x 1 2) :timeout 0 :print false)", "(+ 3 x)\n");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_term_is_simplified_without_options),
		cmocka_unit_test(an_option_changes_what_becomes_of_the_term),
		cmocka_unit_test(a_number_is_an_option_too),
		cmocka_unit_test(an_option_ends_with_its_command),
		cmocka_unit_test(what_is_given_up_on_stays_and_says_why),
		cmocka_unit_test(an_option_that_is_passed_over_changes_nothing),
	};

	return cmocka_run_group_tests(tests, solved_begin, NULL);
}
