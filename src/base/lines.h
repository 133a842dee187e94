#ifndef BASE_LINES_H
#define BASE_LINES_H

/*
 * Cuts a stream of bytes into lines, in time linear in the stream. A line
 * longer than the ceiling is thrown away up to its end and reported once, so
 * that the stream goes on after it. Empty lines are lines.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

struct lines {
	struct buf bytes;
	size_t at;	 /* where the next line begins */
	size_t searched; /* bytes of it without a newline */
	size_t ceiling;	 /* of a line, without its end */
	bool skipping;	 /* inside a line that was reported as too long */
};

enum line_kind {
	LINE_NONE, /* more bytes are needed */
	LINE_WHOLE,
	LINE_TOO_LONG, /* the text is its beginning, as long as the ceiling */
};

void lines_init(struct lines *l, size_t ceiling_bytes);
void lines_release(struct lines *l);

/* Appends bytes. Whoever reads all lines before the next call holds no more
 * than one line and one piece. */
void lines_add(struct lines *l, const char *bytes, size_t size);

/* The end of the stream: a last line without a newline is a line. */
void lines_end(struct lines *l);

/* The next line, without its "\n" or "\r\n". The text is NUL-terminated and
 * borrowed until the next call. */
enum line_kind lines_next(struct lines *l, const char **text, size_t *size);

#endif
