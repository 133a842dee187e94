#include "unit/unit.h"

#include <string.h>

#include "json/json_scan.h"

static void
scan_drop(struct json_scan *s)
{
	json_scan_release(s);
}

static void
assert_string(const char *text, const char *wanted, size_t wanted_size)
{
	__attribute__((cleanup(scan_drop))) struct json_scan s;
	const char *found;
	size_t size;
	struct err e;

	json_scan_init(&s, text, strlen(text), &e);
	if (!json_scan_string(&s, &found, &size))
		fail_msg("%s: %s", text, e.text);
	if (size != wanted_size || memcmp(found, wanted, size) != 0)
		fail_msg("%s became %.*s", text, (int)size, found);
	assert_ptr_equal(s.at, s.end);
}

static void
assert_string_refused(const char *text, const char *reason)
{
	__attribute__((cleanup(scan_drop))) struct json_scan s;
	const char *found;
	size_t size;
	struct err e = {0};

	json_scan_init(&s, text, strlen(text), &e);
	if (json_scan_string(&s, &found, &size))
		fail_msg("%s is let in", text);
	if (strstr(e.text, reason) == NULL)
		fail_msg(
			"%s: \"%s\" does not say \"%s\"", text, e.text, reason);
}

/* The number of bytes that are a number, or -1; *is_integer as found. */
static int
number_size(const char *text, bool *is_integer)
{
	__attribute__((cleanup(scan_drop))) struct json_scan s;
	struct err e;

	json_scan_init(&s, text, strlen(text), &e);
	if (!json_scan_number(&s, is_integer))
		return -1;
	return (int)(s.at - s.start);
}

TEST(plain_text_stands_for_itself)
{
	assert_string("\"\"", "", 0);
	assert_string("\"abc /\"", "abc /", 5);
	assert_string("\"\xe2\x82\xac\x7f\"", "\xe2\x82\xac\x7f", 4);
}

TEST(every_letter_escape_has_its_meaning)
{
	assert_string("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t", 8);
}

TEST(escapes_may_stand_anywhere)
{
	assert_string("\"\\na\"", "\na", 2);
	assert_string("\"a\\n\"", "a\n", 2);
	assert_string("\"a\\nb\\tc\"", "a\nb\tc", 5);
}

TEST(unicode_escapes_become_utf8)
{
	assert_string("\"\\u0041\"", "A", 1);
	assert_string("\"\\u007f\"", "\x7f", 1);
	assert_string("\"\\u0080\"", "\xc2\x80", 2);
	assert_string("\"\\u07FF\"", "\xdf\xbf", 2);
	assert_string("\"\\u0800\"", "\xe0\xa0\x80", 3);
	assert_string("\"\\uFfFf\"", "\xef\xbf\xbf", 3);
	assert_string("\"\\uaA00\"", "\xea\xa8\x80", 3);
	assert_string("\"\\ud7ff\\ue000\"", "\xed\x9f\xbf\xee\x80\x80", 6);
}

TEST(surrogate_pairs_become_one_character)
{
	assert_string("\"\\ud83d\\ude00\"", "\xf0\x9f\x98\x80", 4);
	assert_string("\"\\ud800\\udc00\"", "\xf0\x90\x80\x80", 4);
	assert_string("\"\\udbff\\udfff\"", "\xf4\x8f\xbf\xbf", 4);
}

TEST(lone_surrogates_become_the_replacement_character)
{
	assert_string("\"\\ud800\"", "\xef\xbf\xbd", 3);
	assert_string("\"\\udfff\"", "\xef\xbf\xbd", 3);
	assert_string("\"\\ud800x\"", "\xef\xbf\xbdx", 4);
	assert_string("\"\\ud800\\n\"", "\xef\xbf\xbd\n", 4);
	assert_string("\"\\ud800\\u0041\"",
		"\xef\xbf\xbd"
		"A",
		4);
	assert_string("\"\\udc00\\ud800\"", "\xef\xbf\xbd\xef\xbf\xbd", 6);
	assert_string(
		"\"\\ud800\\ud83d\\ude00\"", "\xef\xbf\xbd\xf0\x9f\x98\x80", 7);
}

TEST(an_escaped_nul_is_kept)
{
	assert_string("\"a\\u0000b\"", "a\0b", 3);
}

TEST(what_is_no_string_is_refused)
{
	static const char *const cases[][2] = {
		{"\"", "a string without its end"},
		{"\"abc", "a string without its end"},
		{"\"abc\\n", "a string without its end"},
		{"\"\\", "behind a backslash, found the end"},
		{"\"\\x41\"", "behind a backslash, found x"},
		{"\"\\'\"", "behind a backslash, found '"},
		{"\"\\\n\"", "behind a backslash"},
		{"\"\\u12\"", "four hexadecimal digits"},
		{"\"\\u12g4\"", "four hexadecimal digits"},
		{"\"\\u", "four hexadecimal digits"},
		{"\"\\ud800\\u12\"", "four hexadecimal digits"},
		{"\"\\U0041\"", "behind a backslash, found U"},
		{"\"a\nb\"", "control character 0x0a in a string; write it as "
			     "\\u000a"},
		{"\"\\n\t\"", "control character 0x09 in a string"},
		{"\"\x1f\"", "control character 0x1f in a string"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_string_refused(cases[i][0], cases[i][1]);
}

TEST(a_string_without_end_is_shown_where_it_begins)
{
	assert_string_refused("\"abc\n", "(byte 4): the control character");
	assert_string_refused("\"abc", "(byte 0): a string without");
}

TEST(the_second_string_replaces_the_first)
{
	__attribute__((cleanup(scan_drop))) struct json_scan s;
	const char *text = "\"\\u0061bc\"\"\\u0064\"";
	const char *found;
	size_t size;
	struct err e;

	json_scan_init(&s, text, strlen(text), &e);
	assert_true(json_scan_string(&s, &found, &size));
	assert_true(json_scan_string(&s, &found, &size));
	assert_string_equal(found, "d");
	assert_int_equal(size, 1);
}

TEST(integers_are_told_from_other_numbers)
{
	bool is_integer;

	assert_int_equal(number_size("-120", &is_integer), 4);
	assert_true(is_integer);
	assert_int_equal(number_size("0", &is_integer), 1);
	assert_true(is_integer);
	assert_int_equal(number_size("1.0", &is_integer), 3);
	assert_false(is_integer);
	assert_int_equal(number_size("1e2", &is_integer), 3);
	assert_false(is_integer);
	assert_int_equal(number_size("-1.25E-10", &is_integer), 9);
	assert_false(is_integer);
	assert_int_equal(number_size("1e+2", &is_integer), 4);
}

TEST(a_number_ends_where_its_grammar_does)
{
	bool is_integer;

	assert_int_equal(number_size("12abc", &is_integer), 2);
	assert_int_equal(number_size("0x10", &is_integer), 1);
	assert_int_equal(number_size("1.5.2", &is_integer), 3);
	assert_int_equal(number_size("1-2", &is_integer), 1);
}

TEST(what_is_no_number_is_refused)
{
	static const char *const cases[] = {"-", "01", "-01", "00", "1.",
		"1.e2", "1e", "1e+", "1e-", "-a", "--1"};
	bool is_integer;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		if (number_size(cases[i], &is_integer) != -1)
			fail_msg("%s is let in", cases[i]);
	}
}

TEST(a_character_is_shown_whole)
{
	__attribute__((cleanup(scan_drop))) struct json_scan s;
	struct err e;

	json_scan_init(&s, "\xe2\x82\xac!", 4, &e);
	assert_false(json_scan_expected(&s, "a value"));
	assert_non_null(strstr(e.text, "found \xe2\x82\xac"));
	assert_null(strstr(e.text, "!"));
}

TEST(takes_only_what_stands_there)
{
	__attribute__((cleanup(scan_drop))) struct json_scan s;
	struct err e;

	json_scan_init(&s, " ,true", 6, &e);
	assert_false(json_scan_take(&s, ','));
	json_scan_space(&s);
	assert_true(json_scan_take(&s, ','));
	assert_false(json_scan_word(&s, "trues"));
	assert_false(json_scan_word(&s, "false"));
	assert_true(json_scan_word(&s, "true"));
	assert_false(json_scan_take(&s, ','));
}
