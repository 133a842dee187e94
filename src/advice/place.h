#ifndef ADVICE_PLACE_H
#define ADVICE_PLACE_H

/* How a place is called, and its line with a caret under it. */

#include "advice/advice.h"
#include "advice/scene.h"
#include "base/buf.h"

/* Appends `Item 3 "limit"`, or what the place says that the text is. */
void place_name(struct buf *out, const struct advice_place *where);

/*
 * Appends two lines: the first line of the span, and the caret.
 *
 *	  2 | (assert (> x y))
 *	    |              ^
 *
 * A long line is cut on both sides of the caret; a tab is one blank, any
 * other control character or bad byte is "?", and a wide character counts as
 * two columns, so that the caret stands where it should.
 */
void place_show(struct buf *out, const char *text, size_t size, struct span at);

/*
 * The byte at a line and a byte column, both from 1; a place that does not
 * exist is the end of its line or of the text.
 */
size_t place_offset(
	const char *text, size_t size, unsigned line, unsigned column);

#endif
