#include "unit/unit.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "model/items/diff.h"
#include "model/items/edit.h"
#include "model/items/model.h"

static void
push(struct model *m, const char *content, const char *name)
{
	model_insert(m, m->count, item_new(content, name, NULL));
}

/* Inserts `count` items at the front of the model, or behind its first. */
static void
insert_run(struct model *m, size_t index, int count)
{
	for (int i = 0; i < count; i++)
		model_insert(m, index, item_new("x", NULL, NULL));
	for (size_t i = 1; i < m->count; i++)
		assert_true(model_at(m, i - 1)->place < model_at(m, i)->place);
}

TEST(a_long_run_of_inserts_makes_no_new_versions)
{
	for (size_t index = 1; index <= 2; index++) {
		DROP(model) struct model *m = model_new();
		DROP(item) struct item *first = NULL;

		push(m, "a", NULL);
		push(m, "b", NULL);
		push(m, "c", NULL);
		first = item_ref(model_at(m, 0));
		insert_run(m, index, 900);
		assert_ptr_equal(model_at(m, 0), first);
	}
}

TEST(where_there_is_no_room_all_items_become_new_versions)
{
	DROP(model) struct model *m = model_new();
	DROP(item) struct item *first = NULL;
	struct item *last = item_new("z", "last", NULL);

	push(m, "a", NULL);
	first = item_ref(model_at(m, 0));
	last->place = 1;
	model_append(m, last);
	insert_run(m, 1, 1);
	assert_int_equal(m->count, 3);
	assert_ptr_not_equal(model_at(m, 0), first);
	assert_string_equal(model_at(m, 2)->content, "z");
	assert_string_equal(model_at(m, 2)->name, "last");
}

TEST(says_the_same_only_if_all_of_it_is_the_same)
{
	DROP(item) struct item *item = item_new("a", "n", NULL);
	DROP(item) struct item *same = item_new("a", "n", NULL);
	DROP(item) struct item *renamed = item_new("a", "m", NULL);
	DROP(item) struct item *noted = item_new("a", "n", "a note");
	DROP(item) struct item *other = item_new("b", "n", NULL);

	assert_true(item_equals(item, same));
	assert_false(item_equals(item, renamed));
	assert_false(item_equals(item, noted));
	assert_false(item_equals(noted, item));
	assert_false(item_equals(item, other));
	same->id = 7;
	assert_false(item_equals(item, same));
}

TEST(no_item_is_as_easily_freed)
{
	struct item *none = NULL;

	item_free(none);
	item_drop(&none);
	assert_null(none);
}

/* --- names ---------------------------------------------------------------- */

enum { NAMES = 40 };

/* The same numbers on every machine. */
static unsigned
draw(unsigned below)
{
	static uint64_t state = 1;

	state = state * UINT64_C(6364136223846793005) + 1442695040888963407U;
	return (unsigned)(state >> 33) % below;
}

static void
expect_names(const struct model *m)
{
	for (int i = 0; i < NAMES; i++) {
		char name[16];
		ptrdiff_t number = -1;

		(void)snprintf(name, sizeof(name), "n%d", i);
		for (size_t k = 0; k < m->count && number < 0; k++) {
			const char *other = model_at(m, k)->name;

			if (other != NULL && strcmp(other, name) == 0)
				number = (ptrdiff_t)k;
		}
		assert_int_equal(model_find(m, name), number);
	}
}

/* An edit that may be refused, as when its name is taken. */
static void
edit_at_random(struct model *m)
{
	static const enum edit_op ops[] = {
		EDIT_ADD, EDIT_ADD, EDIT_REPLACE, EDIT_MOVE, EDIT_DELETE};
	struct edit edit = {.op = ops[draw(5)], .has_to = true};
	struct edit_done done;
	struct err ignored;
	char name[8];

	(void)snprintf(name, sizeof(name), "n%u", draw(NAMES));
	edit.has_index = true;
	edit.index = (int64_t)draw((unsigned)m->count + 1);
	edit.to = (int64_t)draw((unsigned)m->count + 1);
	edit.content = "x";
	edit.name = draw(3) > 0 ? name : NULL;
	(void)model_apply(m, &edit, &done, &ignored);
}

TEST(finds_an_item_by_name_as_a_look_at_all_items_does)
{
	struct model *base = model_new();

	for (int round = 0; round < 300; round++) {
		DROP(model) struct model *draft = model_draft(base);
		DROP(model) struct model *copy = NULL;
		DROP(diff) struct diff d = {0};

		for (unsigned i = draw(12); i > 0; i--) {
			edit_at_random(draft);
			expect_names(draft);
		}
		copy = model_copy(draft);
		expect_names(copy);
		expect_names(base);
		if (draw(4) == 0)
			continue; /* the draft is thrown away */
		diff_find(&d, base, draft);
		diff_commit(&d, base, draft);
		base = TAKE(draft);
		expect_names(base);
	}
	model_free(base);
}

TEST(a_model_without_room_keeps_the_names_of_its_items)
{
	DROP(model) struct model *m = model_new();
	struct item *last = item_new("z", "last", NULL);

	push(m, "a", "first");
	last->place = 1;
	model_append(m, last);
	model_insert(m, 1, item_new("b", "between", NULL));
	assert_int_equal(model_find(m, "first"), 0);
	assert_int_equal(model_find(m, "between"), 1);
	assert_int_equal(model_find(m, "last"), 2);
}

static void
expect_flat(const char *text, const char *flat)
{
	DROP(text) char *got = line_breaks_flatten(text);

	assert_string_equal(got, flat);
}

TEST(knows_every_line_break_and_its_size)
{
	assert_int_equal(line_breaks_find("\nx"), 1);
	assert_int_equal(line_breaks_find("\r\n"), 2);
	assert_int_equal(line_breaks_find("\rx"), 1);
	assert_int_equal(line_breaks_find("\r"), 1);
	assert_int_equal(line_breaks_find("\v"), 1);
	assert_int_equal(line_breaks_find("\f"), 1);
	assert_int_equal(line_breaks_find("\xc2\x85"), 2);
	assert_int_equal(line_breaks_find("\xe2\x80\xa8"), 3);
	assert_int_equal(line_breaks_find("\xe2\x80\xa9"), 3);
}

TEST(takes_nothing_else_for_a_line_break)
{
	assert_int_equal(line_breaks_find(""), 0);
	assert_int_equal(line_breaks_find(" "), 0);
	assert_int_equal(line_breaks_find("\t"), 0);
	assert_int_equal(line_breaks_find("\xc2\xa0"), 0);
	assert_int_equal(line_breaks_find("\xc2"), 0);
	assert_int_equal(line_breaks_find("\xe2\x80"), 0);
	assert_int_equal(line_breaks_find("\xe2\x80\xa6"), 0);
}

TEST(makes_one_space_of_a_break_and_the_spaces_around_it)
{
	expect_flat("a  \r\n\t  b", "a b");
	expect_flat("a\xe2\x80\xa8\xc2\x85  b\x1b[c", "a b [c");
}

TEST(leaves_spaces_that_touch_no_break)
{
	expect_flat("a  b   c", "a  b   c");
}

TEST(leaves_no_space_at_the_ends)
{
	expect_flat("  \n a \n ", "a");
	expect_flat("  a  ", "a");
	expect_flat(" \n\t ", "");
	expect_flat("", "");
}
