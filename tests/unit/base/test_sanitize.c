#include "unit/unit.h"


#include "base/alloc.h"
#include "base/sanitize.h"

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
