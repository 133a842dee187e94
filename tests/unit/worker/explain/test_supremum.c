#include "unit/worker/solved.h"

#include "worker/explain/supremum.h"

static const struct answer_objective *
objective(const struct answer *a, size_t number)
{
	assert_true(number < answer_last(a)->objectives.count);
	return &answer_last(a)->objectives.at[number];
}

TEST(an_irrational_optimum_is_found_and_proved)
{
	struct answer *a = solved("(declare-const x Real)"
				  "(assert (<= (* x x) 2.0))(maximize x)");

	assert_true(objective(a, 0)->optimal);
	assert_non_null(strstr(objective(a, 0)->value, "1.4142135623"));
	assert_non_null(strstr(value_of(a, "x"), "1.4142135623"));
	answer_free(a);
}

TEST(what_a_step_made_for_itself_is_not_in_the_solution)
{
	struct answer *a = solved("(declare-const x Real)"
				  "(assert (<= (* x x) 2.0))(maximize x)");

	assert_null(strstr(answer_last(a)->model, "satchel!"));
	answer_free(a);
}

TEST(a_strict_bound_is_a_supremum_that_no_solution_has)
{
	struct answer *a = solved("(declare-const x Real)(declare-const y Real)"
				  "(assert (and (> (+ x y) 7.5) (< y 5.0)))"
				  "(minimize x)");

	assert_true(objective(a, 0)->not_attained);
	assert_string_equal(objective(a, 0)->lower, "5/2");
	answer_free(a);
}

/* x < 3 is approached by thousandths of what the first solution lacked. */
TEST(the_values_come_near_to_a_supremum)
{
	struct answer *a = solved("(declare-const x Real)(assert (< x 3.0))"
				  "(maximize x)(check-sat)"
				  "(get-value ((> x 2.9)))");

	assert_non_null(
		strstr(answer_last(a)->output.text, "((> x 2.9) true)"));
	answer_free(a);
}

TEST(a_disjunct_may_attain_what_another_does_not)
{
	struct answer *a = solved("(declare-const x Real)(declare-const p Bool)"
				  "(assert (or (< x 2.5) (and p (= x 3.0))))"
				  "(maximize x)");

	assert_true(objective(a, 0)->optimal);
	assert_string_equal(objective(a, 0)->value, "\"3\"");
	answer_free(a);
}

TEST(what_grows_with_a_nonlinear_term_is_unbounded)
{
	struct answer *a = solved("(declare-const x Real)(declare-const y Real)"
				  "(assert (and (= (* x y) 1.0) (> x 0.0)))"
				  "(maximize y)");

	assert_true(objective(a, 0)->unbounded);
	assert_string_equal(objective(a, 0)->upper, "oo");
	answer_free(a);
}

/* Another interpretation of f may have another supremum. */
TEST(with_functions_no_supremum_is_claimed)
{
	struct answer *a = solved("(declare-const x Real)"
				  "(declare-fun f (Real) Real)"
				  "(assert (< x (f 0.0)))"
				  "(assert (< (f 0.0) 3.0))(maximize x)");

	assert_false(objective(a, 0)->not_attained);
	assert_false(objective(a, 0)->optimal);
	answer_free(a);
}

TEST_GROUP(solved_begin, NULL)
