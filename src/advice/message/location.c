#include "advice/message/location.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "base/utf8.h"
#include "smt/text/lexer.h"

/* Of a line, in columns: what is shown, and how much of it before the caret. */
enum { SHOWN_MAX = 100, BEFORE_MAX = 60 };

void
location_name(struct buf *out, const struct advice_place *where)
{
	if (where->what != NULL) {
		(void)buf_add_char(
			out, (char)toupper((unsigned char)where->what[0]));
		(void)buf_add_text(out, where->what + 1);
		return;
	}
	(void)buf_add_format(out, "Item %td", where->index);
	if (where->name != NULL)
		(void)buf_add_format(out, " \"%s\"", where->name);
}

struct glyph {
	size_t size;	/* bytes */
	unsigned width; /* columns */
	bool is_plain;	/* can be shown as it is */
	bool is_escaped;
};

static bool
is_wide(uint32_t c)
{
	static const uint32_t ranges[][2] = {
		{0x1100, 0x115f},
		{0x2e80, 0xa4cf},
		{0xac00, 0xd7a3},
		{0xf900, 0xfaff},
		{0xfe30, 0xfe6f},
		{0xff00, 0xff60},
		{0xffe0, 0xffe6},
		{0x1f300, 0x1faff},
		{0x20000, 0x3fffd},
	};
	size_t i;

	for (i = 0; i < sizeof(ranges) / sizeof(*ranges); i++)
		if (c >= ranges[i][0] && c <= ranges[i][1])
			return true;
	return false;
}

static struct glyph
glyph_at(const char *text, size_t size)
{
	const unsigned char *bytes = (const unsigned char *)text;
	struct glyph g = {.size = 1, .width = 1};
	uint32_t c = bytes[0];
	size_t found = sanitize_find(text, size);
	size_t i;

	if (found > 0 && c != '\t') {
		char shown[SANITIZE_MAX];

		g.size = found;
		g.width = (unsigned)sanitize_escape(text, found, shown);
		g.is_escaped = true;
		return g;
	}
	if (c < 0x80) {
		g.is_plain = c != '\t';
		return g;
	}
	g.size = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;
	if (g.size > size || !utf8_check(text, g.size, NULL))
		return (struct glyph){.size = 1, .width = 1};
	c &= 0x7fu >> g.size;
	for (i = 1; i < g.size; i++)
		c = c << 6 | (bytes[i] & 0x3f);
	g.width = is_wide(c) ? 2 : 1;
	g.is_plain = true;
	return g;
}

static size_t
columns(const char *text, size_t size)
{
	size_t width = 0;
	size_t at = 0;

	while (at < size) {
		struct glyph g = glyph_at(text + at, size - at);

		width += g.width;
		at += g.size;
	}
	return width;
}

/* Appends the part of a line that lies in the given columns. */
static void
add_columns(
	struct buf *out, const char *text, size_t size, size_t from, size_t to)
{
	size_t column = 0;
	size_t at = 0;

	while (at < size && column < to) {
		struct glyph g = glyph_at(text + at, size - at);

		if (column >= from && g.is_escaped) {
			char shown[SANITIZE_MAX];

			(void)buf_add(out, shown,
				sanitize_escape(text + at, g.size, shown));
		} else if (column >= from && g.is_plain) {
			(void)buf_add(out, text + at, g.size);
		} else if (column >= from) {
			(void)buf_add_char(out, text[at] == '\t' ? ' ' : '?');
		}
		column += g.width;
		at += g.size;
	}
}

static void
add_many(struct buf *out, char c, size_t count)
{
	while (count-- > 0)
		(void)buf_add_char(out, c);
}

static size_t
line_begin(const char *text, size_t at)
{
	while (at > 0 && text[at - 1] != '\n')
		at--;
	return at;
}

static size_t
line_end(const char *text, size_t size, size_t at)
{
	const char *end = memchr(text + at, '\n', size - at);
	size_t last = end != NULL ? (size_t)(end - text) : size;

	return last > at && text[last - 1] == '\r' ? last - 1 : last;
}

void
location_show(struct buf *out, const char *text, size_t size, struct span at)
{
	size_t begin = line_begin(text, at.offset);
	size_t end = line_end(text, size, at.offset);
	size_t before = columns(text + begin, at.offset - begin);
	size_t width = columns(text + at.offset,
		at.size < end - at.offset ? at.size : end - at.offset);
	bool is_long = columns(text + begin, end - begin) > SHOWN_MAX;
	size_t from = is_long && before > BEFORE_MAX ? before - BEFORE_MAX : 0;
	bool goes_on = is_long &&
		       columns(text + begin, end - begin) - from > SHOWN_MAX;
	unsigned line, column;

	text_place(text, at.offset, &line, &column);
	(void)buf_add_format(out, "%4u | %s", line, from > 0 ? "..." : "");
	add_columns(out, text + begin, end - begin, from, from + SHOWN_MAX);
	(void)buf_add_format(out, "%s\n     | ", goes_on ? "..." : "");
	add_many(out, ' ', before - from + (from > 0 ? 3 : 0));
	(void)buf_add_char(out, '^');
	if (width > SHOWN_MAX - (before - from))
		width = SHOWN_MAX - (before - from);
	add_many(out, '~', width > 0 ? width - 1 : 0);
	(void)buf_add_char(out, '\n');
}

size_t
location_offset(const char *text, size_t size, unsigned line, unsigned column)
{
	size_t at = 0;
	size_t end;

	for (; line > 1; line--) {
		const char *next = memchr(text + at, '\n', size - at);

		if (next == NULL)
			return size;
		at = (size_t)(next - text) + 1;
	}
	end = line_end(text, size, at);
	return column - 1 < end - at ? at + column - 1 : end;
}
