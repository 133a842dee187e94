#include "base/utf8.h"

#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"

static bool
is_continuation(char byte)
{
	return ((unsigned char)byte & 0xc0) == 0x80;
}

/*
 * Looks at the character at `text`; size > 0. *used is the number of its
 * bytes, or, when there is none (false), of those that one U+FFFD stands for.
 * The second byte makes no overlong form, no surrogate and nothing past
 * U+10FFFF (table 3-7 of the Unicode standard).
 */
static bool
decode(const char *text, size_t size, size_t *used)
{
	unsigned char lead = (unsigned char)text[0];
	unsigned char low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
	unsigned char high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
	size_t length = lead < 0x80    ? 1
			: lead < 0xc2  ? 0
			: lead < 0xe0  ? 2
			: lead < 0xf0  ? 3
			: lead <= 0xf4 ? 4
				       : 0;
	size_t i = 1;

	if (length > 1 && size > 1 && (unsigned char)text[1] >= low &&
		(unsigned char)text[1] <= high) {
		i++;
		while (i < length && i < size && is_continuation(text[i]))
			i++;
	}
	*used = i;
	return i == length;
}

/* Size of the valid beginning; *used as by decode for what ends it. */
static size_t
valid_size(const char *text, size_t size, size_t *used)
{
	size_t at = 0;
	uint64_t word;

	while (at < size) {
		/* ASCII, in whole words. */
		for (; at + sizeof(word) <= size; at += sizeof(word)) {
			memcpy(&word, text + at, sizeof(word));
			if ((word & UINT64_C(0x8080808080808080)) != 0)
				break;
		}
		if (at == size || !decode(text + at, size - at, used))
			break;
		at += *used;
	}
	return at;
}

bool
utf8_check(const char *text, size_t size, size_t *bad_at)
{
	size_t used = 0;
	size_t at = valid_size(text, size, &used);

	if (at == size)
		return true;
	if (bad_at != NULL)
		*bad_at = at;
	return false;
}

char *
utf8_repair(const char *text, size_t size, size_t *out_size)
{
	DROP(buf) struct buf out;
	size_t at = 0;

	buf_init(&out, SIZE_MAX / 2); /* three times `size` at most */
	while (at < size) {
		size_t used = 0;
		size_t good = valid_size(text + at, size - at, &used);

		buf_add(&out, text + at, good); /* no ceiling to hit */
		at += good;
		if (at < size) {
			buf_add_text(&out, "\xef\xbf\xbd"); /* likewise */
			at += used;
		}
	}
	if (out_size != NULL)
		*out_size = out.size;
	return buf_detach(&out);
}

size_t
utf8_cut(const char *text, size_t size, size_t limit)
{
	if (size <= limit)
		return size;
	while (limit > 0 && is_continuation(text[limit]))
		limit--;
	return limit;
}

/* Bit 7 of a byte that is a continuation is set and bit 6 is not. */
size_t
utf8_count(const char *text, size_t size)
{
	const uint64_t high = UINT64_C(0x8080808080808080);
	size_t count = size;
	uint64_t word;

	for (; size >= sizeof(word); size -= sizeof(word)) {
		memcpy(&word, text, sizeof(word));
		if ((word & high) != 0)
			count -= (size_t)__builtin_popcountll(
				word & ~(word << 1) & high);
		text += sizeof(word);
	}
	while (size > 0)
		count -= is_continuation(text[--size]);
	return count;
}

/* --- sanitize ------------------------------------------------------------ */

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
	if (*at >= ' ' && *at < '\x7f') /* like nearly all */
		return 0;
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
sanitize_text(const char *text)
{
	size_t left = strlen(text);
	DROP(buf) struct buf out;

	buf_init(&out, SIZE_MAX / 2); /* eight times `left` at most */
	while (left > 0) {
		size_t found = sanitize_find(text, left);
		size_t used = found > 0 ? found : 1;
		unsigned c = (unsigned char)text[0];

		if (found > 1) /* 110xxxxx or 1110xxxx, then 10xxxxxx */
			c &= 0x7fU >> found;
		for (size_t i = 1; i < found; i++)
			c = c << 6 | ((unsigned char)text[i] & 0x3fU);
		if (found == 0 || c == '\n' || c == '\t')
			buf_add(&out, text, used); /* has room */
		else
			buf_add_format(&out, "\\u{%x}", c);
		text += used;
		left -= used;
	}
	return buf_detach(&out);
}
