#include "unit/unit.h"

#include "base/limits.h"
#include "unit/model/letters.h"

TEST(adds_before_the_item_of_an_index)
{
	DROP(model) struct model *m = letters(3);
	struct edit edit = at(EDIT_ADD, 1);

	edit.content = "x";
	edit.name = "new";
	edit.note = "a\nnote";
	apply(m, &edit);
	expect_letters(m, "axbc");
	assert_string_equal(model_at(m, 1)->name, "new");
	assert_string_equal(model_at(m, 1)->note, "a note");
	assert_int_equal(model_at(m, 1)->row, 0);
	expect_described(&done, "add_item 1 \"new\"");
}

TEST(an_add_may_stand_at_the_end_but_no_further)
{
	DROP(model) struct model *m = letters(3);
	struct edit edit = at(EDIT_ADD, 4);

	edit.content = "x";
	expect_refused(m, &edit, ERR_ARGUMENT,
		"index 4 is out of range: the model has 3 items, numbered 0 to "
		"2.\nWhat to do:\n1. Omit it to add the item at the end.\n"
		"2. Or send 0 to 3: a new item goes before the item of that "
		"number.");
	edit.index = -1;
	expect_refused(m, &edit, ERR_ARGUMENT, "index -1 is out of range");
	edit.index = 3;
	apply(m, &edit);
	expect_letters(m, "abcx");
}

TEST(refuses_an_add_without_content)
{
	DROP(model) struct model *m = letters(1);
	struct edit edit = {.op = EDIT_ADD};

	expect_refused(m, &edit, ERR_ARGUMENT, "content is missing");
	edit.content = "";
	expect_refused(m, &edit, ERR_ARGUMENT, "content is empty");
}

TEST(refuses_a_name_that_another_item_has)
{
	DROP(model) struct model *m = letters(3);
	struct edit add = {.op = EDIT_ADD, .content = "x", .name = "two"};
	struct edit rename = at(EDIT_REPLACE, 0);

	rename.name = "two";
	expect_refused(m, &add, ERR_CONFLICT, "taken by item 1");
	expect_refused(m, &rename, ERR_CONFLICT, "taken by item 1");
}

TEST(a_replaced_or_moved_item_is_a_new_version_of_it)
{
	DROP(model) struct model *m = letters(3);
	struct edit edit = {.op = EDIT_REPLACE, .target = "two", .note = "n"};
	struct edit back = move(0, 2);

	apply(m, &edit);
	apply(m, &back);
	assert_int_equal(model_at(m, 0)->row, 0);
	assert_int_equal(model_at(m, 0)->id, 2);
	assert_int_equal(model_at(m, 2)->row, 0);
	assert_int_equal(model_at(m, 2)->id, 1);
}

TEST(an_empty_name_or_note_takes_it_away)
{
	DROP(model) struct model *m = letters(3);
	struct edit edit = {
		.op = EDIT_REPLACE, .target = "two", .name = "", .note = ""};

	apply(m, &edit);
	assert_null(model_at(m, 1)->name);
	assert_null(model_at(m, 1)->note);
	expect_letters(m, "abc");
}

TEST(refuses_a_replace_of_nothing)
{
	DROP(model) struct model *m = letters(3);
	struct edit edit = {.op = EDIT_REPLACE, .target = "two"};

	expect_refused(m, &edit, ERR_ARGUMENT, "nothing to change");
}

TEST(an_item_is_meant_by_index_or_by_name)
{
	DROP(model) struct model *m = letters(3);
	struct edit edit = at(EDIT_DELETE, 0);

	edit.target = "two";
	expect_refused(m, &edit, ERR_ARGUMENT, "either the index or the name");
	edit.op = EDIT_REPLACE;
	edit.content = "x";
	expect_refused(m, &edit, ERR_ARGUMENT, "is given as new_name");
	edit.has_index = false;
	edit.target = NULL;
	expect_refused(m, &edit, ERR_ARGUMENT, "either the index or the name");
}

TEST(says_which_indices_there_are)
{
	DROP(model) struct model *m = letters(3);
	DROP(model) struct model *one = letters(1);
	DROP(model) struct model *none = letters(0);
	struct edit edit = at(EDIT_DELETE, 7);

	expect_refused(m, &edit, ERR_ARGUMENT,
		"index 7 is out of range: the model has 3 items, numbered 0 to "
		"2.\nWhat to do:\n1. Look at the numbers with get_model.");
	expect_refused(one, &edit, ERR_ARGUMENT,
		"the model has 1 item, with number 0");
	expect_refused(none, &edit, ERR_ARGUMENT,
		"the model has no items.\nWhat to do:\n1. Make the first item "
		"with add_item.");
	edit.index = INT64_MIN;
	expect_refused(m, &edit, ERR_ARGUMENT, "out of range");
	edit.index = 3;
	expect_refused(m, &edit, ERR_ARGUMENT, "out of range");
}

TEST(refuses_an_unknown_name_with_the_nearest)
{
	DROP(model) struct model *m = letters(3);
	struct edit edit = {.op = EDIT_DELETE, .target = "tow"};

	expect_refused(m, &edit, ERR_NOT_FOUND,
		"no item named \"tow\": the model has 3 items, numbered 0 to "
		"2.\nWhat to do:\n1. Write \"two\", which is item 1.");
	edit.target = "quite-different";
	expect_refused(m, &edit, ERR_NOT_FOUND, "get_model");
	assert_null(strstr(error.text, "Write"));
}

TEST(moves_to_a_number_counted_after_the_removal)
{
	DROP(model) struct model *m = letters(4);
	struct edit back = move(0, 3);
	struct edit front = move(0, 2);

	apply(m, &back);
	expect_letters(m, "bcda");
	expect_described(&done, "move 0 to 3");
	apply(m, &front);
	expect_letters(m, "cdba");
	expect_described(&done, "move 0 to 2 \"two\"");
}

TEST(refuses_a_move_past_the_end)
{
	DROP(model) struct model *m = letters(3);
	struct edit edit = at(EDIT_MOVE, 0);

	expect_refused(m, &edit, ERR_ARGUMENT, "to is missing");
	edit.has_to = true;
	edit.to = 3;
	expect_refused(m, &edit, ERR_ARGUMENT, "to 3 is out of range");
}

TEST(clears_all)
{
	DROP(model) struct model *m = letters(3);
	struct edit edit = {.op = EDIT_CLEAR};

	apply(m, &edit);
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

TEST(refuses_a_large_item)
{
	DROP(model) struct model *m = letters(1);
	DROP(text) char *content = filled(LIMIT_ITEM + 1);
	struct edit edit = {.op = EDIT_ADD, .content = content};

	expect_refused(m, &edit, ERR_LIMIT,
		"the item has 1048577 bytes and the limit of one item is "
		"1048576");
	content[LIMIT_ITEM] = '\0';
	apply(m, &edit);
}

TEST(refuses_a_model_too_large)
{
	DROP(model) struct model *m = model_new();
	DROP(text) char *content = filled(LIMIT_ITEM);
	struct edit add = {.op = EDIT_ADD, .content = content};
	struct edit one = {.op = EDIT_ADD, .content = "x"};
	struct edit replace = at(EDIT_REPLACE, 0);

	replace.content = content;
	while (m->bytes < LIMIT_MODEL)
		apply(m, &add);
	expect_refused(m, &one, ERR_LIMIT, "33554433 bytes");
	apply(m, &replace);
}

TEST(refuses_an_item_too_many)
{
	DROP(model) struct model *m = model_new();
	struct edit edit = {.op = EDIT_ADD, .content = "y"};

	while (m->count < LIMIT_ITEMS)
		model_insert(m, m->count, item_new("x", NULL, NULL));
	expect_refused(m, &edit, ERR_LIMIT,
		"the model has 100000 items and the limit is 100000");
}

static struct err error;

static struct model *
named(const char *first, const char *second)
{
	struct model *m = model_new();

	model_insert(m, 0, item_new("a", first, NULL));
	model_insert(m, 1, item_new("b", second, NULL));
	return m;
}

static void
expect_name(const char *name, bool is_good)
{
	DROP(model) struct model *m = named(NULL, NULL);

	if (item_name_check(m, name, -1, &error) != is_good)
		fail_msg("\"%s\" was %s", name,
			is_good ? "refused" : "accepted");
}

TEST(accepts_simple_symbols)
{
	expect_name("x", true);
	expect_name("upper-bound_2", true);
	expect_name("~!@$%^&*_-+=<>.?/", true);
	expect_name("lets", true);
	expect_name("_x", true);
	expect_name("", true); /* no name */
}

TEST(refuses_what_is_no_simple_symbol)
{
	expect_name("2x", false);
	expect_name("a b", false);
	expect_name("|a|", false);
	expect_name("a:b", false);
	expect_name("a\nb", false);
	expect_name("\xc3\xa4", false);
	assert_int_equal(error.code, ERR_ARGUMENT);
}

TEST(refuses_reserved_words)
{
	expect_name("let", false);
	expect_name("_", false);
	expect_name("!", false);
}

TEST(refuses_a_long_name_with_its_size_and_the_limit)
{
	char name[LIMIT_NAME + 2];

	memset(name, 'n', sizeof(name));
	name[LIMIT_NAME] = '\0';
	expect_name(name, true);
	name[LIMIT_NAME] = 'n';
	name[LIMIT_NAME + 1] = '\0';
	expect_name(name, false);
	assert_int_equal(error.code, ERR_LIMIT);
	assert_non_null(strstr(error.text, "65 characters"));
	assert_non_null(strstr(error.text, "limit is 64"));
}

TEST(says_which_item_has_the_name)
{
	DROP(model) struct model *m = named("lower", "upper");

	assert_false(item_name_check(m, "upper", -1, &error));
	assert_int_equal(error.code, ERR_CONFLICT);
	assert_non_null(strstr(error.text, "\"upper\" is taken by item 1"));
}

TEST(an_item_may_keep_its_own_name)
{
	DROP(model) struct model *m = named("lower", "upper");

	assert_true(item_name_check(m, "upper", 1, &error));
	assert_false(item_name_check(m, "upper", 0, &error));
}

TEST(refuses_a_long_note)
{
	DROP(text) char *note = mem_new(LIMIT_NOTE + 2);
	DROP(text) char *line = NULL;

	memset(note, 'n', LIMIT_NOTE + 1);
	assert_false(item_name_check_note(note, &line, &error));
	assert_int_equal(error.code, ERR_LIMIT);
	assert_non_null(strstr(error.text, "4097 bytes"));
	assert_null(line);
	note[LIMIT_NOTE] = '\0';
	assert_true(item_name_check_note(note, &line, &error));
}

TEST(refuses_a_note_that_is_not_utf8)
{
	char *line = NULL;

	assert_false(item_name_check_note("a\xff", &line, &error));
	assert_int_equal(error.code, ERR_ARGUMENT);
	assert_null(line);
}
