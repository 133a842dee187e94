#include "advice/message/location.h"

#include <ctype.h>
#include <string.h>

#include "base/alloc.h"
#include "base/utf8.h"
#include "smt/text/lexer.h"

/* Of a line, in bytes: what is shown, and how much of it before the caret. */
enum { SHOWN_MAX = 100, BEFORE_MAX = 60 };

void
location_name(struct buf *out, const struct advice_place *where)
{
	if (where->what != NULL) {
		buf_add_char(out, (char)toupper((unsigned char)where->what[0]));
		buf_add_text(out, where->what + 1);
		return;
	}
	buf_add_format(out, "Item %td", where->index);
	if (where->name != NULL)
		buf_add_format(out, " \"%s\"", where->name);
}

/* As it is shown, the caller's: a tab as a blank. */
static char *
show(const char *text, size_t size)
{
	DROP(text) char *copy = utf8_repair(text, size, NULL);

	for (char *tab = copy; (tab = strchr(tab, '\t')) != NULL;)
		*tab = ' ';
	return sanitize_text(copy);
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
	const char *before = memrchr(text, '\n', at.offset);
	size_t from = before != NULL ? (size_t)(before - text) + 1 : 0;
	size_t end = line_end(text, size, at.offset);
	bool is_cut = end - from > SHOWN_MAX && at.offset - from > BEFORE_MAX;
	DROP(text) char *head = NULL;
	DROP(text) char *token = NULL;
	DROP(text) char *tail = NULL;
	unsigned line, column;
	size_t to, middle;

	if (is_cut)
		from = at.offset - BEFORE_MAX;
	/* To the beginning of a character. Bytes that are none can go on up to
	 * the caret and beyond. */
	while (is_cut && from < at.offset && (text[from] & 0xc0) == 0x80)
		from++;
	to = from + utf8_cut(text + from, end - from, SHOWN_MAX);
	if (to < at.offset)
		to = at.offset;
	middle = at.size < to - at.offset ? at.offset + at.size : to;
	head = show(text + from, at.offset - from);
	token = show(text + at.offset, middle - at.offset);
	tail = show(text + middle, to - middle);
	text_place(text, at.offset, &line, &column);
	buf_add_format(out, "%4u | %s%s%s%s%s\n     | %*s^", line,
		is_cut ? "..." : "", head, token, tail, to < end ? "..." : "",
		(int)utf8_count(head, strlen(head)) + (is_cut ? 3 : 0), "");
	for (size_t i = utf8_count(token, strlen(token)); i > 1; i--)
		buf_add_char(out, '~');
	buf_add_char(out, '\n');
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
