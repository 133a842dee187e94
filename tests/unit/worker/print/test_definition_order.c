#include "unit/worker/solved.h"

#include <stdlib.h>

#include "worker/print/definition_order.h"

TEST(an_array_that_libz3_calls_by_a_function_is_written_out)
{
	assert_reads_back("",
		"(declare-fun g ((Array Int Int)) Int)"
		"(declare-const z (Array Int Int))",
		"(assert (= (g z) 1))(assert (= (g (store z 1 9)) 2))"
		"(assert (= (g (store z 2 9)) 3))");
}

TEST(what_libz3_has_made_and_nothing_uses_is_left_out)
{
	struct answer *a = solved(
		"(declare-fun g ((Array Int Int)) Int)(declare-const x!3 Int)"
		"(declare-const z (Array Int Int))(declare-fun k!9 (Int) Int)"
		"(assert (= (g z) 1))(assert (= (g (store z 1 9)) 2))"
		"(assert (= (g (store z 2 9)) 3))(assert (= (k!9 1) 1))");
	const char *model = answer_last(a)->model;

	assert_null(strstr(model, "(define-fun k!0 "));
	assert_null(strstr(model, "(define-fun k!1 "));
	assert_non_null(strstr(model, "(define-fun k!9 "));
	assert_non_null(strstr(model, "(define-fun x!3 "));
	assert_non_null(strstr(model, "(define-fun g "));
	answer_free(a);
}

TEST(a_function_stands_before_those_that_use_it)
{
	assert_reads_back("",
		"(declare-fun g (Int Int) Int)(declare-fun f (Int) Int)",
		"(assert (forall ((x Int)) (> (f x) 0)))"
		"(assert (forall ((x Int) (y Int)) (>= (g x y) (f x))))"
		"(assert (= (f 3) 10))(assert (= (f 7) 2))"
		"(assert (= (g 3 4) 12))");
}

TEST(comments_stay_with_what_they_are_about)
{
	struct answer *a = solved("(declare-sort S 0)(declare-fun f (S) S)"
				  "(declare-const a S)"
				  "(assert (not (= (f a) a)))");
	const char *model = answer_last(a)->model;

	assert_true(strncmp(model, "(\n;; universe for S:\n",
			    strlen("(\n;; universe for S:\n")) == 0);
	assert_non_null(strstr(model, "(define-fun f ((x!0 S)) S"));
	assert_string_equal(model + strlen(model) - 2, "\n)");
	answer_free(a);
}

TEST_GROUP(solved_begin, NULL)
