#include "solved.h"

#include "solver/optimum.h"

static const struct answer_objective *
objective(const struct answer *a, size_t number)
{
	assert_true(number < answer_last(a)->objective_count);
	return &answer_last(a)->objectives[number];
}

static void
a_goal_behind_one_without_an_optimum_is_open(void **state)
{
	struct answer *a = solved("(declare-const x Int)(declare-const y Int)"
				  "(assert (<= y 4))(maximize x)(maximize y)");

	(void)state;
	assert_true(objective(a, 0)->unbounded);
	assert_false(objective(a, 1)->optimal);
	assert_false(objective(a, 1)->unbounded);
	assert_string_equal(objective(a, 1)->upper, "");
	answer_free(a);
}

static void
a_goal_keeps_the_goals_before_it_at_their_best(void **state)
{
	struct answer *a = solved("(declare-const x Real)(declare-const y Real)"
				  "(assert (<= (* x x) 4.0))"
				  "(assert (<= (+ x y) 3.0))"
				  "(maximize x)(maximize y)");

	(void)state;
	assert_true(objective(a, 0)->optimal);
	assert_string_equal(objective(a, 0)->value, "\"2\"");
	assert_true(objective(a, 1)->optimal);
	assert_string_equal(objective(a, 1)->value, "\"1\"");
	answer_free(a);
}

static void
each_goal_of_a_box_is_open_for_itself(void **state)
{
	struct answer *a = solved("(declare-const x Int)(declare-const y Int)"
				  "(assert (<= y 4))(maximize x)(maximize y)"
				  "(set-option :opt.priority box)");

	(void)state;
	assert_true(objective(a, 0)->unbounded);
	assert_true(objective(a, 1)->optimal);
	assert_string_equal(objective(a, 1)->value, "4");
	answer_free(a);
}

static void
no_goal_of_pareto_is_better_without_another_one_worse(void **state)
{
	struct answer *a = solved("(declare-const x Int)(declare-const y Int)"
				  "(assert (and (>= x 0) (>= y 0)))"
				  "(assert (<= (+ x y) 2))"
				  "(maximize x)(maximize y)"
				  "(set-option :opt.priority pareto)"
				  "(check-sat)(get-value ((+ x y)))");

	(void)state;
	assert_true(objective(a, 0)->optimal);
	assert_true(objective(a, 1)->optimal);
	assert_non_null(strstr(answer_last(a)->output, "((+ x y) 2)"));
	answer_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_goal_behind_one_without_an_optimum_is_open),
		cmocka_unit_test(
			a_goal_keeps_the_goals_before_it_at_their_best),
		cmocka_unit_test(each_goal_of_a_box_is_open_for_itself),
		cmocka_unit_test(
			no_goal_of_pareto_is_better_without_another_one_worse),
	};

	return cmocka_run_group_tests(tests, solved_begin, NULL);
}
