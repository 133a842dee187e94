#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/lines.h"

/* What the callbacks saw: "[line]" and "{beginning of a long one}". */
struct seen {
	struct lines lines;
	struct buf log;
	size_t last_size;
};

static void
see_line(char *text, size_t size, void *argument)
{
	struct seen *s = argument;

	assert_int_equal(text[size], '\0');
	(void)buf_add_format(&s->log, "[%s]", text);
	text[0] = '\0'; /* it is ours to change */
	s->last_size = size;
}

static void
see_long(const char *text, size_t size, void *argument)
{
	struct seen *s = argument;

	assert_int_equal(text[size], '\0');
	(void)buf_add_format(&s->log, "{%s}", text);
	s->last_size = size;
}

static void
see_size(char *text, size_t size, void *argument)
{
	struct seen *s = argument;

	text[0] = '\0'; /* likewise */
	s->last_size = size;
}

static void
seen_drop(struct seen *s)
{
	lines_release(&s->lines);
	buf_release(&s->log);
}

static void
begin(struct seen *s, size_t ceiling)
{
	*s = (struct seen){0};
	buf_init(&s->log, 4096);
	lines_init(&s->lines, ceiling, see_line, see_long, s);
}

static void
feed(struct seen *s, const char *text)
{
	lines_feed(&s->lines, text, strlen(text));
}

TEST(a_line_comes_with_its_newline)
{
	DROP(seen) struct seen s;

	begin(&s, 100);
	feed(&s, "abc");
	assert_string_equal(s.log.data, "");
	feed(&s, "\n");
	assert_string_equal(s.log.data, "[abc]");
}

TEST(several_lines_of_one_piece_come_in_order)
{
	DROP(seen) struct seen s;

	begin(&s, 100);
	feed(&s, "a\nb\nc");
	assert_string_equal(s.log.data, "[a][b]");
	feed(&s, "d\n");
	assert_string_equal(s.log.data, "[a][b][cd]");
}

TEST(bytes_may_come_one_by_one)
{
	DROP(seen) struct seen s;
	const char *text = "ab\r\n\nc\n";

	begin(&s, 2);
	for (size_t i = 0; i < strlen(text); i++)
		lines_feed(&s.lines, text + i, 1);
	assert_string_equal(s.log.data, "[ab][][c]");
}

TEST(a_carriage_return_before_the_newline_is_dropped)
{
	DROP(seen) struct seen s;

	begin(&s, 100);
	feed(&s, "a\r\n\r\n\r\r\nb\rc\n");
	assert_string_equal(s.log.data, "[a][][\r][b\rc]");
}

TEST(a_line_may_hold_a_nul)
{
	DROP(seen) struct seen s;

	begin(&s, 100);
	lines_feed(&s.lines, "a\0b\n", 4);
	assert_int_equal(s.last_size, 3);
}

TEST(a_line_as_long_as_the_ceiling_is_a_line)
{
	DROP(seen) struct seen s;

	begin(&s, 4);
	feed(&s, "abcd\nefgh\r\n");
	assert_string_equal(s.log.data, "[abcd][efgh]");
}

TEST(a_longer_line_is_reported_with_its_beginning)
{
	DROP(seen) struct seen s;

	begin(&s, 4);
	feed(&s, "abcde\n");
	assert_string_equal(s.log.data, "{abcd}");
}

TEST(the_report_does_not_wait_for_the_end_of_the_line)
{
	DROP(seen) struct seen s;

	begin(&s, 4);
	feed(&s, "abcdef");
	assert_string_equal(s.log.data, "{abcd}");
}

TEST(a_long_line_is_reported_once_and_the_next_one_comes)
{
	DROP(seen) struct seen s;

	begin(&s, 4);
	feed(&s, "abc");
	feed(&s, "defghi");
	feed(&s, "jklmnopq");
	feed(&s, "rs\nok\n");
	assert_string_equal(s.log.data, "{abcd}[ok]");
}

TEST(a_carriage_return_that_is_no_end_counts)
{
	DROP(seen) struct seen s;

	begin(&s, 4);
	feed(&s, "abcd\re\n");
	assert_string_equal(s.log.data, "{abcd}");
}

TEST(the_end_makes_a_line_of_what_is_left)
{
	DROP(seen) struct seen s;

	begin(&s, 4);
	feed(&s, "a\nb");
	lines_end(&s.lines);
	assert_string_equal(s.log.data, "[a][b]");
}

TEST(the_end_behind_a_newline_is_no_line)
{
	DROP(seen) struct seen s;

	begin(&s, 4);
	lines_end(&s.lines);
	feed(&s, "a\n");
	lines_end(&s.lines);
	assert_string_equal(s.log.data, "[a]");
}

TEST(the_end_inside_of_a_long_line_adds_nothing)
{
	DROP(seen) struct seen s;

	begin(&s, 4);
	feed(&s, "abcdef");
	lines_end(&s.lines);
	assert_string_equal(s.log.data, "{abcd}");
}

TEST(the_memory_of_a_long_line_is_given_back)
{
	DROP(seen) struct seen s;
	DROP(text) char *text = mem_new(MIB);

	begin(&s, 4 * MIB);
	s.lines.on_line = see_size;
	memset(text, 'a', MIB);
	lines_feed(&s.lines, text, MIB);
	feed(&s, "\n");
	assert_int_equal(s.last_size, MIB);
	assert_true(s.lines.waiting.capacity <= 64 * KIB);
}

/*
 * 16 MiB in pieces of 4 KiB take some 10 ms of processor time, and would take
 * several seconds if each piece were searched or moved along with what waits.
 */
TEST(takes_time_linear_in_a_long_line)
{
	DROP(seen) struct seen s;
	char piece[4 * KIB];
	clock_t start;

	begin(&s, LIMIT_MESSAGE);
	s.lines.on_line = see_size;
	memset(piece, 'a', sizeof(piece));
	start = clock();
	for (size_t i = 0; i < LIMIT_MESSAGE / sizeof(piece); i++)
		lines_feed(&s.lines, piece, sizeof(piece));
	feed(&s, "\n");
	assert_int_equal(s.last_size, LIMIT_MESSAGE);
	assert_true(clock() - start < CLOCKS_PER_SEC);
}

/* Likewise for many short lines in one piece. */
TEST(takes_time_linear_in_many_lines)
{
	DROP(seen) struct seen s;
	DROP(text) char *text = mem_new(LIMIT_MESSAGE);
	clock_t start;

	begin(&s, LIMIT_MESSAGE);
	s.lines.on_line = see_size;
	s.last_size = 99;
	memset(text, '\n', LIMIT_MESSAGE);
	start = clock();
	lines_feed(&s.lines, text, LIMIT_MESSAGE);
	assert_int_equal(s.last_size, 0);
	assert_true(clock() - start < 4 * CLOCKS_PER_SEC);
}
