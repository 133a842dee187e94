#include "unit/unit.h"

#include "mcp/transport/base64.h"

#include <stdlib.h>
#include <string.h>

/* The vectors of RFC 4648. */
static const char *const pairs[][2] = {
	{"", ""},
	{"f", "Zg=="},
	{"fo", "Zm8="},
	{"foo", "Zm9v"},
	{"foob", "Zm9vYg=="},
	{"fooba", "Zm9vYmE="},
	{"foobar", "Zm9vYmFy"},
};

enum { PAIR_COUNT = sizeof(pairs) / sizeof(pairs[0]) };

TEST(encodes_as_the_standard_says)
{
	for (size_t i = 0; i < PAIR_COUNT; i++) {
		char *text = base64_encode(pairs[i][0], strlen(pairs[i][0]));

		assert_string_equal(text, pairs[i][1]);
		free(text);
	}
}

TEST(decodes_what_was_encoded)
{
	for (size_t i = 0; i < PAIR_COUNT; i++) {
		size_t size;
		char *bytes = base64_decode(pairs[i][1], &size);

		assert_string_equal(bytes, pairs[i][0]);
		assert_int_equal(size, strlen(pairs[i][0]));
		free(bytes);
	}
}

TEST(brings_every_byte_back)
{
	unsigned char all[256];
	char *text;
	char *bytes;
	size_t size;

	for (size_t i = 0; i < sizeof(all); i++)
		all[i] = (unsigned char)i;
	text = base64_encode(all, sizeof(all));
	bytes = base64_decode(text, &size);
	assert_int_equal(size, sizeof(all));
	assert_memory_equal(bytes, all, sizeof(all));
	free(text);
	free(bytes);
}

static void
refuses(const char *text)
{
	size_t size;
	char *bytes = base64_decode(text, &size);

	if (bytes != NULL)
		print_error("decoded: %s\n", text);
	assert_null(bytes);
}

TEST(refuses_what_is_no_encoding)
{
	refuses("Z");
	refuses("Zg=");
	refuses("Zg==Zg==");
	refuses("Zm9-");
	refuses("Zm 9");
	refuses("=g==");
	refuses("Z===");
	refuses("====");
	refuses("Zg=v");
}

/* The same bytes would have several texts. */
TEST(refuses_bits_behind_the_last_byte)
{
	refuses("Zh==");
	refuses("Zm9=");
}
