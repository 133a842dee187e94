#include "unit/unit.h"

#include "base/fingerprint.h"

/* The values that the authors of FNV give. */
TEST(is_fnv_1a)
{
	assert_true(fingerprint("", 0) == UINT64_C(0xcbf29ce484222325));
	assert_true(fingerprint("a", 1) == UINT64_C(0xaf63dc4c8601ec8c));
	assert_true(fingerprint("foobar", 6) == UINT64_C(0x85944171f73967e8));
}

TEST(counts_bytes_with_the_high_bit_as_they_are)
{
	assert_true(fingerprint("\xff", 1) != fingerprint("\x7f", 1));
	assert_true(fingerprint("\xff", 1) == UINT64_C(0xaf64724c8602eb6e));
}

TEST(is_written_with_all_its_zeros)
{
	char text[FINGERPRINT_SIZE];

	fingerprint_text(0x2a, text);
	assert_string_equal(text, "000000000000002a");
	fingerprint_text(UINT64_MAX, text);
	assert_string_equal(text, "ffffffffffffffff");
}
