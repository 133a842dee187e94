#include "unit/wire/taken.h"

#include "wire/check_frames.h"

static const struct answer_check sat = {.status = STATUS_SAT};

TEST(solutions_are_kept_in_order)
{
	ARRANGE;
	answer_put_check(&b, &sat);
	answer_put_solution(&b, "{\"x\":1}");
	answer_put_solution(&b, "{\"x\":2}");
	assert_true(take_all(a, &b));
	assert_int_equal(a->checks[0].solution_count, 2);
	assert_string_equal(a->checks[0].solutions[1], "{\"x\":2}");
	assert_false(a->checks[0].solutions_complete);
}

TEST(the_end_of_the_solutions_is_told)
{
	ARRANGE;
	answer_put_check(&b, &sat);
	answer_put_solution(&b, "{}");
	answer_put_solutions_end(&b, "", "");
	assert_true(take_all(a, &b));
	assert_int_equal(a->checks[0].solution_count, 1);
	assert_true(a->checks[0].solutions_complete);
}

TEST(an_end_that_leaves_something_out_is_not_complete)
{
	ARRANGE;
	answer_put_check(&b, &sat);
	answer_put_solutions_end(&b, "f, g", "a");
	assert_true(take_all(a, &b));
	assert_true(a->checks[0].solutions_ended);
	assert_false(a->checks[0].solutions_complete);
	assert_string_equal(a->checks[0].solutions_elsewhere, "f, g");
	assert_string_equal(a->checks[0].solutions_uncompared, "a");
}

TEST(relaxations_and_statistics_come_back)
{
	ARRANGE;
	answer_put_check(&b, &sat);
	answer_put_relaxation(&b, "3");
	answer_put_relaxation(&b, "1 2");
	answer_put_statistics(&b, "{\"conflicts\":4}");
	assert_true(take_all(a, &b));
	assert_int_equal(a->checks[0].relaxation_count, 2);
	assert_string_equal(a->checks[0].relaxations[1], "1 2");
	assert_string_equal(a->checks[0].statistics, "{\"conflicts\":4}");
}

TEST(without_a_check_there_is_nothing_to_add_to)
{
	ARRANGE;
	answer_put_solution(&b, "{}");
	assert_false(take_all(a, &b));
}

TEST(what_is_checked_is_counted)
{
	struct answer_assertions failed = {0};
	struct answer_assertion one = {.index = 2, .is_false = true};

	ARRANGE;
	assertions_add(&failed, &one);
	answer_put_check(&b, &sat);
	answer_put_checked(&b, 5, &failed);
	assert_true(take_all(a, &b));
	assert_int_equal(a->checks[0].checked, 5);
	assert_int_equal(a->checks[0].failed.count, 1);
	assert_true(a->checks[0].failed.list[0].is_false);
	assertions_release(&failed);
}
