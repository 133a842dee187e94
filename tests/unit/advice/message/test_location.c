#include "unit/unit.h"

#include "advice/message/location.h"

#include <string.h>

#include "base/alloc.h"

static const char *
show(struct buf *out, const char *text, size_t offset, size_t size)
{
	buf_init(out, 4096);
	location_show(out, text, strlen(text), (struct span){offset, size});
	return out->data;
}

static void
expect(const char *text, size_t offset, size_t size, const char *expected)
{
	DROP(buf) struct buf out = {0};

	assert_string_equal(show(&out, text, offset, size), expected);
}

TEST(puts_a_caret_under_the_token)
{
	expect("(a)\n(assert (> x y))\n(b)", 17, 1,
		"   2 | (assert (> x y))\n"
		"     |              ^\n");
}

TEST(shows_control_characters_as_blanks_or_escapes)
{
	expect("\t\x01\x7f xy\r\n", 4, 2,
		"   1 |  \\u{1}\\u{7f} xy\n"
		"     |              ^~\n");
}

TEST(shows_what_turns_the_direction_as_an_escape)
{
	/* NOLINTNEXTLINE(misc-misleading-bidirectional): it is about that */
	expect("\xe2\x80\xae xy", 4, 2,
		"   1 | \\u{202e} xy\n"
		"     |          ^~\n");
}

TEST(counts_columns_not_bytes)
{
	const char *text = "\xc3\xa9 \xe6\x97\xa5 x";

	expect(text, 7, 1,
		"   1 | \xc3\xa9 \xe6\x97\xa5 x\n"
		"     |     ^\n");
}

TEST(stands_behind_the_last_character_at_the_end)
{
	expect("(ab", 3, 0,
		"   1 | (ab\n"
		"     |    ^\n");
}

TEST(cuts_a_long_line_on_both_sides_of_the_caret)
{
	DROP(buf) struct buf out = {0};
	char text[1001];
	const char *line;

	memset(text, 'a', sizeof(text) - 1);
	text[1000] = '\0';
	text[500] = 'X';
	line = show(&out, text, 500, 1);
	assert_non_null(strstr(line, "   1 | ...aaa"));
	assert_non_null(strstr(line, "aaa...\n"));
	/* The caret stands as far behind "| " as the X. */
	assert_int_equal(strchr(line, 'X') - line,
		strchr(line, '^') - strchr(line, '\n') - 1);
	assert_true(strlen(line) < 2 * 120);
}

TEST(cuts_a_long_token_in_its_line)
{
	DROP(buf) struct buf out = {0};
	char text[1001];

	memset(text, 'a', sizeof(text) - 1);
	text[1000] = '\0';
	assert_true(strlen(show(&out, text, 0, 1000)) < 2 * 120);
	assert_null(strstr(out.data, "| ..."));
}

TEST(names_an_item_by_number_and_name)
{
	DROP(buf) struct buf out = {0};
	struct advice_place where = {.index = 3, .name = "limit"};

	buf_init(&out, 100);
	location_name(&out, &where);
	assert_string_equal(out.data, "Item 3 \"limit\"");
	buf_clear(&out);
	where.name = NULL;
	location_name(&out, &where);
	assert_string_equal(out.data, "Item 3");
	buf_clear(&out);
	where.what = "the new item";
	location_name(&out, &where);
	assert_string_equal(out.data, "The new item");
}

TEST(finds_the_byte_of_a_line_and_column)
{
	const char *text = "ab\r\ncd\n";

	assert_int_equal(location_offset(text, 7, 1, 2), 1);
	assert_int_equal(location_offset(text, 7, 2, 1), 4);
	assert_int_equal(location_offset(text, 7, 2, 2), 5);
}

TEST(stays_in_the_text_for_a_place_that_does_not_exist)
{
	const char *text = "ab\r\ncd\n";

	assert_int_equal(location_offset(text, 7, 1, 50), 2);
	assert_int_equal(location_offset(text, 7, 9, 1), 7);
	assert_int_equal(location_offset(text, 7, 1, 0), 2);
	assert_int_equal(location_offset(text, 0, 1, 1), 0);
}
