/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

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

static void
accepts_simple_symbols(void **state)
{
	(void)state;
	expect_name("x", true);
	expect_name("upper-bound_2", true);
	expect_name("~!@$%^&*_-+=<>.?/", true);
	expect_name("lets", true);
	expect_name("_x", true);
	expect_name("", true); /* no name */
}

static void
refuses_what_is_no_simple_symbol(void **state)
{
	(void)state;
	expect_name("2x", false);
	expect_name("a b", false);
	expect_name("|a|", false);
	expect_name("a:b", false);
	expect_name("a\nb", false);
	expect_name("\xc3\xa4", false);
	assert_int_equal(error.code, ERR_ARGUMENT);
}

static void
refuses_reserved_words(void **state)
{
	(void)state;
	expect_name("let", false);
	expect_name("_", false);
	expect_name("!", false);
}

static void
refuses_a_long_name_with_its_size_and_the_limit(void **state)
{
	char name[LIMIT_NAME + 2];

	(void)state;
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

static void
says_which_item_has_the_name(void **state)
{
	DROP(model) struct model *m = named("lower", "upper");

	(void)state;
	assert_false(item_name_check(m, "upper", -1, &error));
	assert_int_equal(error.code, ERR_CONFLICT);
	assert_non_null(strstr(error.text, "\"upper\" is taken by item 1"));
}

static void
an_item_may_keep_its_own_name(void **state)
{
	DROP(model) struct model *m = named("lower", "upper");

	(void)state;
	assert_true(item_name_check(m, "upper", 1, &error));
	assert_false(item_name_check(m, "upper", 0, &error));
}

static void
makes_a_note_one_line(void **state)
{
	DROP(text) char *line = NULL;

	(void)state;
	assert_true(item_name_check_note("first\r\n\tsecond", &line, &error));
	assert_string_equal(line, "first second");
}

static void
refuses_a_long_note(void **state)
{
	DROP(text) char *note = mem_new(LIMIT_NOTE + 2);
	DROP(text) char *line = NULL;

	(void)state;
	memset(note, 'n', LIMIT_NOTE + 1);
	assert_false(item_name_check_note(note, &line, &error));
	assert_int_equal(error.code, ERR_LIMIT);
	assert_non_null(strstr(error.text, "4097 bytes"));
	assert_null(line);
	note[LIMIT_NOTE] = '\0';
	assert_true(item_name_check_note(note, &line, &error));
}

static void
refuses_a_note_that_is_not_utf8(void **state)
{
	char *line = NULL;

	(void)state;
	assert_false(item_name_check_note("a\xff", &line, &error));
	assert_int_equal(error.code, ERR_ARGUMENT);
	assert_null(line);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(accepts_simple_symbols),
		cmocka_unit_test(refuses_what_is_no_simple_symbol),
		cmocka_unit_test(refuses_reserved_words),
		cmocka_unit_test(
			refuses_a_long_name_with_its_size_and_the_limit),
		cmocka_unit_test(says_which_item_has_the_name),
		cmocka_unit_test(an_item_may_keep_its_own_name),
		cmocka_unit_test(makes_a_note_one_line),
		cmocka_unit_test(refuses_a_long_note),
		cmocka_unit_test(refuses_a_note_that_is_not_utf8),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
