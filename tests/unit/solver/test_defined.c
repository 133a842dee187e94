#include "solved.h"

static void
expect_definition(const char *text, const char *definition)
{
	struct answer *a = solved(text);
	const char *model = answer_last(a)->model;

	assert_int_equal(a->fault.kind, FAULT_NONE);
	assert_non_null(strstr(model, definition));
	answer_free(a);
}

static void
definitions_are_written_as_their_values(void **state)
{
	(void)state;
	expect_definition("(declare-const x Int)(define-fun d () Int (+ x 1))"
			  "(assert (= x 5))",
		"(define-fun d () Int\n  6)");
	expect_definition("(declare-const x Int)(define-const e Bool (> x 7))"
			  "(assert (= x 5))",
		"(define-fun e () Bool\n  false)");
}

/* As libz3 prints it, ((_ g 0) x), it would not read it. */
static void
what_a_recursive_function_gives_is_a_value_too(void **state)
{
	(void)state;
	expect_definition("(define-fun-rec g ((n Int)) Int"
			  " (ite (<= n 0) 0 (+ n (g (- n 1)))))"
			  "(declare-const x Int)(define-fun d () Int (g x))"
			  "(assert (= x 4))",
		"(define-fun d () Int\n  10)");
}

/* What SMT-LIB leaves open: (div 0 0) could be read back as anything. */
static void
what_is_open_has_the_value_of_this_solution(void **state)
{
	struct answer *a =
		solved("(declare-const x Int)(define-fun d () Int (div x x))"
		       "(assert (= x 0))(assert (= d 3))");

	(void)state;
	assert_non_null(
		strstr(answer_last(a)->model, "(define-fun d () Int\n  3)"));
	answer_free(a);
}

static void
a_quantifier_is_decided(void **state)
{
	(void)state;
	expect_definition("(declare-const b Bool)(define-fun d () Bool"
			  " (exists ((q Int)) (and (<= 2 q 4) (not b))))"
			  "(assert b)",
		"(define-fun d () Bool\n  false)");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(definitions_are_written_as_their_values),
		cmocka_unit_test(
			what_a_recursive_function_gives_is_a_value_too),
		cmocka_unit_test(what_is_open_has_the_value_of_this_solution),
		cmocka_unit_test(a_quantifier_is_decided),
	};

	return cmocka_run_group_tests(tests, solved_begin, NULL);
}
