#ifndef TESTS_UNIT_WIRE_TAKEN_H
#define TESTS_UNIT_WIRE_TAKEN_H

/* For the tests of frames: an answer, and what puts them together. */

#include "unit/unit.h"

#include "base/alloc.h"
#include "base/buf.h"
#include "wire/answer.h"
#include "wire/frame.h"

/* Takes in all frames of `b`; false as soon as one is refused. */
static inline bool
take_all(struct answer *a, const struct buf *b)
{
	struct frame f;
	size_t at = 0;
	size_t used;

	while (frame_find(b->data + at, b->size - at, b->size, &f, &used) ==
		FRAME_WHOLE) {
		if (!answer_take(a, &f))
			return false;
		at += used;
	}
	return at == b->size;
}

#define ARRANGE \
	DROP(answer) struct answer *a = answer_new(); \
	DROP(buf) struct buf b; \
	(void)state; \
	buf_init(&b, 10000)

#endif
