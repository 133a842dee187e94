#include "unit/worker/solved.h"

#include "worker/explain/correction_sets.h"

static struct answer *
relaxed(const char *text, const uint32_t *groups, size_t count)
{
	struct ask ask = ask_for(text);

	ask.relax = true;
	ask.groups = groups;
	ask.group_count = count;
	return solved_ask(&ask);
}

TEST(the_smallest_ways_out_come_first)
{
	/* Without 0 the rest is sat; keeping 0 costs both 1 and 2. */
	struct answer *a = relaxed("(declare-const x Int)(assert (> x 5))"
				   "(assert (< x 3))(assert (< x 4))",
		NULL, 0);

	assert_int_equal(answer_last(a)->status, STATUS_UNSAT);
	assert_int_equal(answer_last(a)->relaxations.count, 2);
	assert_string_equal(answer_last(a)->relaxations.at[0], "0");
	assert_string_equal(answer_last(a)->relaxations.at[1], "1 2");
	answer_free(a);
}

TEST(groups_are_given_up_as_a_whole)
{
	const uint32_t groups[] = {1, 2};
	struct answer *a = relaxed("(declare-const x Int)(assert (> x 5))\n"
				   "(assert (< x 3))(assert (< x 4))",
		groups, 2);

	assert_int_equal(answer_last(a)->relaxations.count, 2);
	assert_int_equal(strlen(answer_last(a)->relaxations.at[0]), 1);
	assert_int_equal(strlen(answer_last(a)->relaxations.at[1]), 1);
	answer_free(a);
}

TEST(assumptions_are_never_given_up)
{
	struct answer *a = relaxed("(declare-const p Bool)(assert (not p))"
				   "(check-sat-assuming (p))",
		NULL, 0);

	assert_int_equal(answer_last(a)->relaxations.count, 1);
	assert_string_equal(answer_last(a)->relaxations.at[0], "0");
	answer_free(a);
}

TEST(a_problem_that_is_sat_needs_none)
{
	struct answer *a = relaxed("(assert true)", NULL, 0);

	assert_int_equal(answer_last(a)->relaxations.count, 0);
	answer_free(a);
}

TEST_GROUP(solved_begin, NULL)
