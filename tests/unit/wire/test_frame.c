/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <string.h>

#include "base/alloc.h"
#include "wire/frame.h"

static void
numbers_and_texts_come_back(void **state)
{
	DROP(buf) struct buf b;
	DROP(text) char *text = NULL;
	struct frame f;
	struct reader r;
	size_t used;

	(void)state;
	buf_init(&b, 1000);
	size_t start = frame_open(&b, 'x');
	put_u8(&b, 200);
	put_u32(&b, 0xfedcba98);
	put_u64(&b, UINT64_C(0x0123456789abcdef));
	put_text(&b, "one");
	put_text(&b, NULL);
	assert_true(frame_close(&b, start));
	assert_int_equal(
		frame_find(b.data, b.size, 1000, &f, &used), FRAME_WHOLE);
	assert_int_equal(used, b.size);
	assert_int_equal(f.type, 'x');
	reader_init(&r, f.payload, f.size);
	assert_int_equal(get_u8(&r), 200);
	assert_int_equal(get_u32(&r), 0xfedcba98);
	assert_true(get_u64(&r) == UINT64_C(0x0123456789abcdef));
	text = get_text(&r);
	assert_string_equal(text, "one");
	text_drop(&text);
	text = get_text(&r);
	assert_string_equal(text, "");
	assert_true(reader_end(&r));
}

static void
a_frame_that_is_not_all_there_is_partial(void **state)
{
	DROP(buf) struct buf b;
	struct frame f;
	size_t used;

	(void)state;
	buf_init(&b, 1000);
	size_t start = frame_open(&b, 'x');
	put_u32(&b, 0);
	assert_true(frame_close(&b, start));
	for (size_t size = 0; size < b.size; size++)
		assert_int_equal(frame_find(b.data, size, 1000, &f, &used),
			FRAME_PARTIAL);
	assert_int_equal(
		frame_find(b.data, b.size, 1000, &f, &used), FRAME_WHOLE);
}

static void
a_length_over_the_ceiling_is_refused_before_it_arrives(void **state)
{
	const char head[] = {101, 0, 0, 0, 'x'};
	struct frame f;
	size_t used;

	(void)state;
	assert_int_equal(frame_find(head, sizeof(head), 100, &f, &used),
		FRAME_TOO_LARGE);
	assert_int_equal(
		frame_find(head, sizeof(head), 101, &f, &used), FRAME_PARTIAL);
}

static void
reading_past_the_end_yields_nothing_and_is_noticed(void **state)
{
	struct reader r;
	size_t size;

	(void)state;
	reader_init(&r, "\1\0\0", 3);
	assert_int_equal(get_u32(&r), 0);
	assert_int_equal(get_u8(&r), 0);
	(void)get_text_n(&r, &size);
	assert_int_equal(size, 0);
	assert_false(reader_end(&r));
}

static void
a_text_longer_than_the_payload_is_no_text(void **state)
{
	struct reader r;
	size_t size;

	(void)state;
	reader_init(&r, "\377\377\377\377abc", 7);
	(void)get_text_n(&r, &size);
	assert_int_equal(size, 0);
	assert_false(reader_end(&r));
}

static void
left_over_bytes_are_noticed(void **state)
{
	struct reader r;

	(void)state;
	reader_init(&r, "\1\2", 2);
	assert_int_equal(get_u8(&r), 1);
	assert_false(reader_end(&r));
}

static void
an_overflowed_frame_is_not_closed(void **state)
{
	DROP(buf) struct buf b;

	(void)state;
	buf_init(&b, 8);
	size_t start = frame_open(&b, 'x');
	put_u64(&b, 1);
	assert_false(frame_close(&b, start));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_and_texts_come_back),
		cmocka_unit_test(a_frame_that_is_not_all_there_is_partial),
		cmocka_unit_test(
			a_length_over_the_ceiling_is_refused_before_it_arrives),
		cmocka_unit_test(
			reading_past_the_end_yields_nothing_and_is_noticed),
		cmocka_unit_test(a_text_longer_than_the_payload_is_no_text),
		cmocka_unit_test(left_over_bytes_are_noticed),
		cmocka_unit_test(an_overflowed_frame_is_not_closed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
