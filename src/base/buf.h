#ifndef BASE_BUF_H
#define BASE_BUF_H

/*
 * Bytes that grow up to a ceiling.
 *
 * Invariants: `data` is never NULL after buf_init and data[size] is '\0', so
 * the content can be read as a C string when it holds no NUL itself; size is
 * never larger than ceiling. An append that would pass the ceiling adds
 * nothing, returns false and sets `overflowed`, so that a row of appends can
 * be checked once at its end.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/alloc.h"

struct buf {
	char *data;
	size_t size;
	size_t capacity;
	size_t ceiling;
	bool overflowed;
};

void buf_init(struct buf *b, size_t ceiling_bytes);
void buf_release(struct buf *b);
DROP_BY(buf, buf_release)

bool buf_add(struct buf *b, const void *bytes, size_t size);
bool buf_add_text(struct buf *b, const char *text);
bool buf_add_char(struct buf *b, char c);
bool buf_add_format(struct buf *b, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Drops the first `size` bytes; size <= b->size. */
void buf_consume(struct buf *b, size_t size);

/* Drops what follows the first `size` bytes; size <= b->size. */
void buf_truncate(struct buf *b, size_t size);

/* Empties it and forgets an overflow; keeps the memory. */
void buf_clear(struct buf *b);

/* Gives back the memory of an empty one, if it is more than this. */
enum { BUF_KEPT_BYTES = 64 * 1024 };
void buf_shrink(struct buf *b);

/* The content as a string of the caller's; the buf is empty afterwards. */
char *buf_detach(struct buf *b);

/*
 * Cuts a stream of bytes into lines, in time linear in the stream. A line
 * longer than the ceiling is thrown away up to its end and reported once, so
 * that the stream goes on after it. Empty lines are lines.
 */

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
