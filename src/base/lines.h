#ifndef BASE_LINES_H
#define BASE_LINES_H

/*
 * Cuts a stream of bytes into lines, in time linear in the stream. A line
 * longer than the ceiling is thrown away up to its end and reported once, so
 * that the stream goes on after it. Empty lines are lines.
 *
 * A callback must not feed or release the struct lines that calls it.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

/* What a line becomes. `text` is NUL-terminated and borrowed for the call;
 * without its "\n" or "\r\n". */
typedef void lines_on_line(char *text, size_t size, void *argument);
/* `text` is the beginning of the line that was too long, as much of it as a
 * line may have; NUL-terminated and borrowed likewise. */
typedef void lines_on_long(const char *text, size_t size, void *argument);

struct lines {
	struct buf waiting; /* the line as far as it has come */
	size_t ceiling;	    /* of a line, without its end */
	bool skipping;	    /* inside of a line that was reported as too long */
	lines_on_line *on_line;
	lines_on_long *on_long;
	void *argument;
};

void lines_init(struct lines *l, size_t ceiling_bytes, lines_on_line *on_line,
	lines_on_long *on_long, void *argument);
void lines_release(struct lines *l);

/* Calls on_line for each line that is now complete. */
void lines_feed(struct lines *l, const char *bytes, size_t size);

/* The end of the stream: a last line without a newline is a line. */
void lines_end(struct lines *l);

#endif
