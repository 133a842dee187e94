#include "unit/worker/solved.h"

#include "worker/print/value.h"

static void
an_array_is_entries_and_else(void **state)
{
	struct answer *a = solved(
		"(declare-const a (Array Int Int))"
		"(assert (= a (store (store (store ((as const (Array Int Int))"
		" 0) 1 5) 2 6) 1 7)))");
	const char *value = value_of(a, "a");

	(void)state;
	assert_non_null(strstr(value, "{\"args\":[1],\"value\":7}"));
	assert_non_null(strstr(value, "{\"args\":[2],\"value\":6}"));
	assert_null(strstr(value, "\"value\":5"));
	assert_non_null(strstr(value, "],\"else\":0}"));
	answer_free(a);
}

static void
an_array_of_arrays_nests(void **state)
{
	(void)state;
	VALUE_IS("(declare-const a (Array Int (Array Int Bool)))"
		 "(assert (= a ((as const (Array Int (Array Int Bool)))"
		 " ((as const (Array Int Bool)) true))))",
		"a",
		"{\"entries\":[],\"else\":{\"entries\":[],\"else\":true}}");
}

static void
a_function_is_entries_and_else(void **state)
{
	struct answer *a = solved("(declare-fun f (Int Int) Int)"
				  "(assert (= (f 1 2) 3))"
				  "(assert (= (f 4 5) 6))");
	const char *f = value_of(a, "f");

	(void)state;
	assert_non_null(strstr(f, "{\"entries\":["));
	assert_true(strstr(f, "{\"args\":[1,2],\"value\":3}") != NULL ||
		    strstr(f, "\"else\":3") != NULL);
	assert_true(strstr(f, "{\"args\":[4,5],\"value\":6}") != NULL ||
		    strstr(f, "\"else\":6") != NULL);
	answer_free(a);
}

/* libz3 leaves (tl nil) as it is until the solution has a table of tl. */
static void
what_a_selector_leaves_open_is_a_value(void **state)
{
	(void)state;
	VALUE_IS("(declare-datatype L ((nil) (cons (hd Bool) (tl L))))"
		 "(define-fun d () L (cons true (tl nil)))",
		"d", "\"(cons true nil)\"");
}

/* libz3 has them as sequences of characters in its tables. */
static void
strings_in_the_table_of_a_function_are_strings(void **state)
{
	struct answer *a = solved("(declare-fun f (String) Int)"
				  "(assert (= (f \"ab\") 1))"
				  "(assert (= (f \"cd\") 2))"
				  "(assert (= (f \"\") 3))");

	(void)state;
	assert_null(strstr(value_of(a, "f"), "seq.unit"));
	answer_free(a);
}

static void
an_else_names_the_arguments_as_the_solution_does(void **state)
{
	struct answer *a = solved("(declare-fun f (Int Int) Int)"
				  "(assert (forall ((i Int) (j Int))"
				  " (= (f i j) (ite (< i j) (+ i 1) j))))");
	const char *f = value_of(a, "f");

	(void)state;
	assert_null(strstr(f, ":var"));
	assert_non_null(strstr(f, "x!0"));
	assert_non_null(strstr(f, "x!1"));
	answer_free(a);
}

static void
a_lambda_is_entries_and_else(void **state)
{
	(void)state;
	VALUE_IS("(declare-const a (Array Int Bool))(declare-const y Int)"
		 "(assert (= y 3))(assert (= a (lambda ((i Int)) (< i y))))",
		"a", "{\"entries\":[],\"else\":\"(not (<= 3 x!0))\"}");
}

/* Two tables in each other would have arguments of the same name. */
static void
a_lambda_in_a_lambda_is_smtlib(void **state)
{
	(void)state;
	VALUE_IS("(declare-const a (Array Int (Array Int Int)))"
		 "(assert (= a (lambda ((i Int)) (lambda ((j Int)) (+ i j)))))",
		"a",
		"{\"entries\":[],"
		"\"else\":\"(lambda ((j Int)) (+ x!0 j))\"}");
}

static void
an_else_needs_no_other_function(void **state)
{
	struct answer *a =
		solved("(declare-fun f (Int) Int)(declare-fun g (Int) Int)"
		       "(assert (forall ((i Int)) (= (g i) (+ (f i) 1))))"
		       "(assert (= (f 3) 10))");

	(void)state;
	assert_null(strstr(value_of(a, "g"), "(f "));
	assert_null(strstr(value_of(a, "g"), "!0)) "));
	answer_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_array_is_entries_and_else),
		cmocka_unit_test(an_array_of_arrays_nests),
		cmocka_unit_test(a_function_is_entries_and_else),
		cmocka_unit_test(
			an_else_names_the_arguments_as_the_solution_does),
		cmocka_unit_test(what_a_selector_leaves_open_is_a_value),
		cmocka_unit_test(
			strings_in_the_table_of_a_function_are_strings),
		cmocka_unit_test(a_lambda_is_entries_and_else),
		cmocka_unit_test(a_lambda_in_a_lambda_is_smtlib),
		cmocka_unit_test(an_else_needs_no_other_function),
	};

	return cmocka_run_group_tests(tests, solved_begin, NULL);
}
