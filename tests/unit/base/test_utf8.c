#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "base/utf8.h"

#define MARK "\xef\xbf\xbd"

TEST(the_edges_of_each_length_are_valid)
{
	static const char *const cases[] = {
		"\x01", "\x7f",				/* one byte */
		"\xc2\x80", "\xdf\xbf",			/* two */
		"\xe0\xa0\x80", "\xed\x9f\xbf",		/* three */
		"\xee\x80\x80", "\xef\xbf\xbf",		/* over surrogates */
		"\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf", /* four */
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		if (!utf8_check(cases[i], strlen(cases[i]), NULL))
			fail_msg("case %zu is refused", i);
	}
}

TEST(what_is_no_character_is_refused)
{
	static const struct {
		const char *what;
		const char *text;
	} cases[] = {
		{"a continuation alone", "\x80"},
		{"the last continuation alone", "\xbf"},
		{"overlong NUL", "\xc0\x80"},
		{"overlong DEL", "\xc1\xbf"},
		{"overlong in three", "\xe0\x9f\xbf"},
		{"overlong in four", "\xf0\x8f\xbf\xbf"},
		{"the first surrogate", "\xed\xa0\x80"},
		{"the last surrogate", "\xed\xbf\xbf"},
		{"U+110000", "\xf4\x90\x80\x80"},
		{"a lead of five", "\xf8\x88\x80\x80\x80"},
		{"0xfe", "\xfe"},
		{"0xff", "\xff"},
		{"two without its second", "\xc3"},
		{"two with a wrong second", "\xc3("},
		{"three without its third", "\xe2\x82"},
		{"three with a wrong third", "\xe2\x82("},
		{"four without its fourth", "\xf0\x9f\x98"},
		{"four with a lead inside", "\xf0\x9f\x98\xc3"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		if (utf8_check(cases[i].text, strlen(cases[i].text), NULL))
			fail_msg("%s is let in", cases[i].what);
	}
}

TEST(names_the_byte_that_begins_no_character)
{
	size_t bad_at = 99;

	assert_false(utf8_check("abcdefghi\xc3\xa4\xe2\x82", 13, &bad_at));
	assert_int_equal(bad_at, 11);
}

TEST(what_lies_after_the_size_does_not_count)
{
	size_t bad_at = 99;
	DROP(text) char *good = utf8_repair("\xe2\x82\xac", 2, NULL);

	assert_true(utf8_check("\xe2\x82\xac", 3, &bad_at));
	assert_int_equal(bad_at, 99);
	assert_false(utf8_check("\xe2\x82\xac", 2, NULL));
	assert_string_equal(good, MARK);
	assert_true(utf8_check("", 0, NULL));
	assert_true(utf8_check("a\0b", 3, NULL));
}

TEST(a_bad_byte_is_found_at_every_offset)
{
	char text[40];

	for (size_t at = 0; at < sizeof(text); at++) {
		size_t bad_at = 99;

		memset(text, 'a', sizeof(text));
		text[at] = '\xff';
		if (utf8_check(text, sizeof(text), &bad_at) || bad_at != at)
			fail_msg("not found at %zu but at %zu", at, bad_at);
	}
}

TEST(repair_leaves_a_valid_text_as_it_is)
{
	const char text[] = "a\0b \xe2\x82\xac";
	DROP(text) char *good = NULL;
	size_t size;

	good = utf8_repair(text, sizeof(text) - 1, &size);
	assert_int_equal(size, sizeof(text) - 1);
	assert_memory_equal(good, text, sizeof(text));
}

static void
assert_repaired(const char *bad, const char *wanted)
{
	DROP(text) char *good = NULL;
	size_t size;

	good = utf8_repair(bad, strlen(bad), &size);
	assert_string_equal(good, wanted);
	assert_int_equal(size, strlen(wanted));
}

/* The last case is that of the Unicode standard, table 3-8. */
TEST(marks_stand_where_the_standard_puts_them)
{
	assert_repaired("a\xff(", "a" MARK "(");
	assert_repaired("\xf0\x9f\x98", MARK);
	assert_repaired("\xe2\x82(", MARK "(");
	assert_repaired("\xed\xa0\x80", MARK MARK MARK); /* a surrogate */
	assert_repaired("\x61\xf1\x80\x80\xe1\x80\xc2\x62\x80\x63\x80\xbf\x64",
		"a" MARK MARK MARK "b" MARK "c" MARK MARK "d");
}

TEST(what_is_repaired_is_valid)
{
	char every[256];
	DROP(text) char *good = NULL;
	size_t size;

	for (int i = 0; i < 256; i++)
		every[i] = (char)(255 - i);
	good = utf8_repair(every, sizeof(every), &size);
	assert_true(utf8_check(good, size, NULL));
}

TEST(a_text_within_the_limit_is_not_cut)
{
	assert_int_equal(utf8_cut("abc", 3, 3), 3);
	assert_int_equal(utf8_cut("abc", 3, 10), 3);
	assert_int_equal(utf8_cut("", 0, 0), 0);
}

TEST(cuts_between_characters)
{
	const char *text = "a\xe2\x82\xac"
			   "b";

	assert_int_equal(utf8_cut(text, 5, 4), 4);
	assert_int_equal(utf8_cut(text, 5, 3), 1);
	assert_int_equal(utf8_cut(text, 5, 2), 1);
	assert_int_equal(utf8_cut(text, 5, 1), 1);
	assert_int_equal(utf8_cut(text, 5, 0), 0);
}

TEST(counts_characters_not_bytes)
{
	assert_int_equal(
		utf8_count("a\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80", 10), 4);
	assert_int_equal(utf8_count("", 0), 0);
}

/* RIGHT-TO-LEFT OVERRIDE; as bytes, for what reads sources warns of it. */
static const char turned[] = {'r', '\xe2', '\x80', '\xae', 'x', '\0'};

static void
expect(const char *text, const char *tamed)
{
	DROP(text) char *got = sanitize_text(text);

	assert_string_equal(got, tamed);
}

TEST(what_a_terminal_obeys_is_shown_as_an_escape)
{
	expect("a\x1b[31mb\x07\r\x7f", "a\\u{1b}[31mb\\u{7}\\u{d}\\u{7f}");
	expect("\xc2\x9b"
	       "2J\xc2\x80",
		"\\u{9b}2J\\u{80}");
}

TEST(what_turns_the_direction_is_shown_as_an_escape)
{
	expect(turned, "r\\u{202e}x");
	expect("\xe2\x80\x8e\xe2\x81\xa6\xe2\x81\xa9",
		"\\u{200e}\\u{2066}\\u{2069}");
	expect("\xd8\x9c", "\\u{61c}");
}

TEST(line_breaks_and_tabs_stay)
{
	expect("a\n\tb\n", "a\n\tb\n");
}

TEST(all_other_characters_stay)
{
	static const char text[] = "caf\xc3\xa9 \xc2\xa0 \xe2\x82\xac "
				   "\xe2\x80\x90 \xe2\x81\xa5 \xf0\x9f\x98\x80";

	expect(text, text);
}

TEST(what_is_cut_off_is_none)
{
	assert_int_equal(sanitize_find(turned + 1, 3), 3);
	assert_int_equal(sanitize_find(turned + 1, 2), 0);
	assert_int_equal(sanitize_find("\xc2", 1), 0);
	assert_int_equal(sanitize_find("", 0), 0);
}
