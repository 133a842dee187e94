#include "base/sanitize.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"

/* By their first bytes, which are the same, and the range of the last one. */
static const struct {
	const char *first;
	unsigned char from;
	unsigned char to;
} ranges[] = {
	{"", 0x00, 0x1f}, {"", 0x7f, 0x7f},
	{"\xd8", 0x9c, 0x9c}, /* U+061C: the Arabic mark of direction */
	{"\xc2", 0x80, 0x9f}, /* U+0080: \x1b[ in one character, and so on */
	{"\xe2\x80", 0x8e, 0x8f}, /* U+200E: the marks of direction */
	{"\xe2\x80", 0xaa, 0xae}, /* U+202A: embeddings and overrides */
	{"\xe2\x81", 0xa6, 0xa9}, /* U+2066: isolates */
};

size_t
sanitize_find(const char *at, size_t size)
{
	for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
		size_t length = strlen(ranges[i].first);
		unsigned char last;

		if (length >= size || memcmp(at, ranges[i].first, length) != 0)
			continue;
		last = (unsigned char)at[length];
		if (last >= ranges[i].from && last <= ranges[i].to)
			return length + 1;
	}
	return 0;
}

size_t
sanitize_escape(const char *at, size_t found, char shown[SANITIZE_MAX])
{
	unsigned c = (unsigned char)at[0];

	if (found > 1) /* 110xxxxx or 1110xxxx, then 10xxxxxx */
		c &= 0x7fU >> found;
	for (size_t i = 1; i < found; i++)
		c = c << 6 | ((unsigned char)at[i] & 0x3fU);
	return (size_t)snprintf(shown, SANITIZE_MAX, "\\u{%x}", c);
}

char *
sanitize_text(const char *text)
{
	size_t left = strlen(text);
	DROP(buf) struct buf out;

	buf_init(&out, SIZE_MAX / 2); /* SANITIZE_MAX times `left` at most */
	while (left > 0) {
		size_t found = sanitize_find(text, left);
		size_t used = found > 0 ? found : 1;

		if (found == 0 || *text == '\n' || *text == '\t') {
			(void)buf_add(&out, text, used); /* has room */
		} else {
			char shown[SANITIZE_MAX];

			(void)buf_add(&out, shown,
				sanitize_escape(text, found, shown));
		}
		text += used;
		left -= used;
	}
	return buf_take(&out);
}
