#include "base/fingerprint.h"

#include <inttypes.h>
#include <stdio.h>

uint64_t
fingerprint(const void *bytes, size_t size)
{
	const unsigned char *at = bytes;
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < size; i++) {
		hash ^= at[i];
		hash *= UINT64_C(0x100000001b3);
	}
	return hash;
}

void
fingerprint_text(uint64_t hash, char text[FINGERPRINT_SIZE])
{
	/* Of 16 digits, whatever the number. */
	(void)snprintf(text, FINGERPRINT_SIZE, "%016" PRIx64, hash);
}
