#include "unit/unit.h"

#include "mcp/session/siphash.h"

/* The vectors of the authors: key 00 01 .. 0f, the text 00 01 .. (size - 1). */
static uint64_t
hash_of(size_t size)
{
	unsigned char bytes[64];
	unsigned char key[SIPHASH_KEY_SIZE];

	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (unsigned char)i;
	for (size_t i = 0; i < sizeof(key); i++)
		key[i] = (unsigned char)i;
	return siphash(key, bytes, size);
}

TEST(gives_the_published_values)
{
	assert_int_equal(hash_of(0), UINT64_C(0x726fdb47dd0e0e31));
	assert_int_equal(hash_of(1), UINT64_C(0x74f839c593dc67fd));
	assert_int_equal(hash_of(7), UINT64_C(0xab0200f58b01d137));
	assert_int_equal(hash_of(8), UINT64_C(0x93f5f5799a932462));
	assert_int_equal(hash_of(15), UINT64_C(0xa129ca6149be45e5));
	assert_int_equal(hash_of(63), UINT64_C(0x958a324ceb064572));
}

TEST(depends_on_every_bit_of_the_key)
{
	unsigned char key[SIPHASH_KEY_SIZE] = {0};
	uint64_t plain = siphash(key, "text", 4);

	for (size_t bit = 0; bit < sizeof(key) * 8; bit++) {
		key[bit / 8] ^= (unsigned char)(1 << bit % 8);
		assert_int_not_equal(siphash(key, "text", 4), plain);
		key[bit / 8] ^= (unsigned char)(1 << bit % 8);
	}
}
