#include "unit/unit.h"

#include <string.h>

#include "smt/text/unicode_escape.h"

static void
becomes(const char *text, const char *expected)
{
	struct buf out;

	buf_init(&out, 1000);
	unicode_escape_add(&out, text, strlen(text));
	assert_string_equal(out.data, expected);
	buf_release(&out);
}

TEST(characters_of_a_string_are_escaped)
{
	becomes("(= s \"\u00e9\")", "(= s \"\\u{e9}\")");
	becomes("(= s \"a\u20ac\U0001F600b\") (= t \"\u00df\")",
		"(= s \"a\\u{20ac}\\u{1f600}b\") (= t \"\\u{df}\")");
}

TEST(ascii_stays_as_it_is)
{
	becomes("(= s \"a\"\"b\\u{e9}\")", "(= s \"a\"\"b\\u{e9}\")");
	becomes("", "");
}

TEST(names_and_comments_are_left_alone)
{
	becomes("|\u00e9| ; \"\u00e9\"\n\"\u00e9\"",
		"|\u00e9| ; \"\u00e9\"\n\"\\u{e9}\"");
}

TEST(a_place_after_an_escape_leads_back)
{
	const char *text = "(= \"\u00e9\" yy)";

	/* yy is at byte 12 of the copy, after \u{e9}. */
	assert_int_equal(unicode_escape_decode(text, strlen(text), 12),
		strstr(text, "yy") - text);
	assert_int_equal(unicode_escape_decode(text, strlen(text), 1), 1);
	assert_int_equal(
		unicode_escape_decode(text, strlen(text), 99), strlen(text));
	assert_int_equal(unicode_escape_decode("abc", 3, 2), 2);
}
