#include "unit/worker/solved.h"

#include "worker/print/function_table.h"

/* libz3 finds formulas for these: (= x!0 P!val!1). */
TEST(a_relation_of_people_is_a_table)
{
	struct answer *a = solved("(declare-sort P 0)"
				  "(declare-fun tall (P) Bool)"
				  "(declare-const a P)(declare-const b P)"
				  "(assert (and (tall b) (not (tall a))))"
				  "(assert (forall ((x P))"
				  "(=> (tall x) (= x b))))");

	assert_null(strstr(value_of(a, "tall"), "x!0"));
	assert_non_null(strstr(
		value_of(a, "tall"), "\"value\":true}],\"else\":false}"));
	answer_free(a);
}

TEST(most_of_the_points_are_the_rest)
{
	struct answer *a = solved(
		"(declare-fun f ((_ BitVec 2)) Bool)"
		"(assert (forall ((x (_ BitVec 2))) (= (f x) (= x #b10))))");

	assert_string_equal(value_of(a, "f"),
		"{\"entries\":[{\"args\":[\"#b10\"],\"value\":true}],"
		"\"else\":false}");
	answer_free(a);
}

/* Its points are not counted: the formula stays. */
TEST(a_function_of_integers_is_not)
{
	struct answer *a = solved("(declare-fun f (Int) Int)"
				  "(assert (forall ((x Int)) (= (f x)"
				  "(+ x 1))))");

	assert_non_null(strstr(value_of(a, "f"), "x!0"));
	answer_free(a);
}

TEST_GROUP(solved_begin, NULL)
