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
			"the byte 0x%02x is not UTF-8",
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

void
text_add_symbol(struct buf *out, const char *name)
{
	static const char simple[] = "abcdefghijklmnopqrstuvwxyz"
				     "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				     "0123456789~!@$%^&*_-+=<>.?/";
	bool is_simple = name[0] != '\0' &&
			 name[strspn(name, simple)] == '\0' &&
			 strchr("0123456789", name[0]) == NULL;

	buf_add_format(out, is_simple ? "%s" : "|%s|", name);
}
