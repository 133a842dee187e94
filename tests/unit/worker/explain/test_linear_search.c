#include "unit/worker/solved.h"

#include "worker/explain/linear_search.h"

static const struct answer_objective *
objective(const struct answer *a)
{
	assert_int_equal(answer_last(a)->objectives.count, 1);
	return &answer_last(a)->objectives.at[0];
}

/* n <= 7, since 7 divides 91: libz3's optimizer stops at 0. */
TEST(what_the_optimizer_gives_up_on_is_climbed)
{
	struct answer *a =
		solved("(declare-const n Int)(assert (forall ((k Int))"
		       "(=> (and (< 1 k) (< k n)) (not (= (mod 91 k) 0)))))"
		       "(assert (< n 60))(maximize n)");

	assert_string_equal(objective(a)->value, "7");
	assert_string_equal(value_of(a, "n"), "7");
	answer_free(a);
}

TEST(several_goals_of_a_box_are_left_as_they_are)
{
	struct answer *a =
		solved("(set-option :opt.priority box)"
		       "(declare-const n Int)(declare-const m Int)"
		       "(assert (<= n m 4))(maximize n)(maximize m)");

	assert_int_equal(answer_last(a)->objectives.count, 2);
	assert_true(answer_last(a)->objectives.at[0].optimal);
	assert_true(answer_last(a)->objectives.at[1].optimal);
	answer_free(a);
}

TEST_GROUP(solved_begin, NULL)
