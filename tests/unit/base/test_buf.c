/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <stdlib.h>
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

static void
begins_as_an_empty_string(void **state)
{
	DROP(buf) struct buf b;

	(void)state;
	buf_init(&b, 10);
	assert_sane(&b);
	assert_string_equal(b.data, "");
}

static void
appends_in_order(void **state)
{
	DROP(buf) struct buf b;

	(void)state;
	buf_init(&b, 100);
	assert_true(buf_add(&b, "ab", 2));
	assert_true(buf_add_char(&b, 'c'));
	assert_true(buf_add_text(&b, "de"));
	assert_true(buf_add_format(&b, "%d", 42));
	assert_string_equal(b.data, "abcde42");
	assert_sane(&b);
}

static void
holds_nul_bytes(void **state)
{
	DROP(buf) struct buf b;

	(void)state;
	buf_init(&b, 100);
	assert_true(buf_add(&b, "a\0b", 3));
	assert_int_equal(b.size, 3);
	assert_memory_equal(b.data, "a\0b", 4);
}

static void
fills_up_to_its_ceiling(void **state)
{
	DROP(buf) struct buf b;

	(void)state;
	buf_init(&b, 4);
	assert_true(buf_add_text(&b, "abcd"));
	assert_false(b.overflowed);
	assert_sane(&b);
}

static void
stops_at_its_ceiling_and_says_so(void **state)
{
	DROP(buf) struct buf b;

	(void)state;
	buf_init(&b, 4);
	assert_true(buf_add_text(&b, "abc"));
	assert_false(buf_add_text(&b, "de"));
	assert_true(b.overflowed);
	assert_string_equal(b.data, "abc");
	assert_sane(&b);
}

static void
a_format_past_the_ceiling_adds_nothing(void **state)
{
	DROP(buf) struct buf b;

	(void)state;
	buf_init(&b, 4);
	assert_false(buf_add_format(&b, "%d", 12345));
	assert_true(b.overflowed);
	assert_string_equal(b.data, "");
}

static void
remembers_an_overflow_behind_a_later_success(void **state)
{
	DROP(buf) struct buf b;

	(void)state;
	buf_init(&b, 2);
	assert_false(buf_add_text(&b, "abc"));
	assert_true(buf_add_text(&b, "ab"));
	assert_true(b.overflowed);
}

static void
a_size_near_the_largest_overflows_nothing(void **state)
{
	DROP(buf) struct buf b;

	(void)state;
	buf_init(&b, 100);
	assert_true(buf_add_text(&b, "abc"));
	assert_false(buf_add(&b, "", SIZE_MAX - 1));
	assert_string_equal(b.data, "abc");
}

static void
adding_nothing_is_fine_when_full(void **state)
{
	DROP(buf) struct buf b;

	(void)state;
	buf_init(&b, 0);
	assert_true(buf_add(&b, NULL, 0));
	assert_false(b.overflowed);
}

static void
consumes_from_the_front(void **state)
{
	DROP(buf) struct buf b;

	(void)state;
	buf_init(&b, 100);
	(void)buf_add_text(&b, "abcdef");
	buf_consume(&b, 4);
	assert_string_equal(b.data, "ef");
	buf_consume(&b, 2);
	assert_string_equal(b.data, "");
	assert_sane(&b);
}

static void
truncates_at_the_end(void **state)
{
	DROP(buf) struct buf b;

	(void)state;
	buf_init(&b, 100);
	(void)buf_add_text(&b, "abcdef");
	buf_truncate(&b, 4);
	assert_string_equal(b.data, "abcd");
	assert_sane(&b);
}

static void
clearing_forgets_the_overflow(void **state)
{
	DROP(buf) struct buf b;

	(void)state;
	buf_init(&b, 2);
	(void)buf_add_text(&b, "abc");
	buf_clear(&b);
	assert_false(b.overflowed);
	assert_int_equal(b.size, 0);
	assert_sane(&b);
}

static void
what_is_taken_is_the_callers(void **state)
{
	DROP(buf) struct buf b;
	DROP(text) char *text = NULL;

	(void)state;
	buf_init(&b, 100);
	(void)buf_add_text(&b, "abc");
	text = buf_take(&b);
	assert_string_equal(text, "abc");
	assert_int_equal(b.size, 0);
	assert_true(buf_add_text(&b, "again"));
	assert_sane(&b);
}

static void
grows_byte_by_byte_to_a_million(void **state)
{
	DROP(buf) struct buf b;

	(void)state;
	buf_init(&b, 1000000);
	for (int i = 0; i < 1000000; i++)
		assert_true(buf_add_char(&b, (char)('a' + i % 26)));
	assert_false(buf_add_char(&b, 'x'));
	assert_int_equal(b.data[999999], 'a' + 999999 % 26);
	assert_sane(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(begins_as_an_empty_string),
		cmocka_unit_test(appends_in_order),
		cmocka_unit_test(holds_nul_bytes),
		cmocka_unit_test(fills_up_to_its_ceiling),
		cmocka_unit_test(stops_at_its_ceiling_and_says_so),
		cmocka_unit_test(a_format_past_the_ceiling_adds_nothing),
		cmocka_unit_test(remembers_an_overflow_behind_a_later_success),
		cmocka_unit_test(a_size_near_the_largest_overflows_nothing),
		cmocka_unit_test(adding_nothing_is_fine_when_full),
		cmocka_unit_test(consumes_from_the_front),
		cmocka_unit_test(truncates_at_the_end),
		cmocka_unit_test(clearing_forgets_the_overflow),
		cmocka_unit_test(what_is_taken_is_the_callers),
		cmocka_unit_test(grows_byte_by_byte_to_a_million),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
