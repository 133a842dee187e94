#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"

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

TEST(appends_in_order)
{
	DROP(buf) struct buf b;

	buf_init(&b, 100);
	assert_true(buf_add(&b, "ab", 2));
	assert_true(buf_add_char(&b, 'c'));
	assert_true(buf_add_text(&b, "de"));
	assert_true(buf_add_format(&b, "%d", 42));
	assert_string_equal(b.data, "abcde42");
	assert_sane(&b);
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
	text = buf_take(&b);
	assert_string_equal(text, "abc");
	assert_int_equal(b.size, 0);
	assert_true(buf_add_text(&b, "again"));
	assert_sane(&b);
}

TEST(grows_byte_by_byte_to_a_million)
{
	DROP(buf) struct buf b;

	buf_init(&b, 1000000);
	for (int i = 0; i < 1000000; i++)
		assert_true(buf_add_char(&b, (char)('a' + i % 26)));
	assert_false(buf_add_char(&b, 'x'));
	assert_int_equal(b.data[999999], 'a' + 999999 % 26);
	assert_sane(&b);
}
