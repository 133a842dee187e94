#include "unit/model/letters.h"
#include "unit/unit.h"

#include "base/buf.h"
#include "model/items/diff.h"

/* Items "0", "1", "2" and so on. */
static struct model *
numbers(size_t count)
{
	struct model *m = model_new();

	for (size_t i = 0; i < count; i++) {
		DROP(text) char *content = text_format("%zu", i);

		model_insert(m, i, item_new(content, NULL, NULL));
	}
	return m;
}

static void
insert(struct model *m, size_t index, const char *content)
{
	model_insert(m, index, item_new(content, NULL, NULL));
}

static void
replace(struct model *m, size_t index, const char *content)
{
	model_replace(m, index, item_new(content, NULL, NULL));
}

static void
write_items(const struct items *list, char sign, struct buf *out)
{
	for (size_t i = 0; i < list->count; i++)
		(void)buf_add_format(out, "%s%c%s", out->size > 0 ? " " : "",
			sign, list->at[i].item->content);
}

/* "-3 -5 +x": the removed, then the added. */
static void
expect(const struct model *base, const struct model *candidate,
	const char *text)
{
	DROP(diff) struct diff d;
	DROP(buf) struct buf found;

	buf_init(&found, 10000);
	diff_find(&d, base, candidate);
	write_items(&d.removed, '-', &found);
	write_items(&d.added, '+', &found);
	assert_string_equal(found.data, text);
}

TEST(names_what_came_and_what_went)
{
	DROP(model) struct model *base = numbers(4);
	DROP(model) struct model *m = model_copy(base);

	insert(m, 4, "e");
	expect(base, m, "+e");
	insert(m, 0, "a");
	expect(base, m, "+a +e");
	insert(m, 3, "c");
	expect(base, m, "+a +c +e");
	model_remove(m, 1);
	expect(base, m, "-0 +a +c +e");
	model_remove(m, m->count - 2);
	expect(base, m, "-0 -3 +a +c +e");
}

TEST(a_draft_is_compared_where_it_was_touched)
{
	DROP(model) struct model *base = numbers(6);
	DROP(model) struct model *m = model_draft(base);

	expect(base, m, "");
	replace(m, 4, "d");
	expect(base, m, "-4 +d");
	model_remove(m, 2);
	expect(base, m, "-2 -4 +d");
	insert(m, 5, "e");
	expect(base, m, "-2 -4 +d +e");
	model_remove(m, 0);
	expect(base, m, "-0 -2 -4 +d +e");
	while (m->count > 0)
		model_remove(m, 0);
	expect(base, m, "-0 -1 -2 -3 -4 -5");
	assert_int_equal(m->bytes, 0);
}

TEST(a_draft_leaves_its_base_as_it_was)
{
	DROP(model) struct model *base = numbers(3);
	struct model *m = model_draft(base);

	replace(m, 1, "b");
	model_remove(m, 0);
	insert(m, 2, "c");
	model_remove(m, 2);
	model_free(m);
	m = model_draft(base);
	expect(base, m, "");
	model_free(m);
	for (size_t i = 0; i < base->count; i++)
		assert_int_equal(model_at(base, i)->references, 1);
}

TEST(a_kept_draft_holds_what_it_shares_with_its_base)
{
	struct model *base = numbers(4);
	DROP(model) struct model *m = model_draft(base);
	DROP(item) struct item *gone = item_ref(model_at(base, 0));
	DROP(diff) struct diff d;

	replace(m, 1, "b");
	model_remove(m, 0);
	insert(m, 3, "e");
	insert(m, 3, "d");
	model_remove(m, 4);
	diff_find(&d, base, m);
	diff_commit(&d, base, m);
	assert_int_equal(gone->references, 1);
	assert_null(m->base);
	assert_int_equal(m->count, 4);
	assert_string_equal(model_at(m, 0)->content, "b");
	assert_string_equal(model_at(m, 3)->content, "d");
	for (size_t i = 0; i < m->count; i++)
		assert_int_equal(model_at(m, i)->references, 1);
}

TEST(an_empty_model_lacks_everything)
{
	DROP(model) struct model *none = model_new();
	DROP(model) struct model *some = numbers(2);

	expect(none, none, "");
	expect(none, some, "+0 +1");
	expect(some, none, "-0 -1");
}

TEST(numbers_are_those_of_the_own_model)
{
	DROP(model) struct model *base = numbers(260);
	DROP(model) struct model *m = model_copy(base);
	DROP(diff) struct diff d;

	model_remove(m, 0);
	replace(m, 256, "x");
	diff_find(&d, base, m);
	assert_int_equal(d.removed.at[0].number, 0);
	assert_int_equal(d.removed.at[1].number, 257);
	assert_int_equal(d.added.at[0].number, 256);
	assert_true(items_have(&d.added, model_at(m, 256)));
	assert_false(items_have(&d.added, model_at(base, 257)));
	assert_false(items_have(&d.added, model_at(m, 0)));
}

TEST(what_says_the_same_in_its_place_is_settled)
{
	DROP(model) struct model *base = numbers(260);
	DROP(model) struct model *m = model_draft(base);
	DROP(diff) struct diff d;

	replace(m, 1, model_at(base, 1)->content);
	replace(m, 2, "x");
	replace(m, 256, model_at(base, 256)->content);
	model_remove(m, 0);
	diff_share_items(base, m);
	diff_find(&d, base, m);
	assert_int_equal(m->count, 256 + 3);
	assert_int_equal(d.added.count, 1);
	assert_string_equal(d.added.at[0].item->content, "x");
	assert_int_equal(d.removed.count, 2);
	assert_ptr_equal(model_at(m, 0), model_at(base, 1));
}

TEST(lists_grow_and_borrow)
{
	struct items list = {0};
	DROP(item) struct item *item = item_new("a", NULL, NULL);

	for (size_t i = 0; i < 100; i++)
		items_add(&list, item, i);
	assert_int_equal(list.count, 100);
	assert_ptr_equal(list.at[0].item, item);
	assert_int_equal(list.at[99].number, 99);
	items_release(&list);
	assert_int_equal(item->references, 1);
	assert_null(list.at);
	assert_int_equal(list.count, 0);
	items_add(&list, item, 0);
	assert_int_equal(list.count, 1);
	items_drop(&list);
	assert_int_equal(list.count, 0);
}

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
expect_numbers(
	size_t items, const struct edit *edits, size_t count, const char *text)
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
	expect_numbers(items, (const struct edit[]){__VA_ARGS__}, \
		sizeof((const struct edit[]){__VA_ARGS__}) / \
			sizeof(struct edit), \
		text)

TEST(says_that_later_items_closed_up_behind_a_deleted_one)
{
	AFTER(10, "items 1..9 are now 0..8", at(EDIT_DELETE, 0));
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
