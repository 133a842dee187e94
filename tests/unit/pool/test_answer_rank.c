#include "unit/unit.h"

#include "base/alloc.h"
#include "pool/portfolio.h"
#include "wire/frame.h"

static struct answer *
answer_with(enum status status, enum outcome outcome)
{
	const struct answer_check check = {.status = status};
	struct answer *a = answer_new();
	DROP(buf) struct buf frames;
	struct frame f;
	size_t used;

	buf_init(&frames, 10000);
	answer_put_check(&frames, &check);
	assert_int_equal(frame_find(frames.data, frames.size, 10000, &f, &used),
		FRAME_WHOLE);
	assert_true(answer_take(a, &f));
	a->outcome = outcome;
	return a;
}

static void
refute(struct answer *a)
{
	const struct answer_assertion one = {
		.label = (char[]){""}, .is_false = true};

	assertions_add(&answer_last(a)->evaluation.failed, &one);
}

TEST(unsat_is_decided_at_once)
{
	struct answer *a = answer_with(STATUS_UNSAT, OUTCOME_DONE);

	assert_true(answer_is_decided(a));
	assert_true(answer_has_status(a));
	answer_free(a);
}

TEST(sat_is_decided_with_values_that_hold)
{
	struct answer *a = answer_with(STATUS_SAT, OUTCOME_DONE);

	assert_false(answer_is_decided(a));
	assert_true(answer_has_status(a));
	answer_last(a)->model = text_copy("()");
	assert_true(answer_is_decided(a));
	refute(a);
	assert_false(answer_is_decided(a));
	assert_false(answer_has_status(a));
	answer_free(a);
}

TEST(unknown_is_not_decided_and_nothing_is_not)
{
	struct answer *a = answer_with(STATUS_UNKNOWN, OUTCOME_DONE);
	struct answer *b = answer_new();

	assert_false(answer_is_decided(a));
	assert_false(answer_has_status(a));
	assert_false(answer_is_decided(b));
	assert_false(answer_has_status(b));
	answer_free(a);
	answer_free(b);
}

TEST(a_fault_of_the_text_is_decided)
{
	struct answer *a = answer_new();

	a->fault.kind = DIAGNOSTIC_SOLVER;
	assert_true(answer_is_decided(a));
	answer_free(a);
}

TEST(sat_is_worth_more_than_unknown_and_a_death_least)
{
	struct answer *sat = answer_with(STATUS_SAT, OUTCOME_MEMORY);
	struct answer *unknown = answer_with(STATUS_UNKNOWN, OUTCOME_DONE);
	struct answer *dead = answer_with(STATUS_UNKNOWN, OUTCOME_CRASH);

	assert_true(answer_rank(sat) > answer_rank(unknown));
	assert_true(answer_rank(unknown) > answer_rank(dead));
	answer_free(sat);
	answer_free(unknown);
	answer_free(dead);
}

static struct answer *
answer_with_goal(void)
{
	struct answer *a = answer_with(STATUS_SAT, OUTCOME_TIMEOUT);
	struct answer_check *check = answer_last(a);

	check->objectives.at = mem_new(sizeof(check->objectives.at[0]));
	check->objectives.count = check->objectives.capacity = 1;
	check->objectives.at[0] = (struct answer_objective){
		.term = text_copy("x"),
		.maximize = true,
		.value = text_copy(""),
		.lower = text_copy("7"),
		.upper = text_copy(""),
	};
	return a;
}

TEST(an_open_goal_may_be_met_better_by_another)
{
	struct answer *a = answer_with_goal();

	answer_last(a)->model = text_copy("()");
	assert_false(answer_is_decided(a));
	answer_last(a)->objectives.at[0].optimal = true;
	assert_true(answer_is_decided(a));
	answer_free(a);
}
