#include "unit/unit.h"

#include "base/alloc.h"
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

TEST(a_copy_does_not_differ)
{
	DROP(model) struct model *base = numbers(600);
	DROP(model) struct model *copy = model_copy(base);

	expect(base, base, "");
	expect(base, copy, "");
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

TEST(is_the_other_way_round_the_other_way_round)
{
	DROP(model) struct model *base = numbers(4);
	DROP(model) struct model *m = model_copy(base);

	insert(m, 2, "x");
	model_remove(m, 0);
	expect(base, m, "-0 +x");
	expect(m, base, "-x +0");
}

TEST(a_replaced_item_went_and_came)
{
	DROP(model) struct model *base = numbers(3);
	DROP(model) struct model *m = model_copy(base);

	replace(m, 1, "x");
	expect(base, m, "-1 +x");
	replace(m, 0, "y");
	replace(m, 2, "z");
	expect(base, m, "-0 -1 -2 +y +x +z");
}

TEST(an_item_is_the_same_only_if_it_is_the_very_same)
{
	DROP(model) struct model *base = numbers(3);
	DROP(model) struct model *m = model_copy(base);

	replace(m, 1, "1");
	expect(base, m, "-1 +1");
	expect(base, base, "");
}

TEST(an_empty_model_lacks_everything)
{
	DROP(model) struct model *none = model_new();
	DROP(model) struct model *some = numbers(2);

	expect(none, none, "");
	expect(none, some, "+0 +1");
	expect(some, none, "-0 -1");
}

TEST(sees_changes_far_apart)
{
	DROP(model) struct model *base = numbers(700);
	DROP(model) struct model *m = model_copy(base);

	model_remove(m, 512);
	insert(m, 200, "x");
	model_remove(m, 10);
	insert(m, m->count, "y");
	expect(base, m, "-10 -512 +x +y");
	expect(m, base, "-x -y +10 +512");
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
	DROP(model) struct model *m = model_copy(base);
	DROP(diff) struct diff d;

	replace(m, 1, model_at(base, 1)->content);
	replace(m, 2, "x");
	replace(m, 256, model_at(base, 256)->content);
	model_remove(m, 0);
	diff_settle(base, m);
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
