#ifndef WORKER_PRINT_STRING_LITERAL_H
#define WORKER_PRINT_STRING_LITERAL_H

/*
 * Strings as libz3 prints them. It writes what is not printable as \u{1f600},
 * in small digits without leading zeros; 4.8.12 writes a backslash as itself,
 * so that the four characters of "\u{5c}u41" look like the escape of one.
 */

#include "base/buf.h"
#include "worker/base/libz3.h"

/* Appends the characters of a value of sort String; surrogates, for which
 * there is no UTF-8, as libz3 writes them. */
void string_literal_read(Z3_context c, Z3_ast value, struct buf *out);

/*
 * A copy of a text of libz3's, the caller's, in which string literals read
 * back as what they are: a backslash that would begin an escape is written as
 * one. What looks like an escape of libz3's own is taken for one.
 */
char *string_literal_reread(const char *text);

#endif
