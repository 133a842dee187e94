/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <string.h>

#include "base/alloc.h"
#include "model/items/item.h"

static void
copies_what_it_is_made_of(void **state)
{
	char content[] = "(assert p)";
	char name[] = "first";
	char note[] = "a note";
	DROP(item) struct item *item = item_new(content, name, note);

	(void)state;
	memset(content, '?', sizeof(content) - 1);
	memset(name, '?', sizeof(name) - 1);
	memset(note, '?', sizeof(note) - 1);
	assert_string_equal(item->content, "(assert p)");
	assert_string_equal(item->name, "first");
	assert_string_equal(item->note, "a note");
}

static void
needs_neither_name_nor_note(void **state)
{
	DROP(item) struct item *bare = item_new("(assert p)", NULL, NULL);
	DROP(item) struct item *named = item_new("(assert p)", "n", "");
	DROP(item) struct item *noted = item_new("(assert p)", "", "n");

	(void)state;
	assert_null(bare->name);
	assert_null(bare->note);
	assert_string_equal(named->name, "n");
	assert_null(named->note);
	assert_null(noted->name);
	assert_string_equal(noted->note, "n");
}

static void
its_size_is_in_bytes(void **state)
{
	DROP(item) struct item *wide = item_new("; \xc3\xa4\n", NULL, NULL);
	DROP(item) struct item *empty = item_new("", NULL, NULL);

	(void)state;
	assert_int_equal(wide->size, 5);
	assert_int_equal(empty->size, 0);
	assert_string_equal(empty->content, "");
}

static void
says_the_same_only_if_all_of_it_is_the_same(void **state)
{
	DROP(item) struct item *item = item_new("a", "n", NULL);
	DROP(item) struct item *same = item_new("a", "n", NULL);
	DROP(item) struct item *renamed = item_new("a", "m", NULL);
	DROP(item) struct item *noted = item_new("a", "n", "a note");
	DROP(item) struct item *other = item_new("b", "n", NULL);

	(void)state;
	assert_true(item_says(item, same));
	assert_false(item_says(item, renamed));
	assert_false(item_says(item, noted));
	assert_false(item_says(noted, item));
	assert_false(item_says(item, other));
	same->id = 7;
	assert_false(item_says(item, same));
}

static void
is_not_kept_and_in_no_place_when_new(void **state)
{
	DROP(item) struct item *item = item_new("(assert p)", NULL, NULL);

	(void)state;
	assert_int_equal(item->references, 1);
	assert_int_equal(item->row, 0);
	assert_int_equal(item->id, 0);
	assert_int_equal(item->place, 0);
}

static void
lives_until_its_last_reference_is_gone(void **state)
{
	struct item *item = item_new("(assert p)", "n", NULL);

	(void)state;
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

static void
dropping_takes_one_reference_and_clears_the_variable(void **state)
{
	struct item *item = item_new("(assert p)", NULL, NULL);
	struct item *other = item_hold(item);

	(void)state;
	item_drop(&other);
	assert_null(other);
	assert_int_equal(item->references, 1);
	item_drop(&item);
	assert_null(item);
}

static void
no_item_is_as_easily_freed(void **state)
{
	struct item *none = NULL;

	(void)state;
	item_free(none);
	item_drop(&none);
	assert_null(none);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(copies_what_it_is_made_of),
		cmocka_unit_test(needs_neither_name_nor_note),
		cmocka_unit_test(its_size_is_in_bytes),
		cmocka_unit_test(says_the_same_only_if_all_of_it_is_the_same),
		cmocka_unit_test(is_not_kept_and_in_no_place_when_new),
		cmocka_unit_test(lives_until_its_last_reference_is_gone),
		cmocka_unit_test(
			dropping_takes_one_reference_and_clears_the_variable),
		cmocka_unit_test(no_item_is_as_easily_freed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
