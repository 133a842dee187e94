#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "model/items/model.h"

static void
push(struct model *m, const char *content, const char *name)
{
	model_insert(m, m->count, item_new(content, name, NULL));
}

TEST(keeps_the_order_of_inserted_items)
{
	DROP(model) struct model *m = model_new();

	push(m, "b", NULL);
	push(m, "d", NULL);
	model_insert(m, 0, item_new("a", NULL, NULL));
	model_insert(m, 2, item_new("c", NULL, NULL));
	assert_int_equal(m->count, 4);
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(model_at(m, i)->content[0], 'a' + (int)i);
}

TEST(counts_the_bytes_of_all_contents)
{
	DROP(model) struct model *m = model_new();

	push(m, "abc", NULL);
	push(m, "\xc3\xa4", NULL);
	assert_int_equal(m->bytes, 5);
	model_remove(m, 0);
	assert_int_equal(m->bytes, 2);
	assert_int_equal(m->count, 1);
	assert_string_equal(model_at(m, 0)->content, "\xc3\xa4");
}

TEST(takes_an_empty_name_or_note_for_none)
{
	DROP(item) struct item *item = item_new("x", "", "");

	assert_null(item->name);
	assert_null(item->note);
}

TEST(a_copy_shares_the_items_and_goes_its_own_way)
{
	DROP(model) struct model *m = model_new();
	DROP(model) struct model *copy = NULL;

	push(m, "a", NULL);
	push(m, "b", NULL);
	m->revision = 7;
	copy = model_copy(m);
	assert_int_equal(copy->revision, 7);
	assert_ptr_equal(model_at(copy, 1), model_at(m, 1));
	model_remove(copy, 0);
	push(copy, "c", NULL);
	push(copy, "d", NULL);
	assert_int_equal(m->count, 2);
	assert_int_equal(m->bytes, 2);
	assert_string_equal(model_at(m, 0)->content, "a");
	assert_int_equal(copy->count, 3);
}

TEST(an_item_outlives_the_models_while_it_is_held)
{
	struct model *m = model_new();
	DROP(item) struct item *item = NULL;

	push(m, "a", "n");
	item = item_hold(model_at(m, 0));
	model_free(m);
	assert_string_equal(item->content, "a");
	assert_string_equal(item->name, "n");
}

TEST(finds_an_item_by_its_name)
{
	DROP(model) struct model *m = model_new();

	push(m, "a", NULL);
	push(m, "b", "two");
	push(m, "c", "three");
	assert_int_equal(model_find(m, "three"), 2);
	assert_int_equal(model_find(m, "two"), 1);
	assert_int_equal(model_find(m, "Two"), -1);
	assert_int_equal(model_find(m, ""), -1);
}

TEST(brings_an_item_to_its_place)
{
	DROP(model) struct model *m = model_new();
	DROP(item) struct item *b = NULL;

	push(m, "a", NULL);
	push(m, "b", NULL);
	push(m, "c", NULL);
	b = item_hold(model_at(m, 1));
	model_remove(m, 1);
	model_put(m, item_hold(b));
	assert_ptr_equal(model_at(m, 1), b);
	assert_int_equal(m->count, 3);
	assert_int_equal(m->bytes, 3);
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

TEST(places_rise_and_the_first_is_in_the_middle)
{
	DROP(model) struct model *m = model_new();

	push(m, "a", NULL);
	assert_int_equal(model_at(m, 0)->place, 0);
	insert_run(m, 0, 1000);
	insert_run(m, 1000, 1000);
}

TEST(a_long_run_of_inserts_makes_no_new_versions)
{
	for (size_t index = 1; index <= 2; index++) {
		DROP(model) struct model *m = model_new();
		DROP(item) struct item *first = NULL;

		push(m, "a", NULL);
		push(m, "b", NULL);
		push(m, "c", NULL);
		first = item_hold(model_at(m, 0));
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
	first = item_hold(model_at(m, 0));
	last->place = 1;
	model_append(m, last);
	insert_run(m, 1, 1);
	assert_int_equal(m->count, 3);
	assert_ptr_not_equal(model_at(m, 0), first);
	assert_string_equal(model_at(m, 2)->content, "z");
	assert_string_equal(model_at(m, 2)->name, "last");
}

TEST(copies_what_it_is_made_of)
{
	char content[] = "(assert p)";
	char name[] = "first";
	char note[] = "a note";
	DROP(item) struct item *item = item_new(content, name, note);

	memset(content, '?', sizeof(content) - 1);
	memset(name, '?', sizeof(name) - 1);
	memset(note, '?', sizeof(note) - 1);
	assert_string_equal(item->content, "(assert p)");
	assert_string_equal(item->name, "first");
	assert_string_equal(item->note, "a note");
}

TEST(needs_neither_name_nor_note)
{
	DROP(item) struct item *bare = item_new("(assert p)", NULL, NULL);
	DROP(item) struct item *named = item_new("(assert p)", "n", "");
	DROP(item) struct item *noted = item_new("(assert p)", "", "n");

	assert_null(bare->name);
	assert_null(bare->note);
	assert_string_equal(named->name, "n");
	assert_null(named->note);
	assert_null(noted->name);
	assert_string_equal(noted->note, "n");
}

TEST(its_size_is_in_bytes)
{
	DROP(item) struct item *wide = item_new("; \xc3\xa4\n", NULL, NULL);
	DROP(item) struct item *empty = item_new("", NULL, NULL);

	assert_int_equal(wide->size, 5);
	assert_int_equal(empty->size, 0);
	assert_string_equal(empty->content, "");
}

TEST(says_the_same_only_if_all_of_it_is_the_same)
{
	DROP(item) struct item *item = item_new("a", "n", NULL);
	DROP(item) struct item *same = item_new("a", "n", NULL);
	DROP(item) struct item *renamed = item_new("a", "m", NULL);
	DROP(item) struct item *noted = item_new("a", "n", "a note");
	DROP(item) struct item *other = item_new("b", "n", NULL);

	assert_true(item_says(item, same));
	assert_false(item_says(item, renamed));
	assert_false(item_says(item, noted));
	assert_false(item_says(noted, item));
	assert_false(item_says(item, other));
	same->id = 7;
	assert_false(item_says(item, same));
}

TEST(is_not_kept_and_in_no_place_when_new)
{
	DROP(item) struct item *item = item_new("(assert p)", NULL, NULL);

	assert_int_equal(item->references, 1);
	assert_int_equal(item->row, 0);
	assert_int_equal(item->id, 0);
	assert_int_equal(item->place, 0);
}

TEST(lives_until_its_last_reference_is_gone)
{
	struct item *item = item_new("(assert p)", "n", NULL);

	assert_ptr_equal(item_hold(item), item);
	assert_ptr_equal(item_hold(item), item);
	assert_int_equal(item->references, 3);
	item_free(item);
	item_free(item);
	assert_int_equal(item->references, 1);
	assert_string_equal(item->content, "(assert p)");
	assert_string_equal(item->name, "n");
	item_free(item);
}

TEST(dropping_takes_one_reference_and_clears_the_variable)
{
	struct item *item = item_new("(assert p)", NULL, NULL);
	struct item *other = item_hold(item);

	item_drop(&other);
	assert_null(other);
	assert_int_equal(item->references, 1);
	item_drop(&item);
	assert_null(item);
}

TEST(no_item_is_as_easily_freed)
{
	struct item *none = NULL;

	item_free(none);
	item_drop(&none);
	assert_null(none);
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
