#include "solved.h"

#include "base/alloc.h"
#include "base/buf.h"
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

/* The least weight on a path of which no two neighbours hold. */
static void
the_best_of_a_hundred_weights_is_proved(void **state)
{
	DROP(buf) struct buf text;
	struct answer *a;

	(void)state;
	buf_init(&text, 100000);
	for (int i = 0; i < 100; i++)
		buf_add_format(&text,
			"(declare-const c%d Bool)"
			"(assert-soft c%d :weight %d)\n",
			i, i, i % 5 + 1);
	for (int i = 1; i < 100; i++)
		buf_add_format(
			&text, "(assert (or (not c%d) (not c%d)))\n", i - 1, i);
	a = solved(text.data);
	assert_true(objective(a, 0)->optimal);
	assert_string_equal(objective(a, 0)->value, "\"139\"");
	answer_free(a);
}

/* Fractions are beyond libz3's SAT solver. */
static void
weights_that_are_fractions_are_proved(void **state)
{
	struct answer *a =
		solved("(declare-const p Bool)(declare-const q Bool)"
		       "(assert (not (and p q)))(assert-soft p :weight 0.5)"
		       "(assert-soft q :weight 0.25)");

	(void)state;
	assert_true(objective(a, 0)->optimal);
	assert_string_equal(objective(a, 0)->value, "\"1/4\"");
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
		cmocka_unit_test(the_best_of_a_hundred_weights_is_proved),
		cmocka_unit_test(weights_that_are_fractions_are_proved),
		cmocka_unit_test(each_goal_of_a_box_is_open_for_itself),
		cmocka_unit_test(
			no_goal_of_pareto_is_better_without_another_one_worse),
	};

	return cmocka_run_group_tests(tests, solved_begin, NULL);
}
