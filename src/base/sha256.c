#include "base/sha256.h"

#include <string.h>

enum { BLOCK_SIZE = 64, ROUNDS = 64, WORDS = 8 };

static const uint32_t constants[ROUNDS] = {0x428a2f98, 0x71374491, 0xb5c0fbcf,
	0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
	0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7,
	0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
	0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
	0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
	0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e,
	0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
	0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c,
	0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee,
	0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
	0xc67178f2};

static uint32_t
rotate(uint32_t word, unsigned bits)
{
	return word >> bits | word << (32 - bits);
}

static void
write_number(uint8_t *to, uint64_t value, size_t bytes)
{
	for (size_t i = bytes; i-- > 0; value >>= 8)
		to[i] = (uint8_t)value;
}

/* Extends a block to the words of all rounds. */
static void
schedule(const uint8_t block[BLOCK_SIZE], uint32_t w[ROUNDS])
{
	for (size_t i = 0; i < 16; i++)
		w[i] = (uint32_t)block[4 * i] << 24 |
		       (uint32_t)block[4 * i + 1] << 16 |
		       (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
	for (size_t i = 16; i < ROUNDS; i++) {
		uint32_t a = w[i - 15];
		uint32_t b = w[i - 2];

		w[i] = w[i - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) +
		       w[i - 7] + (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
	}
}

static void
compress(uint32_t state[WORDS], const uint8_t block[BLOCK_SIZE])
{
	uint32_t w[ROUNDS];
	uint32_t s[WORDS];

	schedule(block, w);
	memcpy(s, state, sizeof(s));
	for (size_t i = 0; i < ROUNDS; i++) {
		uint32_t first = s[7] +
				 (rotate(s[4], 6) ^ rotate(s[4], 11) ^
					 rotate(s[4], 25)) +
				 ((s[4] & s[5]) ^ (~s[4] & s[6])) +
				 constants[i] + w[i];
		uint32_t second =
			(rotate(s[0], 2) ^ rotate(s[0], 13) ^
				rotate(s[0], 22)) +
			((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));

		memmove(s + 1, s, (WORDS - 1) * sizeof(s[0]));
		s[4] += first;
		s[0] = first + second;
	}
	for (size_t i = 0; i < WORDS; i++)
		state[i] += s[i];
}

void
sha256(const void *bytes, size_t size, uint8_t digest[SHA256_SIZE])
{
	uint32_t state[WORDS] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
		0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
	const uint8_t *at = bytes;
	size_t left = size;
	uint8_t last[2 * BLOCK_SIZE] = {0};
	size_t padded;

	for (; left >= BLOCK_SIZE; at += BLOCK_SIZE, left -= BLOCK_SIZE)
		compress(state, at);
	memcpy(last, at, left);
	last[left] = 0x80;
	padded = left + 1 + sizeof(uint64_t) <= BLOCK_SIZE ? BLOCK_SIZE
							   : 2 * BLOCK_SIZE;
	write_number(last + padded - sizeof(uint64_t), (uint64_t)size * 8,
		sizeof(uint64_t));
	for (size_t i = 0; i < padded; i += BLOCK_SIZE)
		compress(state, last + i);
	for (size_t i = 0; i < WORDS; i++)
		write_number(digest + 4 * i, state[i], 4);
}

bool
sha256_equal(const uint8_t one[SHA256_SIZE], const uint8_t other[SHA256_SIZE])
{
	volatile uint8_t difference = 0;

	for (size_t i = 0; i < SHA256_SIZE; i++)
		difference |= one[i] ^ other[i];
	return difference == 0;
}
