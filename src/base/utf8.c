/*
 * Table 3-7 of the Unicode standard: which lead bytes there are, and what may
 * come second. Every later byte is 80..bf.
 */
#include "base/utf8.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"

static const struct lead {
	unsigned char first, last;
	unsigned char size;
	unsigned char second_low, second_high;
} leads[] = {
	{0x00, 0x7f, 1, 0, 0}, {0xc2, 0xdf, 2, 0x80, 0xbf},
	{0xe0, 0xe0, 3, 0xa0, 0xbf}, /* below: overlong */
	{0xe1, 0xec, 3, 0x80, 0xbf},
	{0xed, 0xed, 3, 0x80, 0x9f}, /* above: surrogates */
	{0xee, 0xef, 3, 0x80, 0xbf},
	{0xf0, 0xf0, 4, 0x90, 0xbf}, /* below: overlong */
	{0xf1, 0xf3, 4, 0x80, 0xbf},
	{0xf4, 0xf4, 4, 0x80, 0x8f}, /* above: past U+10FFFF */
};

static const struct lead *
find_lead(unsigned char byte)
{
	for (size_t i = 0; i < sizeof(leads) / sizeof(leads[0]); i++) {
		if (byte >= leads[i].first && byte <= leads[i].last)
			return &leads[i];
	}
	return NULL;
}

/*
 * Looks at the character at `text`; size > 0. *used is the number of its
 * bytes, or, when there is none (false), of those that one U+FFFD stands for.
 */
static bool
step(const unsigned char *text, size_t size, size_t *used)
{
	const struct lead *lead = find_lead(text[0]);
	size_t i;

	*used = 1;
	if (lead == NULL)
		return false;
	for (i = 1; i < lead->size; i++) {
		unsigned char low = i == 1 ? lead->second_low : 0x80;
		unsigned char high = i == 1 ? lead->second_high : 0xbf;

		if (i >= size || text[i] < low || text[i] > high)
			break;
	}
	*used = i;
	return i == lead->size;
}

/* Number of ASCII bytes at the beginning, in whole words of eight. */
static size_t
skip_ascii(const unsigned char *text, size_t size)
{
	size_t at = 0;
	uint64_t word;

	for (; at + sizeof(word) <= size; at += sizeof(word)) {
		memcpy(&word, text + at, sizeof(word));
		if ((word & UINT64_C(0x8080808080808080)) != 0)
			break;
	}
	return at;
}

/* Size of the valid beginning; *used as by step for what ends it. */
static size_t
valid_size(const unsigned char *text, size_t size, size_t *used)
{
	size_t at = 0;

	while (at < size) {
		if (text[at] < 0x80)
			at += skip_ascii(text + at, size - at);
		if (at == size)
			break;
		if (!step(text + at, size - at, used))
			break;
		at += *used;
	}
	return at;
}

bool
utf8_check(const char *text, size_t size, size_t *bad_at)
{
	size_t used = 0;
	size_t at = valid_size((const unsigned char *)text, size, &used);

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
		const char *rest = text + at;
		size_t used = 0;
		size_t good = valid_size(
			(const unsigned char *)rest, size - at, &used);

		(void)buf_add(&out, rest, good); /* no ceiling to hit */
		at += good;
		if (at < size) {
			(void)buf_add_text(&out, "\xef\xbf\xbd"); /* likewise */
			at += used;
		}
	}
	if (out_size != NULL)
		*out_size = out.size;
	return buf_take(&out);
}

static bool
is_continuation(char byte)
{
	return ((unsigned char)byte & 0xc0) == 0x80;
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

size_t
utf8_count(const char *text, size_t size)
{
	size_t count = 0;

	for (size_t i = 0; i < size; i++)
		count += !is_continuation(text[i]);
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
