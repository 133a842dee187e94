#include "base/hash.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>

#define FNV_BASIS UINT64_C(0xcbf29ce484222325)

static uint64_t
add_bytes(uint64_t hash, const unsigned char *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		hash ^= bytes[i];
		hash *= UINT64_C(0x100000001b3);
	}
	return hash;
}

/* With a finish that spreads it over all bits. */
uint64_t
hash_bytes(const void *bytes, size_t size)
{
	static const void *random; /* 16 bytes, sought once */
	uint64_t hash = FNV_BASIS;

	if (random == NULL) /* NOLINTNEXTLINE(performance-no-int-to-ptr) */
		random = (const void *)getauxval(AT_RANDOM);
	if (random != NULL)
		memcpy(&hash, random, sizeof(hash));
	hash = add_bytes(hash, bytes, size);
	hash ^= hash >> 32;
	hash *= UINT64_C(0x9e3779b97f4a7c15);
	return hash ^ hash >> 32;
}

void
hash_text(const void *bytes, size_t size, char text[HASH_TEXT_SIZE])
{
	/* Of 16 digits, whatever the number. */
	(void)snprintf(text, HASH_TEXT_SIZE, "%016" PRIx64,
		add_bytes(FNV_BASIS, bytes, size));
}
