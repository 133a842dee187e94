#include "unit/worker/solved.h"

#include "worker/print/value.h"

TEST(an_array_is_entries_and_else)
{
	struct answer *a = solved(
		"(declare-const a (Array Int Int))"
		"(assert (= a (store (store (store ((as const (Array Int Int))"
		" 0) 1 5) 2 6) 1 7)))");
	const char *value = value_of(a, "a");

	assert_non_null(strstr(value, "{\"args\":[1],\"value\":7}"));
	assert_non_null(strstr(value, "{\"args\":[2],\"value\":6}"));
	assert_null(strstr(value, "\"value\":5"));
	assert_non_null(strstr(value, "],\"else\":0}"));
	answer_free(a);
}

TEST(an_array_of_arrays_nests)
{
	VALUE_IS("(declare-const a (Array Int (Array Int Bool)))"
		 "(assert (= a ((as const (Array Int (Array Int Bool)))"
		 " ((as const (Array Int Bool)) true))))",
		"a",
		"{\"entries\":[],\"else\":{\"entries\":[],\"else\":true}}");
}

TEST(a_function_is_entries_and_else)
{
	struct answer *a = solved("(declare-fun f (Int Int) Int)"
				  "(assert (= (f 1 2) 3))"
				  "(assert (= (f 4 5) 6))");
	const char *f = value_of(a, "f");

	assert_non_null(strstr(f, "{\"entries\":["));
	assert_true(strstr(f, "{\"args\":[1,2],\"value\":3}") != NULL ||
		    strstr(f, "\"else\":3") != NULL);
	assert_true(strstr(f, "{\"args\":[4,5],\"value\":6}") != NULL ||
		    strstr(f, "\"else\":6") != NULL);
	answer_free(a);
}

/* libz3 leaves (tl nil) as it is until the solution has a table of tl. */
TEST(what_a_selector_leaves_open_is_a_value)
{
	VALUE_IS("(declare-datatype L ((nil) (cons (hd Bool) (tl L))))"
		 "(define-fun d () L (cons true (tl nil)))",
		"d", "\"(cons true nil)\"");
}

/* libz3 has them as sequences of characters in its tables. */
TEST(strings_in_the_table_of_a_function_are_strings)
{
	struct answer *a = solved("(declare-fun f (String) Int)"
				  "(assert (= (f \"ab\") 1))"
				  "(assert (= (f \"cd\") 2))"
				  "(assert (= (f \"\") 3))");

	assert_null(strstr(value_of(a, "f"), "seq.unit"));
	answer_free(a);
}

TEST(an_else_names_the_arguments_as_the_solution_does)
{
	struct answer *a = solved("(declare-fun f (Int Int) Int)"
				  "(assert (forall ((i Int) (j Int))"
				  " (= (f i j) (ite (< i j) (+ i 1) j))))");
	const char *f = value_of(a, "f");

	assert_null(strstr(f, ":var"));
	assert_non_null(strstr(f, "x!0"));
	assert_non_null(strstr(f, "x!1"));
	answer_free(a);
}

TEST(a_lambda_is_entries_and_else)
{
	VALUE_IS("(declare-const a (Array Int Bool))(declare-const y Int)"
		 "(assert (= y 3))(assert (= a (lambda ((i Int)) (< i y))))",
		"a", "{\"entries\":[],\"else\":\"(not (<= 3 x!0))\"}");
}

/* Two tables in each other would have arguments of the same name. */
TEST(a_lambda_in_a_lambda_is_smtlib)
{
	VALUE_IS("(declare-const a (Array Int (Array Int Int)))"
		 "(assert (= a (lambda ((i Int)) (lambda ((j Int)) (+ i j)))))",
		"a",
		"{\"entries\":[],"
		"\"else\":\"(lambda ((j Int)) (+ x!0 j))\"}");
}

TEST(an_else_needs_no_other_function)
{
	struct answer *a =
		solved("(declare-fun f (Int) Int)(declare-fun g (Int) Int)"
		       "(assert (forall ((i Int)) (= (g i) (+ (f i) 1))))"
		       "(assert (= (f 3) 10))");

	assert_null(strstr(value_of(a, "g"), "(f "));
	assert_null(strstr(value_of(a, "g"), "!0)) "));
	answer_free(a);
}

TEST_GROUP(solved_begin, NULL)
