#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "wire/ask.h"

static bool
there_and_back(struct buf *b, struct ask *ask)
{
	struct frame f;
	size_t used;

	return frame_find(b->data, b->size, b->size, &f, &used) ==
		       FRAME_WHOLE &&
	       ask_get(&f, ask);
}

TEST(an_ask_comes_back_as_it_was)
{
	const uint32_t groups[] = {1, 5, 70000};
	const struct ask sent = {.kind = ASK_SOLVE,
		.text = "(check-sat)",
		.size = 11,
		.timeout_ms = 600000,
		.owner = 1ULL << 40,
		.engines = ENGINE_BIT(ENGINE_STRATEGY),
		.solutions = 1000,
		.relax = true,
		.groups = groups,
		.group_count = 3,
		.is_evaluation = true,
		.minimize_core = true};
	struct ask got = {0};
	DROP(buf) struct buf b;

	buf_init(&b, 1000);
	ask_put(&b, &sent);
	assert_true(there_and_back(&b, &got));
	assert_int_equal(got.kind, ASK_SOLVE);
	assert_int_equal(got.timeout_ms, 600000);
	assert_true(got.owner == 1ULL << 40);
	assert_false(got.want_values);
	assert_true(got.is_evaluation);
	assert_true(got.minimize_core);
	assert_int_equal(got.size, 11);
	assert_memory_equal(got.text, "(check-sat)", 11);
	assert_int_equal(got.engines, ENGINE_BIT(ENGINE_STRATEGY));
	assert_int_equal(got.solutions, 1000);
	assert_true(got.relax);
	assert_int_equal(got.group_count, 3);
	assert_memory_equal(got.groups, groups, sizeof(groups));
	free((uint32_t *)(uintptr_t)got.groups);
}

TEST(an_unknown_kind_is_no_ask)
{
	const struct ask sent = {
		.kind = (enum ask_kind)9, .text = "", .size = 0};
	struct ask got;
	DROP(buf) struct buf b;

	buf_init(&b, 1000);
	ask_put(&b, &sent);
	assert_false(there_and_back(&b, &got));
}

TEST(a_frame_of_another_type_is_no_ask)
{
	const struct ask sent = {.kind = ASK_CHECK, .text = "", .size = 0};
	struct ask got;
	DROP(buf) struct buf b;

	buf_init(&b, 1000);
	ask_put(&b, &sent);
	b.data[4] = 'z';
	assert_false(there_and_back(&b, &got));
}

TEST(more_groups_than_there_are_is_no_ask)
{
	const struct ask sent = {.kind = ASK_SOLVE, .text = "", .size = 0};
	struct ask got;
	DROP(buf) struct buf b;

	buf_init(&b, 1000);
	ask_put(&b, &sent);
	/* The count of groups stands before the text's length. */
	b.data[b.size - 8] = 0x7f;
	assert_false(there_and_back(&b, &got));
}
