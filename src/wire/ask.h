#ifndef WIRE_ASK_H
#define WIRE_ASK_H

/*
 * What the server asks of a child: everything that the job needs, so that any
 * child on any machine can do it. One frame; both directions in ask.c.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "wire/frame.h"

enum ask_kind {
	ASK_CHECK = 1, /* does libz3 accept the text? */
	ASK_SOLVE = 2, /* run its checks; model, values, core */
};

/* The text has passed allow_item or allow_script. */
struct ask {
	enum ask_kind kind;
	const char *text;
	size_t size;
	/* From now on; the child interrupts libz3 then, the server kills. */
	uint32_t timeout_ms;
	bool want_values; /* of ASK_SOLVE: typed values beside the model */
	bool minimize_core;
};

/* Appends one frame. */
void ask_put(struct buf *out, const struct ask *ask);

/* False if the frame is no ask. The text is borrowed from the frame. */
bool ask_get(const struct frame *f, struct ask *ask);

#endif
