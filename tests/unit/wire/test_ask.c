#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "wire/ask.h"

static bool
there_and_back(struct buf *b, struct ask_copy *ask)
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
	const struct ask_field fields[] = {
		{FIELD_ASSUME, 12, 1}, {FIELD_VALUE, 14, 2}};
	const struct ask sent = {.kind = ASK_SOLVE,
		.text = "(check-sat)\np\nqq",
		.size = 16,
		.timeout_ms = 600000,
		.owner = 1ULL << 40,
		.engines = ENGINE_BIT(ENGINE_STRATEGY),
		.solutions = 1000,
		.count = true,
		.relax = true,
		.fields = fields,
		.field_count = 2,
		.groups.at = groups,
		.groups.count = 3,
		.minimize_core = true};
	struct ask_copy copy = {0};
	const struct ask *got = &copy.ask;
	DROP(buf) struct buf b;

	buf_init(&b, 1000);
	ask_put(&b, &sent);
	assert_true(there_and_back(&b, &copy));
	assert_int_equal(got->kind, ASK_SOLVE);
	assert_int_equal(got->timeout_ms, 600000);
	assert_true(got->owner == 1ULL << 40);
	assert_true(got->minimize_core);
	assert_int_equal(got->size, 16);
	assert_string_equal(got->text, sent.text);
	assert_int_equal(got->engines, ENGINE_BIT(ENGINE_STRATEGY));
	assert_int_equal(got->solutions, 1000);
	assert_true(got->count);
	assert_true(got->relax);
	assert_int_equal(got->field_count, 2);
	assert_memory_equal(got->fields, fields, sizeof(fields));
	assert_int_equal(got->groups.count, 3);
	assert_memory_equal(got->groups.at, groups, sizeof(groups));
	ask_copy_release(&copy);
}

TEST(fields_stand_after_the_script_one_after_the_other)
{
	DROP(buf) struct buf text;
	struct ask_fields fields = {0};
	struct ask ask = {0};

	buf_init(&text, 100);
	buf_add_text(&text, "(assert p)");
	ask_fields_add(&fields, FIELD_ASSUME, "p ; so", 6, &text);
	ask_fields_add(&fields, FIELD_VALUE, "q", 1, &text);
	ask.fields = fields.at;
	ask.field_count = fields.count;
	assert_string_equal(text.data, "(assert p)\np ; so\nq");
	assert_int_equal(ask_script_size(&ask), 11);
	assert_int_equal(ask_field_at(&ask, 3), 0);
	assert_int_equal(ask_field_at(&ask, 11), 1);
	assert_int_equal(ask_field_at(&ask, 18), 2);
	free(fields.at);
}

static bool
is_read(struct ask_field first, struct ask_field second)
{
	const struct ask_field fields[] = {first, second};
	const struct ask sent = {.kind = ASK_SOLVE,
		.text = "abc",
		.size = 3,
		.fields = fields,
		.field_count = 2};
	struct ask_copy got = {0};
	DROP(buf) struct buf b;
	bool is_ask;

	buf_init(&b, 1000);
	ask_put(&b, &sent);
	is_ask = there_and_back(&b, &got);
	ask_copy_release(&got);
	return is_ask;
}

TEST(fields_outside_of_the_text_or_one_another_are_not_an_ask)
{
	struct ask_field a = {FIELD_ASSUME, 1, 1};

	assert_true(is_read(a, (struct ask_field){FIELD_VALUE, 2, 1}));
	assert_false(is_read(a, (struct ask_field){FIELD_VALUE, 2, 2}));
	assert_false(is_read(a, (struct ask_field){FIELD_VALUE, 4, 0}));
	assert_false(is_read(a, (struct ask_field){FIELD_VALUE, 1, 1}));
	assert_false(is_read(a, (struct ask_field){99, 2, 1}));
}

TEST(an_unknown_kind_is_no_ask)
{
	const struct ask sent = {
		.kind = (enum ask_kind)99, .text = "", .size = 0};
	struct ask_copy got;
	DROP(buf) struct buf b;

	buf_init(&b, 1000);
	ask_put(&b, &sent);
	assert_false(there_and_back(&b, &got));
}

TEST(a_frame_of_another_type_is_no_ask)
{
	const struct ask sent = {.kind = ASK_CHECK, .text = "", .size = 0};
	struct ask_copy got;
	DROP(buf) struct buf b;

	buf_init(&b, 1000);
	ask_put(&b, &sent);
	b.data[4] = 'z';
	assert_false(there_and_back(&b, &got));
}

TEST(more_groups_than_there_are_is_no_ask)
{
	const struct ask sent = {.kind = ASK_SOLVE, .text = "", .size = 0};
	struct ask_copy got;
	DROP(buf) struct buf b;

	buf_init(&b, 1000);
	ask_put(&b, &sent);
	/* The count of groups is the last of it. */
	b.data[b.size - 4] = 0x7f;
	assert_false(there_and_back(&b, &got));
}
