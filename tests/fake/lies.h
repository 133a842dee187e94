#ifndef TESTS_FAKE_LIES_H
#define TESTS_FAKE_LIES_H

/*
 * Lies about the frames of an answer. Which fields there are comes from
 * wire/answer.def, so that no frame and no field can be forgotten: a field of a
 * new type does not compile here until it has lies of its own.
 *
 * A lie has a target, "FRAME FIELD" ("core assertions.index"), or "FRAME frame"
 * for the whole frame, and a number from 0 on. Any number means a lie: it is
 * taken modulo the number of those that the target has.
 */

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "wire/frame.h"

/* What becomes of the frame besides its bytes. */
enum delivery {
	DELIVER,
	DELIVER_AFTER_NEXT, /* the next frame goes first */
	DELIVER_AT_THE_END, /* after the last frame */
	DELIVER_CUT,	    /* nothing follows */
};

struct lie {
	char target[80];
	uint32_t number;
};

/* Prints each target, and the number of its lies, one a line. */
void lies_list(void);

/* Returns the name of a frame of answer.def, or NULL. */
const char *lies_frame(uint8_t letter);

/* Returns the number of the targets of that frame. */
size_t lies_targets(uint8_t letter);

/* Sets the lie's target to number `target` of that frame. */
void lies_choose(uint8_t letter, size_t target, struct lie *lie);

/* Appends the frame with the lie in it; of another frame than the lie's target,
 * the frame as it is. */
enum delivery lies_tell(
	const struct lie *lie, const struct frame *f, struct buf *out);

#endif
