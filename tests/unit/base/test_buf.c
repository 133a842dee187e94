#include "unit/unit.h"

#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"

/* What the header promises of every buf at any time. */
static void
assert_sane(const struct buf *b)
{
	assert_non_null(b->data);
	assert_true(b->size <= b->ceiling);
	assert_true(b->size < b->capacity);
	assert_int_equal(b->data[b->size], '\0');
}

TEST(begins_as_an_empty_string)
{
	DROP(buf) struct buf b;

	buf_init(&b, 10);
	assert_sane(&b);
	assert_string_equal(b.data, "");
}

TEST(holds_nul_bytes)
{
	DROP(buf) struct buf b;

	buf_init(&b, 100);
	assert_true(buf_add(&b, "a\0b", 3));
	assert_int_equal(b.size, 3);
	assert_memory_equal(b.data, "a\0b", 4);
}

TEST(stops_at_its_ceiling_and_remembers_it)
{
	DROP(buf) struct buf b;

	buf_init(&b, 4);
	assert_true(buf_add_text(&b, "abc"));
	assert_false(b.overflowed);
	assert_false(buf_add_text(&b, "de"));
	assert_false(buf_add_format(&b, "%d", 45));
	assert_false(buf_add(&b, "", SIZE_MAX - 1));
	assert_string_equal(b.data, "abc");
	assert_true(buf_add_char(&b, 'd'));
	assert_true(buf_add(&b, NULL, 0));
	assert_string_equal(b.data, "abcd");
	assert_true(b.overflowed);
	assert_sane(&b);
	buf_clear(&b);
	assert_false(b.overflowed);
	assert_int_equal(b.size, 0);
	assert_sane(&b);
}

TEST(drops_bytes_at_both_ends)
{
	DROP(buf) struct buf b;

	buf_init(&b, 100);
	(void)buf_add_text(&b, "abcdef");
	buf_consume(&b, 2);
	buf_truncate(&b, 3);
	assert_string_equal(b.data, "cde");
	assert_sane(&b);
	buf_consume(&b, 3);
	assert_string_equal(b.data, "");
	assert_sane(&b);
}

TEST(what_is_taken_is_the_callers)
{
	DROP(buf) struct buf b;
	DROP(text) char *text = NULL;

	buf_init(&b, 100);
	(void)buf_add_text(&b, "abc");
	text = buf_detach(&b);
	assert_string_equal(text, "abc");
	assert_int_equal(b.size, 0);
	assert_true(buf_add_text(&b, "again"));
	assert_sane(&b);
}

/* What has come so far: "[line]" and "{beginning of a long one}". */
struct seen {
	struct lines lines;
	struct buf log;
	size_t last_size;
};

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
	lines_init(&s->lines, ceiling);
}

static void
read_lines(struct seen *s)
{
	enum line_kind kind;
	const char *text;

	while ((kind = lines_next(&s->lines, &text, &s->last_size)) !=
		LINE_NONE) {
		assert_int_equal(text[s->last_size], '\0');
		/* Long logs are not looked at. */
		(void)buf_add_format(
			&s->log, kind == LINE_WHOLE ? "[%s]" : "{%s}", text);
	}
}

static void
feed(struct seen *s, const char *text)
{
	lines_add(&s->lines, text, strlen(text));
	read_lines(s);
}

TEST(bytes_may_come_one_by_one)
{
	DROP(seen) struct seen s;

	begin(&s, 2);
	for (const char *c = "ab\r\n\nc\n"; *c != '\0'; c++) {
		lines_add(&s.lines, c, 1);
		read_lines(&s);
	}
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
	lines_add(&s.lines, "a\0b\n", 4);
	read_lines(&s);
	assert_int_equal(s.last_size, 3);
}

TEST(a_line_as_long_as_the_ceiling_is_a_line)
{
	DROP(seen) struct seen s;

	begin(&s, 4);
	feed(&s, "abcd\nefgh\r\n");
	assert_string_equal(s.log.data, "[abcd][efgh]");
}

TEST(a_longer_line_is_reported_once_with_its_beginning)
{
	DROP(seen) struct seen s;

	begin(&s, 4);
	feed(&s, "abcde\n");
	assert_string_equal(s.log.data, "{abcd}");
	feed(&s, "ABC");
	feed(&s, "DEFGHI"); /* does not wait for the end */
	assert_string_equal(s.log.data, "{abcd}{ABCD}");
	feed(&s, "JKLMNOPQ");
	feed(&s, "RS\nok\nabcd\re\n"); /* a "\r" that is no end counts */
	assert_string_equal(s.log.data, "{abcd}{ABCD}[ok]{abcd}");
}

TEST(the_end_makes_a_line_of_what_is_left)
{
	DROP(seen) struct seen s;

	begin(&s, 4);
	lines_end(&s.lines);
	feed(&s, "a\n");
	lines_end(&s.lines);
	feed(&s, "b");
	assert_string_equal(s.log.data, "[a]");
	lines_end(&s.lines);
	read_lines(&s);
	assert_string_equal(s.log.data, "[a][b]");
	feed(&s, "abcdef");
	lines_end(&s.lines);
	read_lines(&s);
	assert_string_equal(s.log.data, "[a][b]{abcd}");
}

/*
 * 16 MiB in pieces of 4 KiB take some 10 ms of processor time, and would take
 * several seconds if each piece were searched or moved along with what waits.
 */
TEST(takes_time_linear_in_a_long_line_and_returns_its_memory)
{
	DROP(seen) struct seen s;
	char piece[4 * KIB];
	clock_t start;

	begin(&s, LIMIT_MESSAGE);
	memset(piece, 'a', sizeof(piece));
	start = clock();
	for (size_t i = 0; i < LIMIT_MESSAGE / sizeof(piece); i++) {
		lines_add(&s.lines, piece, sizeof(piece));
		read_lines(&s);
	}
	feed(&s, "\n");
	assert_int_equal(s.last_size, LIMIT_MESSAGE);
	assert_true(clock() - start < CLOCKS_PER_SEC);
	assert_true(s.lines.bytes.capacity <= 64 * KIB);
}

/* Likewise for many short lines in one piece. */
TEST(takes_time_linear_in_many_lines)
{
	DROP(seen) struct seen s;
	DROP(text) char *text = mem_new(LIMIT_MESSAGE);
	clock_t start;

	begin(&s, LIMIT_MESSAGE);
	s.last_size = 99;
	memset(text, '\n', LIMIT_MESSAGE);
	start = clock();
	lines_add(&s.lines, text, LIMIT_MESSAGE);
	read_lines(&s);
	assert_int_equal(s.last_size, 0);
	assert_true(clock() - start < 4 * CLOCKS_PER_SEC);
}
