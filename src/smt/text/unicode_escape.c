#include "smt/text/unicode_escape.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "smt/text/lexer.h"
#include "smt/text/token.h"

static bool
is_ascii(const char *text, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if ((unsigned char)text[i] >= 0x80)
			return false;
	return true;
}

/* The character that begins at `text`, and how many bytes it has. */
static unsigned
code_point(const char *text, size_t *length)
{
	unsigned char first = (unsigned char)text[0];
	unsigned point;

	if (first < 0x80) {
		*length = 1;
		return first;
	}
	*length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
	point = first & (0x7fu >> *length);
	for (size_t i = 1; i < *length; i++)
		point = point << 6 | ((unsigned char)text[i] & 0x3fu);
	return point;
}

/* Copies until `stop` bytes are there; returns how many of the piece that
 * were. */
static size_t
copy_string(struct buf *out, const char *text, size_t size, size_t stop)
{
	size_t at = 0;

	while (at < size && out->size < stop) {
		size_t length;
		unsigned point = code_point(text + at, &length);

		if (point < 0x80)
			buf_add_char(out, text[at]);
		else
			buf_add_format(out, "\\u{%x}", point);
		at += length;
	}
	return at;
}

static size_t
copy_plain(struct buf *out, const char *text, size_t size, size_t stop)
{
	size_t room = stop > out->size ? stop - out->size : 0;

	if (size > room)
		size = room;
	buf_add(out, text, size);
	return size;
}

/* Copies until `stop` bytes are there, likewise. */
static size_t
copy(struct buf *out, const char *text, size_t size, size_t stop)
{
	struct lexer walk;
	struct diagnostic fault;
	struct token t;
	size_t at = 0;

	lexer_init(&walk, text, size);
	while (lexer_next(&walk, &t, &fault) && t.kind != TOKEN_END) {
		if (t.kind != TOKEN_STRING ||
			is_ascii(text + t.offset, t.length))
			continue;
		at += copy_plain(out, text + at, t.offset - at, stop);
		if (at < t.offset)
			return at;
		at += copy_string(out, text + at, t.length, stop);
		if (at < t.offset + t.length)
			return at;
	}
	return at + copy_plain(out, text + at, size - at, stop);
}

void
unicode_escape_add(struct buf *out, const char *text, size_t size)
{
	if (is_ascii(text, size))
		buf_add(out, text, size);
	else
		(void)copy(out, text, size, SIZE_MAX);
}

size_t
unicode_escape_decode(const char *text, size_t size, size_t at)
{
	struct buf ignored;
	size_t back;

	if (is_ascii(text, size))
		return at < size ? at : size;
	buf_init(&ignored, SIZE_MAX / 2);
	back = copy(&ignored, text, size, at);
	buf_release(&ignored);
	return back;
}
