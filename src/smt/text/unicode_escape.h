#ifndef SMT_TEXT_UNICODE_ESCAPE_H
#define SMT_TEXT_UNICODE_ESCAPE_H

/*
 * Characters outside of ASCII in string literals as SMT-LIB escapes:
 * "é" becomes "\u{e9}". libz3 4.8.12 reads the bytes of UTF-8 as characters
 * of their own, sign-extended, and has answered unsat for (= s "é").
 */

#include <stddef.h>

#include "base/buf.h"

/* Appends a piece of SMT-LIB that commands_split has accepted, escaped. */
void unicode_escape_add(struct buf *out, const char *text, size_t size);

/* The byte of the piece that stands at byte `at` of the escaped copy. */
size_t unicode_escape_decode(const char *text, size_t size, size_t at);

#endif
