#include "unit/unit.h"

#include "base/sha256.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

static void
assert_digest(const char *text, size_t size, const char *wanted)
{
	uint8_t digest[SHA256_SIZE];
	char hexadecimal[2 * SHA256_SIZE + 1];

	sha256(text, size, digest);
	for (size_t i = 0; i < SHA256_SIZE; i++)
		(void)snprintf(hexadecimal + 2 * i, 3, "%02x", digest[i]);
	assert_string_equal(hexadecimal, wanted);
}

/* Those of FIPS 180-4 and NIST's CAVP. */
TEST(known_texts_have_their_digests)
{
	static const char two_blocks[] = "abcdbcdecdefdefgefghfghighijhijkijkl"
					 "jklmklmnlmnomnopnopq";

	assert_digest("", 0,
		"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852"
		"b855");
	assert_digest("abc", 3,
		"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f200"
		"15ad");
	assert_digest(two_blocks, strlen(two_blocks),
		"248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db"
		"06c1");
}

TEST(a_million_letters_have_their_digest)
{
	enum { COUNT = 1000000 };
	char *letters = mem_new(COUNT);

	memset(letters, 'a', COUNT);
	assert_digest(letters, COUNT,
		"cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc711"
		"2cd0");
	free(letters);
}

/* The padding goes into the last block, or needs one more. */
TEST(each_length_around_a_block_has_a_digest_of_its_own)
{
	char letters[130];
	uint8_t digests[sizeof(letters)][SHA256_SIZE];

	memset(letters, 'a', sizeof(letters));
	for (size_t size = 0; size < sizeof(letters); size++) {
		sha256(letters, size, digests[size]);
		for (size_t i = 0; i < size; i++)
			assert_false(sha256_equal(digests[i], digests[size]));
	}
	assert_digest(letters, 55,
		"9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f73"
		"4318");
	assert_digest(letters, 56,
		"b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6"
		"738a");
}

TEST(digests_are_equal_when_all_bytes_are)
{
	uint8_t one[SHA256_SIZE] = {1, 2, 3};
	uint8_t other[SHA256_SIZE] = {1, 2, 3};

	assert_true(sha256_equal(one, other));
	for (size_t i = 0; i < SHA256_SIZE; i++) {
		other[i] ^= 0x80;
		assert_false(sha256_equal(one, other));
		other[i] ^= 0x80;
	}
}
