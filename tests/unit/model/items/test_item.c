#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "model/items/item.h"

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
