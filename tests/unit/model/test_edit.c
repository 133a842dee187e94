/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <string.h>

#include "base/alloc.h"
#include "model/edit.h"

static struct err error;
static struct edit_done done;

/* Items "a", "b", "c" and so on; the second is called "two". */
static struct model *
letters(size_t count)
{
	struct model *m = model_new();

	for (size_t i = 0; i < count; i++) {
		char content[2] = {(char)('a' + (int)i), '\0'};

		model_insert(m, i,
			item_new(content, i == 1 ? "two" : NULL,
				i == 1 ? "second" : NULL));
		m->items[i]->row = (int64_t)i + 1;
		m->items[i]->id = (int64_t)i + 1;
	}
	return m;
}

static void
expect_letters(const struct model *m, const char *contents)
{
	char got[32] = "";

	for (size_t i = 0; i < m->count; i++)
		strcat(got, m->items[i]->content);
	assert_string_equal(got, contents);
}

static void
expect_refused(struct model *m, const struct edit *edit, enum err_code code,
	const char *piece)
{
	size_t count = m->count;
	size_t bytes = m->bytes;

	assert_false(model_apply(m, edit, &done, &error));
	assert_int_equal(error.code, code);
	if (strstr(error.text, piece) == NULL)
		fail_msg("no \"%s\" in: %s", piece, error.text);
	assert_int_equal(m->count, count);
	assert_int_equal(m->bytes, bytes);
}

static void
expect_described(const struct edit_done *what, const char *text)
{
	DROP(buf) struct buf out;

	buf_init(&out, 1000);
	edit_describe(what, &out);
	assert_string_equal(out.data, text);
}

static void
adds_at_the_end_without_an_index(void **state)
{
	DROP(model) struct model *m = letters(3);
	struct edit edit = {.op = EDIT_ADD, .content = "x"};

	(void)state;
	assert_true(model_apply(m, &edit, &done, &error));
	expect_letters(m, "abcx");
	assert_int_equal(done.index, 3);
	assert_int_equal(done.count, 3);
	expect_described(&done, "add_item 3");
}

static void
adds_before_the_item_of_an_index(void **state)
{
	DROP(model) struct model *m = letters(3);
	struct edit edit = {.op = EDIT_ADD,
		.has_index = true,
		.index = 1,
		.content = "x",
		.name = "new",
		.note = "a\nnote"};

	(void)state;
	assert_true(model_apply(m, &edit, &done, &error));
	expect_letters(m, "axbc");
	assert_string_equal(m->items[1]->name, "new");
	assert_string_equal(m->items[1]->note, "a note");
	assert_int_equal(m->items[1]->row, 0);
	expect_described(&done, "add_item 1 \"new\"");
}

static void
an_add_may_stand_behind_the_last_item_but_no_further(void **state)
{
	DROP(model) struct model *m = letters(3);
	struct edit edit = {
		.op = EDIT_ADD, .has_index = true, .index = 4, .content = "x"};

	(void)state;
	expect_refused(m, &edit, ERR_ARGUMENT,
		"index 4 is out of range: the model has 3 items, numbered 0 to "
		"2; a new item goes before the item of that number, so index "
		"may be 0 to 3; omit it to add at the end");
	edit.index = -1;
	expect_refused(m, &edit, ERR_ARGUMENT, "index -1 is out of range");
	edit.index = 3;
	assert_true(model_apply(m, &edit, &done, &error));
	expect_letters(m, "abcx");
}

static void
refuses_an_add_without_content(void **state)
{
	DROP(model) struct model *m = letters(1);
	struct edit edit = {.op = EDIT_ADD};

	(void)state;
	expect_refused(m, &edit, ERR_ARGUMENT, "content is missing");
	edit.content = "";
	expect_refused(m, &edit, ERR_ARGUMENT, "content is empty");
}

static void
refuses_a_name_that_another_item_has(void **state)
{
	DROP(model) struct model *m = letters(3);
	struct edit add = {.op = EDIT_ADD, .content = "x", .name = "two"};
	struct edit rename = {
		.op = EDIT_REPLACE, .has_index = true, .name = "two"};

	(void)state;
	expect_refused(m, &add, ERR_CONFLICT, "taken by item 1");
	expect_refused(m, &rename, ERR_CONFLICT, "taken by item 1");
}

static void
replaces_what_is_given_and_keeps_the_rest(void **state)
{
	DROP(model) struct model *m = letters(3);
	struct edit edit = {
		.op = EDIT_REPLACE, .target = "two", .content = "x"};

	(void)state;
	assert_true(model_apply(m, &edit, &done, &error));
	expect_letters(m, "axc");
	assert_string_equal(m->items[1]->name, "two");
	assert_string_equal(m->items[1]->note, "second");
	expect_described(&done, "replace_item 1 \"two\"");
}

static void
a_replaced_item_is_a_new_version_of_the_same(void **state)
{
	DROP(model) struct model *m = letters(3);
	struct edit edit = {
		.op = EDIT_REPLACE, .has_index = true, .index = 2, .note = "n"};

	(void)state;
	assert_true(model_apply(m, &edit, &done, &error));
	assert_int_equal(m->items[2]->row, 0);
	assert_int_equal(m->items[2]->id, 3);
}

static void
an_empty_name_or_note_takes_it_away(void **state)
{
	DROP(model) struct model *m = letters(3);
	struct edit edit = {
		.op = EDIT_REPLACE, .target = "two", .name = "", .note = ""};

	(void)state;
	assert_true(model_apply(m, &edit, &done, &error));
	assert_null(m->items[1]->name);
	assert_null(m->items[1]->note);
	expect_letters(m, "abc");
}

static void
refuses_a_replace_of_nothing(void **state)
{
	DROP(model) struct model *m = letters(3);
	struct edit edit = {.op = EDIT_REPLACE, .target = "two"};

	(void)state;
	expect_refused(m, &edit, ERR_ARGUMENT, "nothing to change");
}

static void
an_item_is_meant_by_index_or_by_name_not_both(void **state)
{
	DROP(model) struct model *m = letters(3);
	struct edit edit = {
		.op = EDIT_DELETE, .has_index = true, .target = "two"};

	(void)state;
	expect_refused(m, &edit, ERR_ARGUMENT, "either the index or the name");
	edit.has_index = false;
	edit.target = NULL;
	expect_refused(m, &edit, ERR_ARGUMENT, "either the index or the name");
}

static void
refuses_an_index_that_there_is_not_and_says_which_are(void **state)
{
	DROP(model) struct model *m = letters(3);
	DROP(model) struct model *one = letters(1);
	DROP(model) struct model *none = letters(0);
	struct edit edit = {.op = EDIT_DELETE, .has_index = true, .index = 7};

	(void)state;
	expect_refused(m, &edit, ERR_ARGUMENT,
		"index 7 is out of range: the model has 3 items, numbered 0 to "
		"2; get_model shows them");
	expect_refused(one, &edit, ERR_ARGUMENT,
		"the model has 1 item, with number 0");
	expect_refused(none, &edit, ERR_ARGUMENT,
		"the model has no items; add_item makes the first");
	edit.index = INT64_MIN;
	expect_refused(m, &edit, ERR_ARGUMENT, "out of range");
	edit.index = 3;
	expect_refused(m, &edit, ERR_ARGUMENT, "out of range");
}

static void
refuses_an_unknown_name_with_the_nearest(void **state)
{
	DROP(model) struct model *m = letters(3);
	struct edit edit = {.op = EDIT_DELETE, .target = "tow"};

	(void)state;
	expect_refused(m, &edit, ERR_NOT_FOUND,
		"no item named \"tow\"; did you mean \"two\", item 1?");
	edit.target = "quite-different";
	expect_refused(m, &edit, ERR_NOT_FOUND, "get_model");
	assert_null(strstr(error.text, "did you mean"));
}

static void
deletes_by_index_or_name(void **state)
{
	DROP(model) struct model *m = letters(3);
	struct edit by_name = {.op = EDIT_DELETE, .target = "two"};
	struct edit by_index = {.op = EDIT_DELETE, .has_index = true};

	(void)state;
	assert_true(model_apply(m, &by_name, &done, &error));
	expect_letters(m, "ac");
	expect_described(&done, "delete_item 1 \"two\"");
	assert_true(model_apply(m, &by_index, &done, &error));
	expect_letters(m, "c");
	expect_described(&done, "delete_item 0");
}

static void
moves_to_a_number_counted_after_the_removal(void **state)
{
	DROP(model) struct model *m = letters(4);
	struct edit back = {.op = EDIT_MOVE,
		.has_index = true,
		.index = 0,
		.has_to = true,
		.to = 3};
	struct edit front = {
		.op = EDIT_MOVE, .target = "two", .has_to = true, .to = 2};

	(void)state;
	assert_true(model_apply(m, &back, &done, &error));
	expect_letters(m, "bcda");
	expect_described(&done, "move 0 to 3");
	assert_true(model_apply(m, &front, &done, &error));
	expect_letters(m, "cdba");
	expect_described(&done, "move 0 to 2 \"two\"");
}

static void
a_moved_item_is_a_new_version_of_the_same(void **state)
{
	DROP(model) struct model *m = letters(3);
	DROP(model) struct model *before = model_copy(m);
	struct edit edit = {
		.op = EDIT_MOVE, .has_index = true, .has_to = true, .to = 2};

	(void)state;
	assert_true(model_apply(m, &edit, &done, &error));
	assert_int_equal(m->items[2]->row, 0);
	assert_int_equal(m->items[2]->id, 1);
	assert_int_equal(before->items[0]->row, 1);
}

static void
refuses_a_move_past_the_end(void **state)
{
	DROP(model) struct model *m = letters(3);
	struct edit edit = {.op = EDIT_MOVE, .has_index = true};

	(void)state;
	expect_refused(m, &edit, ERR_ARGUMENT, "to is missing");
	edit.has_to = true;
	edit.to = 3;
	expect_refused(m, &edit, ERR_ARGUMENT, "to 3 is out of range");
}

static void
clears_all(void **state)
{
	DROP(model) struct model *m = letters(3);
	struct edit edit = {.op = EDIT_CLEAR};

	(void)state;
	assert_true(model_apply(m, &edit, &done, &error));
	assert_int_equal(m->count, 0);
	assert_int_equal(m->bytes, 0);
	expect_described(&done, "clear_model (3 items)");
}

static char *
filled(size_t size)
{
	char *text = mem_new(size + 1);

	memset(text, 'x', size);
	return text;
}

static void
refuses_a_large_item_with_its_size_and_the_limit(void **state)
{
	DROP(model) struct model *m = letters(1);
	DROP(text) char *content = filled(LIMIT_ITEM + 1);
	struct edit edit = {.op = EDIT_ADD, .content = content};

	(void)state;
	expect_refused(m, &edit, ERR_LIMIT,
		"the item has 1048577 bytes and the limit of one item is "
		"1048576");
	content[LIMIT_ITEM] = '\0';
	assert_true(model_apply(m, &edit, &done, &error));
}

static void
refuses_what_would_make_the_model_too_large(void **state)
{
	DROP(model) struct model *m = model_new();
	DROP(text) char *content = filled(LIMIT_ITEM);
	struct edit add = {.op = EDIT_ADD, .content = content};
	struct edit one = {.op = EDIT_ADD, .content = "x"};
	struct edit replace = {
		.op = EDIT_REPLACE, .has_index = true, .content = content};

	(void)state;
	while (m->bytes < LIMIT_MODEL)
		assert_true(model_apply(m, &add, &done, &error));
	expect_refused(m, &one, ERR_LIMIT, "33554433 bytes");
	assert_true(model_apply(m, &replace, &done, &error));
}

static void
refuses_an_item_too_many(void **state)
{
	DROP(model) struct model *m = model_new();
	DROP(item) struct item *item = item_new("x", NULL, NULL);
	struct edit edit = {.op = EDIT_ADD, .content = "y"};

	(void)state;
	while (m->count < LIMIT_ITEMS)
		model_insert(m, m->count, item_hold(item));
	expect_refused(m, &edit, ERR_LIMIT,
		"the model has 100000 items and the limit is 100000");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(adds_at_the_end_without_an_index),
		cmocka_unit_test(adds_before_the_item_of_an_index),
		cmocka_unit_test(
			an_add_may_stand_behind_the_last_item_but_no_further),
		cmocka_unit_test(refuses_an_add_without_content),
		cmocka_unit_test(refuses_a_name_that_another_item_has),
		cmocka_unit_test(replaces_what_is_given_and_keeps_the_rest),
		cmocka_unit_test(a_replaced_item_is_a_new_version_of_the_same),
		cmocka_unit_test(an_empty_name_or_note_takes_it_away),
		cmocka_unit_test(refuses_a_replace_of_nothing),
		cmocka_unit_test(an_item_is_meant_by_index_or_by_name_not_both),
		cmocka_unit_test(
			refuses_an_index_that_there_is_not_and_says_which_are),
		cmocka_unit_test(refuses_an_unknown_name_with_the_nearest),
		cmocka_unit_test(deletes_by_index_or_name),
		cmocka_unit_test(moves_to_a_number_counted_after_the_removal),
		cmocka_unit_test(a_moved_item_is_a_new_version_of_the_same),
		cmocka_unit_test(refuses_a_move_past_the_end),
		cmocka_unit_test(clears_all),
		cmocka_unit_test(
			refuses_a_large_item_with_its_size_and_the_limit),
		cmocka_unit_test(refuses_what_would_make_the_model_too_large),
		cmocka_unit_test(refuses_an_item_too_many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
