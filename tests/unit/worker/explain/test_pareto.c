#include "unit/worker/solved.h"

#include "worker/explain/pareto.h"

#define CORNER \
	"(set-option :opt.priority pareto)(declare-const x Int)" \
	"(declare-const y Int)(assert (and (>= x 0) (>= y 0)))" \
	"(assert (<= (+ x y) 2))(maximize x)(maximize y)"

static struct answer *
up_to(uint32_t solutions, const char *text)
{
	struct ask ask = ask_for(text);

	ask.solutions = solutions;
	return solved_ask(&ask);
}

static bool
has(const struct answer *a, const char *start)
{
	const struct answer_check *check = answer_last(a);

	for (size_t i = 0; i < check->solutions.list.count; i++) {
		if (strncmp(check->solutions.list.at[i], start,
			    strlen(start)) == 0)
			return true;
	}
	return false;
}

/* 2 and 0, 1 and 1, 0 and 2; all else is exceeded. */
TEST(each_best_combination_is_found_once)
{
	struct answer *a = up_to(10, CORNER);

	assert_int_equal(answer_last(a)->solutions.list.count, 3);
	assert_true(has(a, "{\"x\":2,\"y\":0,"));
	assert_true(has(a, "{\"x\":1,\"y\":1,"));
	assert_true(has(a, "{\"x\":0,\"y\":2,"));
	assert_true(answer_last(a)->solutions.complete);
	answer_free(a);
}

TEST(no_more_are_given_than_were_asked_for)
{
	struct answer *a = up_to(2, CORNER);

	assert_int_equal(answer_last(a)->solutions.list.count, 2);
	assert_false(answer_last(a)->solutions.complete);
	answer_free(a);
}

/* 7 and 0 exceeds all of x = y up to 7; from there on each is best. */
TEST(what_is_found_is_improved_until_it_is_best)
{
	struct answer *a = up_to(20,
		"(set-option :opt.priority pareto)(declare-const x Int)"
		"(declare-const y Int)(assert (<= 0 x 12))"
		"(assert (<= 0 y 12))(assert (or (= x y) (= x 7)))"
		"(maximize x)(minimize y)");

	assert_int_equal(answer_last(a)->solutions.list.count, 6);
	assert_true(answer_last(a)->solutions.complete);
	assert_true(has(a, "{\"x\":7,\"y\":0,"));
	assert_true(has(a, "{\"x\":8,\"y\":8,"));
	assert_true(has(a, "{\"x\":12,\"y\":12,"));
	answer_free(a);
}

TEST_GROUP(solved_begin, NULL)
