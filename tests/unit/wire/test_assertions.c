#include "unit/unit.h"

#include "base/alloc.h"
#include "wire/assertions.h"

TEST(a_list_keeps_copies_in_order)
{
	struct answer_assertions list = {0};
	char label[] = "first";
	struct answer_assertion one = {.index = 1, .label = label};

	assertions_add(&list, &one);
	/* cppcheck-suppress unreadVariable ; `one` points at it */
	label[0] = 'F';
	one = (struct answer_assertion){.index = 2};
	assertions_add(&list, &one);
	assert_int_equal(list.count, 2);
	assert_string_equal(list.list[0].label, "first");
	assert_string_equal(list.list[1].label, "");
	assertions_release(&list);
	assert_int_equal(list.count, 0);
}

TEST(a_list_comes_back_over_the_wire)
{
	struct answer_assertions sent = {0};
	struct answer_assertions got = {0};
	struct answer_assertion one = {.index = 5,
		.line = 6,
		.offset = 7,
		.length = 8,
		.is_false = true};
	DROP(buf) struct buf b;
	struct reader r;

	buf_init(&b, 1000);
	assertions_add(&sent, &one);
	assertions_put(&b, &sent);
	reader_init(&r, b.data, b.size);
	assertions_get(&r, &got);
	assert_true(reader_end(&r));
	assert_int_equal(got.count, 1);
	assert_int_equal(got.list[0].index, 5);
	assert_int_equal(got.list[0].line, 6);
	assert_int_equal(got.list[0].offset, 7);
	assert_int_equal(got.list[0].length, 8);
	assert_true(got.list[0].is_false);
	assertions_release(&sent);
	assertions_release(&got);
}

TEST(a_count_without_members_reads_none)
{
	struct answer_assertions got = {0};
	struct reader r;

	reader_init(&r, "\377\377\377\377", 4);
	assertions_get(&r, &got);
	assert_int_equal(got.count, 0);
	assert_true(r.failed);
	assertions_release(&got);
}
