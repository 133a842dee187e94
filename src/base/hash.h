#ifndef BASE_HASH_H
#define BASE_HASH_H

/*
 * Hashes of bytes that a client may have chosen: they begin at a number that
 * the kernel drew for this process, so that nobody can send names that all
 * meet in one place.
 */

#include <stddef.h>
#include <stdint.h>

uint64_t hash_bytes(const void *bytes, size_t size);

#endif
