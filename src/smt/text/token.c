#include "smt/text/token.h"

#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/utf8.h"

struct slice
token_name(const char *text, const struct token *t)
{
	if (t->kind == TOKEN_QUOTED)
		return (struct slice){text + t->offset + 1, t->length - 2};
	return (struct slice){text + t->offset, t->length};
}

struct slice
slice_of(const char *word)
{
	return (struct slice){word, strlen(word)};
}

bool
slice_equals(struct slice a, struct slice b)
{
	return a.length == b.length &&
	       (a.length == 0 || memcmp(a.start, b.start, a.length) == 0);
}

bool
slice_is(struct slice s, const char *word)
{
	return slice_equals(s, slice_of(word));
}

bool
token_is_symbol(const struct token *t)
{
	return t->kind == TOKEN_SYMBOL || t->kind == TOKEN_QUOTED;
}

bool
token_is(const char *text, const struct token *t, const char *name)
{
	return (token_is_symbol(t) || t->kind == TOKEN_KEYWORD) &&
	       slice_is(token_name(text, t), name);
}

char *
token_string(const char *text, const struct token *t)
{
	char *copy = text_copy_n(text + t->offset + 1, t->length - 2);
	char *to = copy;

	assert(t->kind == TOKEN_STRING);
	for (const char *from = copy; *from != '\0'; from++) {
		*to++ = *from;
		if (*from == '"')
			from++;
	}
	*to = '\0';
	return copy;
}

size_t
token_number(const char *text, const struct token *t)
{
	size_t value = 0;

	assert(t->kind == TOKEN_NUMERAL);
	for (size_t i = 0; i < t->length; i++) {
		unsigned digit = (unsigned char)text[t->offset + i] - '0';

		if (digit > 9 || value > (SIZE_MAX - digit) / 10)
			return SIZE_MAX;
		value = value * 10 + digit;
	}
	return value;
}

bool
diagnostic_at(struct diagnostic *fault, enum diagnostic_kind kind,
	const struct token *t, const char *format, ...)
{
	va_list arguments;

	fault->kind = kind;
	fault->offset = t->offset;
	fault->length = t->length;
	fault->line = t->line;
	fault->column = t->column;
	va_start(arguments, format);
	/* Longer than DIAGNOSTIC_WHAT_MAX is cut; callers show words cut short.
	 */
	(void)vsnprintf(fault->what, sizeof(fault->what), format, arguments);
	va_end(arguments);
	return false;
}

/* --- text ---------------------------------------------------------------- */

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
