/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

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

static void
characters_of_a_string_are_escaped(void **state)
{
	(void)state;
	becomes("(= s \"\u00e9\")", "(= s \"\\u{e9}\")");
	becomes("(= s \"a\u20ac\U0001F600b\") (= t \"\u00df\")",
		"(= s \"a\\u{20ac}\\u{1f600}b\") (= t \"\\u{df}\")");
}

static void
ascii_stays_as_it_is(void **state)
{
	(void)state;
	becomes("(= s \"a\"\"b\\u{e9}\")", "(= s \"a\"\"b\\u{e9}\")");
	becomes("", "");
}

static void
names_and_comments_are_left_alone(void **state)
{
	(void)state;
	becomes("|\u00e9| ; \"\u00e9\"\n\"\u00e9\"",
		"|\u00e9| ; \"\u00e9\"\n\"\\u{e9}\"");
}

static void
a_place_behind_an_escape_leads_back(void **state)
{
	const char *text = "(= \"\u00e9\" yy)";

	(void)state;
	/* yy is at byte 12 of the copy, behind \u{e9}. */
	assert_int_equal(
		unicode_escape_decode(text, strlen(text), 12), strstr(text, "yy") - text);
	assert_int_equal(unicode_escape_decode(text, strlen(text), 1), 1);
	assert_int_equal(unicode_escape_decode(text, strlen(text), 99), strlen(text));
	assert_int_equal(unicode_escape_decode("abc", 3, 2), 2);
}

static void
an_empty_name_is_one_that_libz3_can_print(void **state)
{
	const char *text = "(f || \"||\" |a| ||)";
	struct buf out;

	(void)state;
	becomes(text, text);
	buf_init(&out, 1000);
	unicode_escape_put(&out, text, strlen(text));
	assert_string_equal(out.data, "(f |\x7f| \"||\" |a| |\x7f|)");
	buf_release(&out);
	assert_int_equal(unicode_escape_decode(text, strlen(text), 3), 3);
	assert_int_equal(unicode_escape_decode(text, strlen(text), 7), 6);
	assert_int_equal(unicode_escape_decode(text, strlen(text), 99), strlen(text));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(characters_of_a_string_are_escaped),
		cmocka_unit_test(ascii_stays_as_it_is),
		cmocka_unit_test(names_and_comments_are_left_alone),
		cmocka_unit_test(a_place_behind_an_escape_leads_back),
		cmocka_unit_test(an_empty_name_is_one_that_libz3_can_print),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
