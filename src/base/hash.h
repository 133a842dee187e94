#ifndef BASE_HASH_H
#define BASE_HASH_H

/*
 * Hashes of bytes (FNV-1a, 64 bits), for two uses.
 */

#include <stddef.h>
#include <stdint.h>

/*
 * For tables in memory of bytes that a client may have chosen: it begins at a
 * number that the kernel drew for this process, so that nobody can send names
 * that all collide.
 */
uint64_t hash_bytes(const void *bytes, size_t size);

enum { HASH_TEXT_SIZE = 17 };

/*
 * The same on every machine and in every version, as 16 hexadecimal digits: it
 * is kept and compared with later ones. Not for texts that somebody might
 * forge.
 */
void hash_text(const void *bytes, size_t size, char text[HASH_TEXT_SIZE]);

#endif
