#ifndef BASE_SHA256_H
#define BASE_SHA256_H

/*
 * SHA-256 (FIPS 180-4) of short texts. A token is kept as its digest, so that
 * who reads the database cannot use it.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SHA256_SIZE = 32 };

void sha256(const void *bytes, size_t size, uint8_t digest[SHA256_SIZE]);

/* Returns whether two digests are equal, in a time that does not depend on
 * where they differ. */
bool sha256_equal(
	const uint8_t one[SHA256_SIZE], const uint8_t other[SHA256_SIZE]);

#endif
