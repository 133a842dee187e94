#include "smt/text/text.h"

#include <string.h>

#include "base/utf8.h"
#include "smt/text/token.h"

bool
text_check(const char *text, size_t size, struct diagnostic *fault)
{
	struct token t = {.kind = TOKEN_END, .length = 1};
	const char *nul = memchr(text, '\0', size);
	size_t bad = size;

	if (nul != NULL)
		size = (size_t)(nul - text);
	if (!utf8_check(text, size, &bad)) {
		t.offset = bad;
		text_place(text, bad, &t.line, &t.column);
		return diagnostic_at(fault, DIAGNOSTIC_ENCODING, &t,
			"the byte 0x%02x is no UTF-8",
			(unsigned)(unsigned char)text[bad]);
	}
	if (nul == NULL)
		return true;
	t.offset = size;
	text_place(text, size, &t.line, &t.column);
	return diagnostic_at(fault, DIAGNOSTIC_ENCODING, &t, "a NUL character");
}

void
text_place(const char *text, size_t offset, unsigned *line, unsigned *column)
{
	*line = 1;
	*column = 1;
	for (size_t i = 0; i < offset; i++) {
		if (text[i] == '\n') {
			++*line;
			*column = 1;
		} else if ((text[i] & 0xc0) != 0x80) {
			++*column;
		}
	}
}

size_t
text_offset(const char *text, size_t size, unsigned line, unsigned column)
{
	size_t at = 0;

	for (; line > 1 && at < size; at++)
		line -= text[at] == '\n';
	while (at < size && text[at] != '\n' && column > 1) {
		at++;
		while (at < size && (text[at] & 0xc0) == 0x80)
			at++;
		column--;
	}
	return at;
}

static void
blank(char *text, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++)
		if (text[i] != '\n' && text[i] != '\r')
			text[i] = ' ';
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* The end of a fence's info string, "smt2" in ```smt2, when it has one. */
static size_t
end_of_info(const char *text, size_t at, size_t size)
{
	size_t end = at;

	while (end < size && text[end] != '\n' && text[end] != '(' &&
		text[end] != ';')
		end++;
	return end < size && text[end] == '\n' ? end : at;
}

void
text_unwrap(char *text, size_t size)
{
	size_t at = 0;
	size_t fence = 0;
	char mark = '\0';

	if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
		blank(text, 0, 3);
	while (at < size && is_blank(text[at]))
		at++;
	if (at < size)
		mark = text[at];
	while (at + fence < size && text[at + fence] == mark)
		fence++;
	if (mark != '`' && (mark != '~' || fence < 3))
		return;
	if (fence >= 3)
		blank(text, at, end_of_info(text, at + fence, size));
	blank(text, at, at + fence);
	while (size > at && is_blank(text[size - 1]))
		size--;
	for (; fence > 0 && size > at && text[size - 1] == mark; fence--)
		text[--size] = ' ';
}

void
text_add_symbol(struct buf *out, const char *name)
{
	static const char simple[] = "abcdefghijklmnopqrstuvwxyz"
				     "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				     "0123456789~!@$%^&*_-+=<>.?/";
	bool is_simple = name[0] != '\0' &&
			 name[strspn(name, simple)] == '\0' &&
			 strchr("0123456789", name[0]) == NULL;

	if (strcmp(name, "||") == 0)
		is_simple = true;
	buf_add_format(out, is_simple ? "%s" : "|%s|", name);
}
