#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "wire/answer.h"
#include "wire/ask.h"

/* Whether the answer takes the last of the frames; it takes those before. */
static bool
takes(struct answer *a, enum ask_kind kind, const struct buf *frames)
{
	static const struct ask_field fields[2] = {
		{FIELD_TEXT, 0, 0}, {FIELD_TEXT, 0, 0}};
	const struct ask ask = {
		.kind = kind, .text = "", .fields = fields, .field_count = 2};
	bool is_taken = true;
	struct frame f;
	size_t used;

	for (size_t at = 0; at < frames->size; at += used) {
		assert_true(is_taken);
		assert_int_equal(
			frame_find(frames->data + at, frames->size - at,
				LIMIT_ANSWER, &f, &used),
			FRAME_WHOLE);
		is_taken = answer_add_frame(a, &ask, &f);
	}
	return is_taken;
}

static char two[] = "ab", name[] = "v";

static bool
takes_items(uint32_t first, uint32_t second)
{
	DROP(answer) struct answer *a = answer_new();
	DROP(buf) struct buf frames;

	buf_init(&frames, LIMIT_ANSWER);
	answer_put_item(&frames,
		&(struct reading_item){.field = first, .content = two});
	answer_put_item(&frames,
		&(struct reading_item){.field = second, .content = two});
	return takes(a, ASK_READ_ITEMS, &frames);
}

TEST(items_come_in_the_order_of_their_texts)
{
	DROP(answer) struct answer *a = answer_new();
	DROP(buf) struct buf frames;

	assert_true(takes_items(1, 2));
	assert_true(takes_items(2, 2));
	assert_false(takes_items(2, 1));
	buf_init(&frames, LIMIT_ANSWER);
	answer_put_item(&frames, &(struct reading_item){.field = 1});
	assert_false(takes(a, ASK_READ_ITEMS, &frames)); /* it has no content */
}

static bool
takes_question(size_t offset, size_t size)
{
	DROP(answer) struct answer *a = answer_new();
	DROP(buf) struct buf frames;

	buf_init(&frames, LIMIT_ANSWER);
	answer_put_output(&frames, "0123456789");
	answer_put_program(&frames, &(struct reading_program){.known = 8});
	answer_put_question(
		&frames, &(struct reading_question){
				 .name = name, .offset = 2, .size = 2});
	answer_put_question(
		&frames, &(struct reading_question){
				 .name = name, .offset = offset, .size = size});
	return takes(a, ASK_READ_PROGRAM, &frames);
}

TEST(questions_lie_one_after_another_in_what_is_known)
{
	assert_true(takes_question(4, 4));
	assert_false(takes_question(3, 1));
	assert_false(takes_question(4, 5));
	assert_false(takes_question(9, 0));
	assert_false(takes_question(5, SIZE_MAX));
}

TEST(what_is_known_of_a_program_is_part_of_its_text)
{
	DROP(answer) struct answer *a = answer_new();
	DROP(buf) struct buf frames;

	buf_init(&frames, LIMIT_ANSWER);
	answer_put_program(&frames, &(struct reading_program){.known = 1});
	assert_false(takes(a, ASK_READ_PROGRAM, &frames));
}

static bool
takes_format(char *format)
{
	DROP(answer) struct answer *a = answer_new();
	DROP(buf) struct buf frames;

	buf_init(&frames, LIMIT_ANSWER);
	answer_put_source(
		&frames, &(struct reading_source){.solution_format = format});
	return takes(a, ASK_READ_SCRIPT, &frames);
}

TEST(each_mark_of_a_solution_format_has_its_term_and_its_end)
{
	char good[] = "x = \1x\4;\ns = {\3s@3\4};\n";
	char open[] = "x = \1x";
	char nested[] = "x = \1x\2y\4";
	char numberless[] = "s = {\3s\4};\n";
	char ended[] = "x\4";

	assert_true(takes_format(NULL));
	assert_true(takes_format(good));
	assert_false(takes_format(open));
	assert_false(takes_format(nested));
	assert_false(takes_format(numberless));
	assert_false(takes_format(ended));
}
