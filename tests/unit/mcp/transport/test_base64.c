/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

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

static void
encodes_as_the_standard_says(void **state)
{
	(void)state;
	for (size_t i = 0; i < PAIR_COUNT; i++) {
		char *text = base64_encode(pairs[i][0], strlen(pairs[i][0]));

		assert_string_equal(text, pairs[i][1]);
		free(text);
	}
}

static void
decodes_what_was_encoded(void **state)
{
	(void)state;
	for (size_t i = 0; i < PAIR_COUNT; i++) {
		size_t size;
		char *bytes = base64_decode(pairs[i][1], &size);

		assert_string_equal(bytes, pairs[i][0]);
		assert_int_equal(size, strlen(pairs[i][0]));
		free(bytes);
	}
}

static void
brings_every_byte_back(void **state)
{
	unsigned char all[256];
	char *text;
	char *bytes;
	size_t size;

	(void)state;
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

static void
refuses_what_is_no_encoding(void **state)
{
	(void)state;
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
static void
refuses_bits_behind_the_last_byte(void **state)
{
	(void)state;
	refuses("Zh==");
	refuses("Zm9=");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(encodes_as_the_standard_says),
		cmocka_unit_test(decodes_what_was_encoded),
		cmocka_unit_test(brings_every_byte_back),
		cmocka_unit_test(refuses_what_is_no_encoding),
		cmocka_unit_test(refuses_bits_behind_the_last_byte),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
