#include "unit/unit.h"

#include "base/alloc.h"
#include "model/items/line_breaks.h"

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
