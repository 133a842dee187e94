#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "model/items/item_name.h"

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

TEST(makes_a_note_one_line)
{
	DROP(text) char *line = NULL;

	assert_true(item_name_check_note("first\r\n\tsecond", &line, &error));
	assert_string_equal(line, "first second");
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
