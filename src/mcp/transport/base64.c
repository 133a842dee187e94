#include "mcp/transport/base64.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
			       "abcdefghijklmnopqrstuvwxyz0123456789+/";

/* Three bytes, of which `count` are there, as four characters. */
static void
encode_group(const unsigned char *bytes, size_t count, char out[4])
{
	uint32_t bits = (uint32_t)bytes[0] << 16;

	if (count > 1)
		bits |= (uint32_t)bytes[1] << 8;
	if (count > 2)
		bits |= bytes[2];
	for (size_t i = 0; i < 4; i++)
		out[i] = i <= count ? alphabet[bits >> (18 - 6 * i) & 63] : '=';
}

char *
base64_encode(const void *bytes, size_t size)
{
	const unsigned char *from = bytes;
	char *text = mem_new((size + 2) / 3 * 4 + 1);
	char *out = text;

	for (size_t at = 0; at < size; at += 3, out += 4)
		encode_group(from + at, size - at < 3 ? size - at : 3, out);
	return text;
}

/* The bits of four characters and how many bytes they are; 0 if they are no
 * encoding. */
static size_t
decode_group(const char in[4], uint32_t *bits)
{
	size_t count = 3;

	*bits = 0;
	if (in[3] == '=')
		count = in[2] == '=' ? 1 : 2;
	for (size_t i = 0; i < 4; i++) {
		const char *place = i <= count && in[i] != '\0'
					    ? strchr(alphabet, in[i])
					    : alphabet;

		if (place == NULL || (i <= count && in[i] == '\0'))
			return 0;
		*bits = *bits << 6 | (uint32_t)(place - alphabet);
	}
	/* Bits behind the last byte: another text of the same bytes. */
	return (*bits & (0xffffffU >> (8 * count)) & 0xffffff) == 0 ? count : 0;
}

char *
base64_decode(const char *text, size_t *size)
{
	size_t length = strlen(text);
	DROP(text) char *bytes = mem_new(length / 4 * 3 + 1);

	*size = 0;
	if (length % 4 != 0)
		return NULL;
	for (size_t at = 0; at < length; at += 4) {
		uint32_t bits;
		size_t count = decode_group(text + at, &bits);

		if (count == 0 || (count < 3 && at + 4 < length))
			return NULL;
		for (size_t i = 0; i < count; i++)
			bytes[(*size)++] = (char)(bits >> (16 - 8 * i) & 255);
	}
	return TAKE(bytes);
}
