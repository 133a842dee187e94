#ifndef MCP_TRANSPORT_BASE64_H
#define MCP_TRANSPORT_BASE64_H

/*
 * Base64 of RFC 4648, the standard alphabet with its padding: for what is
 * opaque to a client and for data in URIs.
 */

#include <stddef.h>

/* Owned by the caller. */
char *base64_encode(const void *bytes, size_t size);

/*
 * What was encoded, NUL-terminated and owned by the caller; NULL when the text
 * is not the encoding of any bytes: exactly one text is that of given bytes.
 */
char *base64_decode(const char *text, size_t *size);

#endif
