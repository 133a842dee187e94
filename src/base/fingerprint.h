#ifndef BASE_FINGERPRINT_H
#define BASE_FINGERPRINT_H

/*
 * A fingerprint of a text (FNV-1a, 64 bits) that is the same on every machine
 * and in every version: it is kept and compared with later ones. Not for
 * texts that somebody would forge.
 */

#include <stddef.h>
#include <stdint.h>

uint64_t fingerprint(const void *bytes, size_t size);

enum { FINGERPRINT_SIZE = 17 };

/* As 16 hexadecimal digits. */
void fingerprint_text(uint64_t hash, char text[FINGERPRINT_SIZE]);

#endif
