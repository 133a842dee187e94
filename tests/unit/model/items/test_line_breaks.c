/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "base/alloc.h"
#include "model/items/line_breaks.h"

static void
expect_flat(const char *text, const char *flat)
{
	DROP(text) char *got = line_breaks_flatten(text);

	assert_string_equal(got, flat);
}

static void
knows_every_line_break_and_its_size(void **state)
{
	(void)state;
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

static void
takes_nothing_else_for_a_line_break(void **state)
{
	(void)state;
	assert_int_equal(line_breaks_find(""), 0);
	assert_int_equal(line_breaks_find(" "), 0);
	assert_int_equal(line_breaks_find("\t"), 0);
	assert_int_equal(line_breaks_find("\xc2\xa0"), 0);
	assert_int_equal(line_breaks_find("\xc2"), 0);
	assert_int_equal(line_breaks_find("\xe2\x80"), 0);
	assert_int_equal(line_breaks_find("\xe2\x80\xa6"), 0);
}

static void
makes_one_space_of_a_break_and_the_spaces_around_it(void **state)
{
	(void)state;
	expect_flat("a  \r\n\t  b", "a b");
	expect_flat("a\xe2\x80\xa8\xc2\x85  b\x1b[c", "a b [c");
}

static void
leaves_spaces_that_touch_no_break(void **state)
{
	(void)state;
	expect_flat("a  b   c", "a  b   c");
}

static void
leaves_no_space_at_the_ends(void **state)
{
	(void)state;
	expect_flat("  \n a \n ", "a");
	expect_flat("  a  ", "a");
	expect_flat(" \n\t ", "");
	expect_flat("", "");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(knows_every_line_break_and_its_size),
		cmocka_unit_test(takes_nothing_else_for_a_line_break),
		cmocka_unit_test(
			makes_one_space_of_a_break_and_the_spaces_around_it),
		cmocka_unit_test(leaves_spaces_that_touch_no_break),
		cmocka_unit_test(leaves_no_space_at_the_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
