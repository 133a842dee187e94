#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "wire/frame.h"

TEST(a_frame_that_is_not_all_there_is_partial)
{
	DROP(buf) struct buf b;
	struct frame f;
	size_t used;

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

TEST(a_length_over_the_ceiling_is_refused_before_it_arrives)
{
	const char head[] = {101, 0, 0, 0, 'x'};
	struct frame f;
	size_t used;

	assert_int_equal(frame_find(head, sizeof(head), 100, &f, &used),
		FRAME_TOO_LARGE);
	assert_int_equal(
		frame_find(head, sizeof(head), 101, &f, &used), FRAME_PARTIAL);
}

TEST(reading_past_the_end_yields_nothing_and_is_noticed)
{
	struct reader r;
	size_t size;

	reader_init(&r, "\1\0\0", 3);
	assert_int_equal(get_u32(&r), 0);
	assert_int_equal(get_u8(&r), 0);
	(void)get_text_n(&r, &size);
	assert_int_equal(size, 0);
	assert_false(reader_end(&r));
}

TEST(a_text_longer_than_the_payload_is_no_text)
{
	struct reader r;
	size_t size;

	reader_init(&r, "\377\377\377\377abc", 7);
	(void)get_text_n(&r, &size);
	assert_int_equal(size, 0);
	assert_false(reader_end(&r));
}

TEST(left_over_bytes_are_noticed)
{
	struct reader r;

	reader_init(&r, "\1\2", 2);
	assert_int_equal(get_u8(&r), 1);
	assert_false(reader_end(&r));
}

TEST(an_overflowed_frame_is_not_closed)
{
	DROP(buf) struct buf b;

	buf_init(&b, 8);
	size_t start = frame_open(&b, 'x');
	put_u64(&b, 1);
	assert_false(frame_close(&b, start));
}
