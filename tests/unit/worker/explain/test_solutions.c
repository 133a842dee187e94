#include "unit/worker/solved.h"

#include "worker/explain/solutions.h"

static struct answer *
up_to(uint32_t solutions, const char *text)
{
	struct ask ask = ask_for(text);

	ask.solutions = solutions;
	return solved_ask(&ask);
}

TEST(all_of_them_are_found_and_that_is_said)
{
	struct answer *a = up_to(
		10, "(declare-const x Int)(assert (and (<= 1 x) (<= x 3)))");
	const struct answer_check *check = answer_last(a);

	assert_int_equal(check->solutions.list.count, 3);
	assert_true(check->solutions.complete);
	assert_string_not_equal(
		check->solutions.list.at[0], check->solutions.list.at[1]);
	assert_string_not_equal(
		check->solutions.list.at[1], check->solutions.list.at[2]);
	assert_string_not_equal(
		check->solutions.list.at[0], check->solutions.list.at[2]);
	answer_free(a);
}

TEST(at_most_so_many_are_given)
{
	struct answer *a = up_to(4, "(declare-const x Int)");

	assert_int_equal(answer_last(a)->solutions.list.count, 4);
	assert_false(answer_last(a)->solutions.complete);
	answer_free(a);
}

/* With functions there may be others, which nobody compares. */
TEST(where_nothing_is_declared_there_is_one)
{
	struct answer *a = up_to(4, "(assert true)");
	struct answer *b = up_to(4, "(declare-fun f (Int) Int)");

	assert_int_equal(answer_last(a)->solutions.list.count, 1);
	assert_true(answer_last(a)->solutions.complete);
	assert_int_equal(answer_last(b)->solutions.list.count, 1);
	assert_false(answer_last(b)->solutions.complete);
	answer_free(a);
	answer_free(b);
}

TEST(they_differ_on_the_terms_asked_for)
{
	struct answer *a = up_to(10,
		"(declare-const x Int)(assert (and (<= 0 x) (<= x 9)))"
		"(check-sat)(get-value ((mod x 2)))");

	assert_int_equal(answer_last(a)->solutions.list.count, 2);
	assert_true(answer_last(a)->solutions.complete);
	assert_non_null(strstr(
		answer_last(a)->solutions.list.at[0], "{\"(mod x 2)\":"));
	answer_free(a);
}

TEST(of_optimal_ones_only_the_optimal_are_given)
{
	struct answer *a =
		up_to(10, "(declare-const x Int)(declare-const y Int)"
			  "(assert (and (<= 0 x) (<= 0 y) (<= (+ x y) 2)))"
			  "(maximize (+ x y))");

	assert_int_equal(answer_last(a)->solutions.list.count, 3);
	assert_true(answer_last(a)->solutions.complete);
	answer_free(a);
}

TEST(one_solution_needs_no_list)
{
	struct answer *a = up_to(1, "(declare-const x Int)");

	assert_int_equal(answer_last(a)->solutions.list.count, 0);
	answer_free(a);
}

TEST(the_best_ones_of_pareto_say_what_they_are_worth)
{
	struct answer *a = up_to(10,
		"(set-option :opt.priority pareto)(declare-const x Int)"
		"(assert (<= 0 x 1))(maximize (+ x 1))"
		"(assert-soft (< x 1) :id low :weight 2)");
	const struct answer_check *check = answer_last(a);
	const char *one = check->solutions.list.at[0];
	const char *other = check->solutions.list.at[1];

	assert_int_equal(check->solutions.list.count, 2);
	if (strstr(one, "\"x\":0") == NULL) {
		other = one;
		one = check->solutions.list.at[1];
	}
	assert_string_equal(
		one, "{\"x\":0,\"maximize (+ x 1)\":1,\"soft low\":0}");
	assert_string_equal(
		other, "{\"x\":1,\"maximize (+ x 1)\":2,\"soft low\":2}");
	answer_free(a);
}

TEST_GROUP(solved_begin, NULL)
