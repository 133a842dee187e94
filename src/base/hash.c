#include "base/hash.h"

#include <string.h>
#include <sys/auxv.h>

/* FNV-1a, and a finish that spreads it over all bits. */
uint64_t
hash_bytes(const void *bytes, size_t size)
{
	/* 16 bytes, or NULL. NOLINTNEXTLINE(performance-no-int-to-ptr) */
	const void *random = (const void *)getauxval(AT_RANDOM);
	const unsigned char *at = bytes;
	uint64_t hash = 0xcbf29ce484222325;

	if (random != NULL)
		memcpy(&hash, random, sizeof(hash));
	for (size_t i = 0; i < size; i++) {
		hash ^= at[i];
		hash *= 0x100000001b3;
	}
	hash ^= hash >> 32;
	hash *= 0x9e3779b97f4a7c15;
	return hash ^ hash >> 32;
}
