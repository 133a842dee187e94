#include "mcp/session/siphash.h"

static uint64_t
rotate(uint64_t x, unsigned bits)
{
	return x << bits | x >> (64 - bits);
}

/* Up to eight bytes, the first one lowest. */
static uint64_t
read_word(const unsigned char *bytes, size_t count)
{
	uint64_t word = 0;

	for (size_t i = 0; i < count; i++)
		word |= (uint64_t)bytes[i] << (8 * i);
	return word;
}

static void
mix(uint64_t v[4], int rounds)
{
	while (rounds-- > 0) {
		v[0] += v[1];
		v[2] += v[3];
		v[1] = rotate(v[1], 13) ^ v[0];
		v[3] = rotate(v[3], 16) ^ v[2];
		v[0] = rotate(v[0], 32) + v[3];
		v[2] += v[1];
		v[3] = rotate(v[3], 21) ^ v[0];
		v[1] = rotate(v[1], 17) ^ v[2];
		v[2] = rotate(v[2], 32);
	}
}

static void
absorb(uint64_t v[4], uint64_t word)
{
	v[3] ^= word;
	mix(v, 2);
	v[0] ^= word;
}

uint64_t
siphash(const unsigned char key[SIPHASH_KEY_SIZE], const void *bytes,
	size_t size)
{
	const unsigned char *at = bytes;
	uint64_t low = read_word(key, 8);
	uint64_t high = read_word(key + 8, 8);
	uint64_t v[4] = {
		low ^ UINT64_C(0x736f6d6570736575),
		high ^ UINT64_C(0x646f72616e646f6d),
		low ^ UINT64_C(0x6c7967656e657261),
		high ^ UINT64_C(0x7465646279746573),
	};

	for (size_t left = size; left >= 8; left -= 8, at += 8)
		absorb(v, read_word(at, 8));
	absorb(v, (uint64_t)size << 56 | read_word(at, size % 8));
	v[2] ^= 255;
	mix(v, 4);
	return v[0] ^ v[1] ^ v[2] ^ v[3];
}
