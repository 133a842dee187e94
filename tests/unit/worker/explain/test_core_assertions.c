#include "unit/worker/solved.h"

#include "worker/explain/core_assertions.h"

/* All assertions are one group: the core can only be all of it. */
static struct answer *
solved_as_one(const char *text)
{
	static const uint32_t groups[] = {1};
	struct ask ask = ask_for(text);

	ask.groups = groups;
	ask.group_count = 1;
	return solved_ask(&ask);
}

TEST(what_takes_no_part_is_left_out)
{
	struct answer *a = solved_as_one(
		"(declare-const x Int)(assert (> x 5))(assert (< x 9))"
		"(assert (< x 3))");

	assert_int_equal(answer_last(a)->core.assertions.count, 2);
	assert_int_equal(answer_last(a)->core.assertions.list[0].index, 0);
	assert_int_equal(answer_last(a)->core.assertions.list[1].index, 2);
	assert_true(answer_last(a)->core.minimal);
	answer_free(a);
}

TEST(assumptions_take_part_too)
{
	struct answer *a = solved_as_one(
		"(declare-const p Bool)(declare-const q Bool)"
		"(assert (not p))(assert (or p q))(check-sat-assuming (p))");

	assert_int_equal(answer_last(a)->core.assertions.count, 1);
	assert_int_equal(answer_last(a)->core.assertions.list[0].index, 0);
	assert_string_equal(answer_last(a)->core.assumptions, "p");
	answer_free(a);
}

TEST_GROUP(solved_begin, NULL)
