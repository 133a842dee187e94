#ifndef BASE_SANITIZE_H
#define BASE_SANITIZE_H

/*
 * What a terminal, or whatever else shows a text, would obey instead of
 * showing it: control characters, and those that turn the direction of what
 * follows them. Texts of clients hold such things by chance or by
 * malice; they are kept as they are, and escaped where a person looks at them.
 */

#include <stddef.h>

/* The size of the one that begins here; 0: none does. */
size_t sanitize_find(const char *at, size_t size);

/* How one of that size is shown: as in a string of SMT-LIB, \u{202e}. The
 * number of characters written. */
enum { SANITIZE_MAX = sizeof("\\u{202e}") };
size_t sanitize_escape(const char *at, size_t found, char shown[SANITIZE_MAX]);

/* A copy, owned by the caller, in which each of them is shown so; line breaks
 * and tabs stay. */
char *sanitize_text(const char *text);

#endif
