#ifndef SMT_TEXT_TEXT_H
#define SMT_TEXT_TEXT_H

/*
 * A client's text at the door: bytes that are looked at once, here, so that
 * everything after it can rely on valid UTF-8 without a NUL.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "smt/text/diagnostic.h"

/* Valid UTF-8 (no overlong forms, no surrogates) without NUL, or a fault
 * ENCODING at the first byte that is not. */
bool text_check(const char *text, size_t size, struct diagnostic *fault);

/* Line and column (from 1, column in characters) of a byte of the text. */
void text_place(
	const char *text, size_t offset, unsigned *line, unsigned *column);

/* The byte at a line and column as text_place counts them; what does not
 * exist is the end of its line or of the text. */
size_t text_offset(
	const char *text, size_t size, unsigned line, unsigned column);

/* Appends a name as a symbol: |a b| where a b is not a simple one. */
void text_add_symbol(struct buf *out, const char *name);

#endif
