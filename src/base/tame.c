#include "base/tame.h"

#include <stdbool.h>
#include <string.h>

#include "base/alloc.h"

/* By their first bytes, which are the same, and the range of the last one. */
static const struct {
	const char *first;
	unsigned char from;
	unsigned char to;
} ranges[] = {
	{"", 0x00, 0x1f}, {"", 0x7f, 0x7f},
	{"\xc2", 0x80, 0x9f}, /* U+0080: \x1b[ in one character, and so on */
	{"\xe2\x80", 0x8e, 0x8f}, /* U+200E: the marks of direction */
	{"\xe2\x80", 0xaa, 0xae}, /* U+202A: embeddings and overrides */
	{"\xe2\x81", 0xa6, 0xa9}, /* U+2066: isolates */
};

size_t
tame_find(const char *at, size_t size)
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

char *
tame_text(const char *text)
{
	char *tamed = text_copy(text);
	size_t left = strlen(text);
	char *to = tamed;

	while (left > 0) {
		size_t found = tame_find(text, left);
		size_t used = found > 0 ? found : 1;
		bool stays = found == 0 || *text == '\n' || *text == '\t';

		*to++ = '?';
		if (stays)
			to[-1] = *text;
		text += used;
		left -= used;
	}
	*to = '\0';
	return tamed;
}
