#include "unit/worker/solved.h"

#include "base/alloc.h"

static void
expect_definition(const char *text, const char *definition)
{
	struct answer *a = solved(text);
	const char *model = answer_last(a)->model;

	assert_int_equal(a->fault.kind, DIAGNOSTIC_NONE);
	assert_non_null(strstr(model, definition));
	answer_free(a);
}

TEST(definitions_are_written_as_their_values)
{
	expect_definition("(declare-const x Int)(define-fun d () Int (+ x 1))"
			  "(assert (= x 5))",
		"(define-fun d () Int\n  6)");
	expect_definition("(declare-const x Int)(define-const e Bool (> x 7))"
			  "(assert (= x 5))",
		"(define-fun e () Bool\n  false)");
}

/* As libz3 prints it, ((_ g 0) x), it would not read it. */
TEST(what_a_recursive_function_gives_is_a_value_too)
{
	expect_definition("(define-fun-rec g ((n Int)) Int"
			  " (ite (<= n 0) 0 (+ n (g (- n 1)))))"
			  "(declare-const x Int)(define-fun d () Int (g x))"
			  "(assert (= x 4))",
		"(define-fun d () Int\n  10)");
}

/* What SMT-LIB leaves open: (div 0 0) could be read back as anything. */
SOLVED_TEST(what_is_open_has_the_value_of_this_solution,
	"(declare-const x Int)(define-fun d () Int (div x x))"
	"(assert (= x 0))(assert (= d 3))")
{
	assert_non_null(
		strstr(answer_last(a)->model, "(define-fun d () Int\n  3)"));
}

TEST(a_quantifier_is_decided)
{
	expect_definition("(declare-const b Bool)(define-fun d () Bool"
			  " (exists ((q Int)) (and (<= 2 q 4) (not b))))"
			  "(assert b)",
		"(define-fun d () Bool\n  false)");
}

/* The strategies of libz3 know nothing of them. */
TEST(each_way_to_solve_writes_them)
{
	const char *const words[] = {"auto", "simple", "logic"};

	for (size_t i = 0; i < 3; i++) {
		struct ask ask = ask_for("(declare-const x Int)(assert (= x 5))"
					 "(define-fun d () Int (+ x 1))");
		struct answer *a;

		ask.engines = engines_of_word(words[i]);
		a = solved_ask(&ask);
		assert_non_null(strstr(
			answer_last(a)->model, "(define-fun d () Int\n  6)"));
		answer_free(a);
	}
}

SOLVED_TEST(those_of_a_scope_that_is_closed_are_not_written,
	"(declare-const x Int)(push)"
	"(define-fun d () Int (+ x 1))(check-sat)"
	"(pop)(define-fun e () Int (+ x 2))"
	"(check-sat)")
{
	const char *model = answer_last(a)->model;

	assert_null(strstr(model, "(define-fun d ()"));
	assert_non_null(strstr(model, "(define-fun e ()"));
}

/* ((_ r 0) x) is read by nobody. */
SOLVED_TEST(recursive_functions_are_not_written,
	"(declare-datatypes ((O 1)) ((par (C) ((none) (some (the "
	"C))))))"
	"(declare-const c (O Int))"
	"(define-fun-rec r ((z Int)) Int (ite (<= z 0) 0 (r (- z 1))))"
	"(define-funs-rec ((s ((z Int)) Int)) ((ite (<= z 0) 0 (s "
	"0))))")
{
	assert_null(strstr(answer_last(a)->model, "(define-fun r"));
	assert_null(strstr(answer_last(a)->model, "(define-fun s"));
}

/* What each way to solve prints of the values. */
static void
expect_values(const char *text, const char *values)
{
	const char *const words[] = {"auto", "simple", "logic"};

	for (size_t i = 0; i < 3; i++) {
		struct ask ask = ask_for(text);
		struct answer *a;

		ask.engines = engines_of_word(words[i]);
		a = solved_ask(&ask);
		assert_int_equal(a->fault.kind, DIAGNOSTIC_NONE);
		assert_string_equal(a->output.text, values);
		answer_free(a);
	}
}

TEST(functions_that_nothing_depends_on_have_values)
{
	expect_values("(define-fun-rec fac ((n Int)) Int"
		      " (ite (< n 1) 1 (* n (fac (- n 1)))))"
		      "(declare-const x Int)(assert (= x 4))(check-sat)"
		      "(get-value ((fac x) (fac 0)))",
		"sat\n(((fac x) 24)\n ((fac 0) 1))\n");
}

/* libz3 makes entries of them, and else what is left. */
TEST(cases_of_constants_keep_their_values)
{
	expect_values("(define-fun-rec v ((a Int) (b Int)) Int"
		      " (ite (and (= a 5) (= b 5)) 7"
		      " (ite (and (= a 4) (= b 5)) 8 (+ a b))))(check-sat)"
		      "(get-value ((v 5 5) (v 4 5) (v 1 1)))",
		"sat\n(((v 5 5) 7)\n ((v 4 5) 8)\n ((v 1 1) 2))\n");
}

TEST(functions_may_call_each_other)
{
	expect_values("(define-funs-rec ((even ((n Int)) Bool)"
		      " (odd ((n Int)) Bool))"
		      " ((ite (= n 0) true (odd (- n 1)))"
		      " (ite (= n 0) false (even (- n 1)))))(check-sat)"
		      "(get-value ((even 4) (odd 4)))",
		"sat\n(((even 4) true)\n ((odd 4) false))\n");
}

/* libz3 would unfold it until the time is up. */
TEST(a_function_by_its_name_is_not_unfolded)
{
	expect_values("(define-fun-rec fac ((n Int)) Int"
		      " (ite (< n 1) 1 (* n (fac (- n 1)))))(check-sat)"
		      "(get-value (fac (fac 3)))",
		"sat\n((fac fac)\n ((fac 3) 6))\n");
}

/* x > 2 is found at once; its other half has no value at -2. */
TEST(a_value_that_does_not_end_is_not_waited_for)
{
	int64_t begun_us = clock_spent_us();
	struct answer *a = solved("(define-fun-rec f ((n Int)) Int"
				  " (ite (= n 0) 0 (f (- n 1))))"
				  "(declare-const x Int)(assert (< x 4))"
				  "(assert (or (= (f (- x 5)) 1) (> x 2)))");

	assert_int_equal(answer_last(a)->status, STATUS_SAT);
	assert_true(clock_spent_us() - begun_us < 500000);
	answer_free(a);
}

TEST_GROUP(solved_begin, NULL)
