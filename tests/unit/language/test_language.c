#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "language/language.h"

/* What is around a text becomes blanks. */
static void
assert_unwrapped(const char *text, const char *expected)
{
	DROP(translation) struct translation t;
	struct diagnostic fault;

	assert_true(language_read(text, strlen(text), &t, &fault));
	assert_int_equal(t.language, LANGUAGE_SMTLIB);
	assert_string_equal(t.text.data, expected);
}

TEST(blanks_a_fence_and_keeps_its_lines)
{
	assert_unwrapped("```smt2\n(a)\n```\n", "       \n(a)\n   \n");
	assert_unwrapped("\n ```\n(a)```", "\n    \n(a)   ");
	assert_unwrapped(
		"~~~ smt lib\r\n(a)\r\n~~~", "           \r\n(a)\r\n   ");
	assert_unwrapped("````smt2\n(a)\n````", "        \n(a)\n    ");
}

TEST(blanks_a_fence_that_is_not_closed)
{
	assert_unwrapped("```smt2\n(a)\n", "       \n(a)\n");
	assert_unwrapped("```", "   ");
}

TEST(blanks_backticks_on_one_line)
{
	assert_unwrapped("`(a)`", " (a) ");
	assert_unwrapped("```(a)```", "   (a)   ");
	assert_unwrapped("```; c\n(a)```", "   ; c\n(a)   ");
}

TEST(leaves_backticks_inside_alone)
{
	assert_unwrapped("(a |`|)", "(a |`|)");
	assert_unwrapped("(a)\n```", "(a)\n```");
	assert_unwrapped("```\n(a |`|)\n```", "   \n(a |`|)\n   ");
	assert_unwrapped("~(a)~", "~(a)~");
	assert_unwrapped("", "");
}

TEST(blanks_a_byte_order_mark)
{
	assert_unwrapped("\xef\xbb\xbf(a)", "   (a)");
	assert_unwrapped("\xef\xbb\xbf```\n(a)\n```", "      \n(a)\n   ");
	assert_unwrapped("(a \xef\xbb\xbf)", "(a \xef\xbb\xbf)");
}

TEST(smtlib_has_the_same_places)
{
	DROP(translation) struct translation t;
	static const char text[] = "```\n(assert p)\n```";
	struct diagnostic fault;

	assert_true(language_read(text, sizeof(text) - 1, &t, &fault));
	assert_false(t.has_items);
	assert_ptr_equal(translation_text(&t), text);
}

TEST(what_is_no_text_is_in_no_language)
{
	DROP(translation) struct translation t;
	struct diagnostic fault;

	assert_false(language_read("p cnf 1 0\n\xff", 11, &t, &fault));
	assert_int_equal(fault.kind, DIAGNOSTIC_ENCODING);
	assert_int_equal(fault.line, 2);
}
