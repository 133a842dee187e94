/* The child's half of an answer: writes frames. */
#include "wire/answer_frames.h"

#define BOOL(member) put_u8(out, m->member);
#define U32(member) put_u32(out, (uint32_t)m->member);
#define COUNT(member, most) U32(member)
#define DURATION(member) put_u64(out, m->member);
#define LINE(member) U32(member)
#define FIELD(member) U32(member)
#define PLACE(offset, length) U32(offset) U32(length)
#define LINE_NEAR(member) U32(member)
#define PLACE_NEAR(offset, length) U32(offset) U32(length)
#define TEXT(member) put_text(out, m->member);
#define JSON(member, shape) TEXT(member)
#define WORDS(member) TEXT(member)
#define ENUM(member, last) put_u8(out, (uint8_t)m->member);
#define ENUM_BUT_0(member, last) ENUM(member, last)
#define ASSERTIONS(member, where) put_assertions(out, &m->member);

static void
put_assertions(struct buf *out, const struct answer_assertions *list)
{
	put_u32(out, (uint32_t)list->count);
	for (size_t i = 0; i < list->count; i++) {
		const struct answer_assertion *m = &list->list[i];

		ASSERTION_FIELDS
	}
}

/* Overflow of the buffer is detected when the frames are sent. */
#define ANSWER(letter, name, type, when, fields, effect) \
	void answer_put_##name(struct buf *out, const type *m) \
	{ \
		size_t start = frame_open(out, letter); \
\
		fields frame_close(out, start); \
	}
#define ANSWER_VALUE(letter, name, type, when, field, effect) \
	void answer_put_##name(struct buf *out, type value) \
	{ \
		const struct frame_##name frame = {value}, *m = &frame; \
		size_t start = frame_open(out, letter); \
\
		field frame_close(out, start); \
	}
#define ANSWER_TEXT(letter, name, when, field, effect) \
	void answer_put_##name(struct buf *out, const char *text) \
	{ \
		const struct frame_##name frame = {(char *)(uintptr_t)text}, \
					  *m = &frame; \
		size_t start = frame_open(out, letter); \
\
		field frame_close(out, start); \
	}
#include "wire/answer.def"
