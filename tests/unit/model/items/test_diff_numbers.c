#include "unit/unit.h"

#include "base/alloc.h"
#include "model/items/diff.h"
#include "unit/model/letters.h"

static struct edit
add(int64_t index)
{
	struct edit edit = at(EDIT_ADD, index);

	edit.content = "n";
	return edit;
}

static struct edit
put(int64_t index)
{
	struct edit edit = at(EDIT_REPLACE, index);

	edit.content = "n";
	return edit;
}

/* What is said about the edits, one after another, of that many items. */
static void
expect(size_t items, const struct edit *edits, size_t count, const char *text)
{
	DROP(model) struct model *base = letters(items);
	DROP(model) struct model *m = model_copy(base);
	DROP(diff) struct diff d;
	DROP(buf) struct buf out;

	for (size_t i = 0; i < count; i++)
		apply(m, &edits[i]);
	buf_init(&out, 1000);
	diff_find(&d, base, m);
	diff_describe_numbers(&d, base->count, 4, &out);
	assert_string_equal(out.data, text);
}

#define AFTER(items, text, ...) \
	expect(items, (const struct edit[]){__VA_ARGS__}, \
		sizeof((const struct edit[]){__VA_ARGS__}) / \
			sizeof(struct edit), \
		text)

TEST(says_nothing_when_all_items_keep_their_numbers)
{
	AFTER(9, "", add(9));
	AFTER(9, "", put(2));
	AFTER(9, "", at(EDIT_DELETE, 8));
	AFTER(9, "", (struct edit){.op = EDIT_CLEAR});
	expect(9, NULL, 0, "");
}

TEST(says_that_an_added_item_pushed_later_ones_back)
{
	AFTER(10, "items 3..9 are now 4..10", add(3));
	AFTER(10, "item 9 is now 10", add(9));
}

TEST(says_that_later_items_closed_up_behind_a_deleted_one)
{
	AFTER(10, "items 1..9 are now 0..8", at(EDIT_DELETE, 0));
}

TEST(says_where_a_moved_item_and_those_between_went)
{
	AFTER(6, "items 2..4 are now 1..3, item 1 is now 4", move(1, 4));
	AFTER(6, "item 4 is now 1, items 1..3 are now 2..4", move(4, 1));
}

TEST(adds_up_edits_made_one_after_another)
{
	AFTER(6, "items 0..1 are now 2..3, items 3..5 are now 4..6",
		at(EDIT_DELETE, 2), add(0), add(1));
}

TEST(edits_that_undo_each_other_renumber_nothing)
{
	AFTER(6, "", add(2), at(EDIT_DELETE, 2), move(0, 5), move(5, 0));
}

TEST(a_replaced_item_that_moves_is_still_the_same)
{
	AFTER(6, "items 2..4 are now 1..3, item 1 is now 4", put(1),
		move(1, 4));
}

TEST(new_items_are_not_renumbered_ones)
{
	AFTER(6, "", (struct edit){.op = EDIT_CLEAR}, add(0), add(0),
		move(1, 0));
}

TEST(stops_at_its_ceiling_and_says_so)
{
	AFTER(9,
		"item 1 is now 2, item 2 is now 4, item 3 is now 6, item 4 is "
		"now 8 and so on",
		add(1), add(3), add(5), add(7), add(9));
}
