#include "worker/print/string_literal.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

enum {
	POINT_MAX = 0x2ffff, /* the last character of SMT-LIB */
};

static const char begin[] = "\\u{";

static void
add_code_point(struct buf *out, unsigned long point)
{
	static const unsigned char leads[] = {0, 0xc0, 0xe0, 0xf0};
	int more = (point >= 0x80) + (point >= 0x800) + (point >= 0x10000);

	buf_add_char(out, (char)(leads[more] | point >> 6 * more));
	while (more-- > 0)
		buf_add_char(out, (char)(0x80 | (point >> 6 * more & 0x3f)));
}

/* The code point of an escape of libz3's at `at`; *length is that of the
 * escape, 0 if it is none. */
static unsigned long
escape_at(const char *at, size_t *length)
{
	const char *digits = at + strlen(begin);
	unsigned long point;
	char *end;
	bool is_printed;

	*length = 0;
	if (strncmp(at, begin, strlen(begin)) != 0 ||
		!isxdigit((unsigned char)*digits))
		return 0;
	point = strtoul(digits, &end, 16);
	if (*end != '}' || point > POINT_MAX ||
		(*digits == '0' && end - digits > 1))
		return 0;
	for (const char *digit = digits; digit < end; digit++) {
		if (isupper((unsigned char)*digit))
			return 0;
	}
	/* Newer ones escape the backslash, too. */
	is_printed = point >= 0x20 && point < 0x7f && point != '\\';
	if (!is_printed)
		*length = (size_t)(end - at) + 1;
	return point;
}

void
string_literal_read(Z3_context c, Z3_ast value, struct buf *out)
{
	const char *at = Z3_get_string(c, value);

	while (*at != '\0') {
		size_t length;
		unsigned long point = escape_at(at, &length);

		if (length == 0)
			buf_add_char(out, *at++);
		else if (point >= 0xd800 && point < 0xe000)
			buf_add(out, at, length);
		else
			add_code_point(out, point);
		at += length;
	}
}

/* --- reading back --------------------------------------------------------- */

/* Whether SMT-LIB reads what begins with this backslash as an escape, which
 * libz3 would not have written so. */
static bool
is_ambiguous(const char *at)
{
	size_t length;

	(void)escape_at(at, &length);
	return length == 0 && at[1] == 'u' &&
	       (at[2] == '{' || isxdigit((unsigned char)at[2]));
}

char *
string_literal_reread(const char *text)
{
	DROP(buf) struct buf out;
	char quote = '\0';

	buf_init(&out, SIZE_MAX / 2);
	for (; *text != '\0'; text++) {
		if (quote != '\0')
			quote = *text == quote ? '\0' : quote;
		else if (*text == '"' || *text == '|')
			quote = *text;
		if (quote == '"' && *text == '\\' && is_ambiguous(text))
			buf_add_text(&out, "\\u{5c}");
		else
			buf_add_char(&out, *text);
	}
	return buf_detach(&out);
}
