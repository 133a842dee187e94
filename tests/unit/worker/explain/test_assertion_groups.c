#include "unit/worker/solved.h"

#include "worker/explain/assertion_groups.h"

/* Two items, of lines 1 to 2 and of line 3. */
static const uint32_t groups[] = {1, 3};

static struct answer *
solved_in_groups(const char *text)
{
	struct ask ask = ask_for(text);

	ask.groups = groups;
	ask.group_count = 2;
	return solved_ask(&ask);
}

TEST(a_core_names_what_takes_part_of_its_groups)
{
	struct answer *a =
		solved_in_groups("(declare-const x Int)(assert (> x 5))\n"
				 "(assert (< x 100))\n"
				 "(assert (< x 3))");

	assert_int_equal(answer_last(a)->core.assertions.count, 2);
	assert_int_equal(answer_last(a)->core.assertions.list[0].index, 0);
	assert_int_equal(answer_last(a)->core.assertions.list[1].index, 2);
	assert_true(answer_last(a)->core.minimal);
	answer_free(a);
}

/* By assertions {x > 5, x < 3} would be minimal; by groups it is not. */
TEST(a_group_that_conflicts_with_itself_is_the_core)
{
	struct answer *a =
		solved_in_groups("(declare-const x Int)(assert (> x 5))\n\n"
				 "(assert (< x 3))(assert (> x 4))");

	assert_int_equal(answer_last(a)->core.assertions.count, 2);
	assert_int_equal(answer_last(a)->core.assertions.list[0].index, 1);
	assert_int_equal(answer_last(a)->core.assertions.list[1].index, 2);
	answer_free(a);
}

TEST(without_groups_each_assertion_is_one)
{
	struct answer *a = solved("(declare-const x Int)(assert (> x 5))\n"
				  "(assert (< x 100))\n(assert (< x 3))");

	assert_int_equal(answer_last(a)->core.assertions.count, 2);
	answer_free(a);
}

TEST_GROUP(solved_begin, NULL)
