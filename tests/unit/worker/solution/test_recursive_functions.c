#include "unit/worker/solved.h"

#include "base/alloc.h"

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
