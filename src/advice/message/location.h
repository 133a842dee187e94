#ifndef ADVICE_MESSAGE_LOCATION_H
#define ADVICE_MESSAGE_LOCATION_H

/* How a place is called, and its line with a caret under it. */

#include "advice/message/place.h"
#include "advice/message/text_context.h"
#include "base/buf.h"

/* Appends `Item 3 "limit"`, or what the place says that the text is. */
void location_name(struct buf *out, const struct advice_place *where);

/*
 * Appends two lines: the first line of the span, and the caret.
 *
 *	  2 | (assert (> x y))
 *	    |              ^
 *
 * A long line is cut on both sides of the caret; a tab is one blank, and any
 * other control character is an escape.
 */
void location_show(
	struct buf *out, const char *text, size_t size, struct span at);

/*
 * The byte at a line and a byte column, both from 1; a place that does not
 * exist is the end of its line or of the text.
 */
size_t location_offset(
	const char *text, size_t size, unsigned line, unsigned column);

#endif
