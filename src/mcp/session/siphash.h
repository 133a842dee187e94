#ifndef MCP_SESSION_SIPHASH_H
#define MCP_SESSION_SIPHASH_H

/*
 * SipHash-2-4 (Aumasson, Bernstein 2012): a short tag of a text that nobody
 * without the key can make.
 */

#include <stddef.h>
#include <stdint.h>

enum { SIPHASH_KEY_SIZE = 16 };

uint64_t siphash(const unsigned char key[SIPHASH_KEY_SIZE], const void *bytes,
	size_t size);

#endif
