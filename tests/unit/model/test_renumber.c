/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "base/alloc.h"
#include "model/renumber.h"

static void
expect(const struct edit_done *dones, size_t count, const char *text)
{
	DROP(buf) struct buf out;

	buf_init(&out, 1000);
	renumber_describe(dones, count, 4, &out);
	assert_string_equal(out.data, text);
}

static void
says_nothing_when_all_items_keep_their_numbers(void **state)
{
	const struct edit_done add = {EDIT_ADD, .index = 9, .count = 9};
	const struct edit_done replace = {EDIT_REPLACE, .index = 2, .count = 9};
	const struct edit_done last = {EDIT_DELETE, .index = 8, .count = 9};
	const struct edit_done clear = {EDIT_CLEAR, .count = 9};

	(void)state;
	expect(&add, 1, "");
	expect(&replace, 1, "");
	expect(&last, 1, "");
	expect(&clear, 1, "");
	expect(NULL, 0, "");
}

static void
says_that_an_added_item_pushed_later_ones_back(void **state)
{
	const struct edit_done add = {EDIT_ADD, .index = 3, .count = 10};
	const struct edit_done before_last = {
		EDIT_ADD, .index = 9, .count = 10};

	(void)state;
	expect(&add, 1, "items 3..9 are now 4..10");
	expect(&before_last, 1, "item 9 is now 10");
}

static void
says_that_later_items_closed_up_behind_a_deleted_one(void **state)
{
	const struct edit_done gone = {EDIT_DELETE, .index = 0, .count = 10};

	(void)state;
	expect(&gone, 1, "items 1..9 are now 0..8");
}

static void
says_where_a_moved_item_and_those_between_went(void **state)
{
	const struct edit_done back = {
		EDIT_MOVE, .index = 1, .to = 4, .count = 6};
	const struct edit_done forth = {
		EDIT_MOVE, .index = 4, .to = 1, .count = 6};

	(void)state;
	expect(&back, 1, "items 2..4 are now 1..3, item 1 is now 4");
	expect(&forth, 1, "item 4 is now 1, items 1..3 are now 2..4");
}

static void
adds_up_edits_made_one_after_another(void **state)
{
	const struct edit_done dones[] = {
		{EDIT_DELETE, .index = 2, .count = 6},
		{EDIT_ADD, .index = 0, .count = 5},
		{EDIT_ADD, .index = 1, .count = 6},
	};

	(void)state;
	expect(dones, 3, "items 0..1 are now 2..3, items 3..5 are now 4..6");
}

static void
edits_that_undo_each_other_renumber_nothing(void **state)
{
	const struct edit_done dones[] = {
		{EDIT_ADD, .index = 2, .count = 6},
		{EDIT_DELETE, .index = 2, .count = 7},
		{EDIT_MOVE, .index = 0, .to = 5, .count = 6},
		{EDIT_MOVE, .index = 5, .to = 0, .count = 6},
	};

	(void)state;
	expect(dones, 4, "");
}

static void
new_items_are_not_renumbered_ones(void **state)
{
	const struct edit_done dones[] = {
		{EDIT_CLEAR, .count = 6},
		{EDIT_ADD, .index = 0, .count = 0},
		{EDIT_ADD, .index = 0, .count = 1},
		{EDIT_MOVE, .index = 1, .to = 0, .count = 2},
	};

	(void)state;
	expect(dones, 4, "");
}

static void
stops_at_its_ceiling_and_says_so(void **state)
{
	const struct edit_done dones[] = {
		{EDIT_ADD, .index = 1, .count = 9},
		{EDIT_ADD, .index = 3, .count = 10},
		{EDIT_ADD, .index = 5, .count = 11},
		{EDIT_ADD, .index = 7, .count = 12},
		{EDIT_ADD, .index = 9, .count = 13},
	};

	(void)state;
	expect(dones, 5,
		"item 1 is now 2, item 2 is now 4, item 3 is now 6, item 4 is "
		"now 8 and so on");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			says_nothing_when_all_items_keep_their_numbers),
		cmocka_unit_test(
			says_that_an_added_item_pushed_later_ones_back),
		cmocka_unit_test(
			says_that_later_items_closed_up_behind_a_deleted_one),
		cmocka_unit_test(
			says_where_a_moved_item_and_those_between_went),
		cmocka_unit_test(adds_up_edits_made_one_after_another),
		cmocka_unit_test(edits_that_undo_each_other_renumber_nothing),
		cmocka_unit_test(new_items_are_not_renumbered_ones),
		cmocka_unit_test(stops_at_its_ceiling_and_says_so),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
