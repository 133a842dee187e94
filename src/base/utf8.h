#ifndef BASE_UTF8_H
#define BASE_UTF8_H

/*
 * UTF-8 as Unicode defines it: no overlong form, no surrogate, nothing above
 * U+10FFFF. A NUL is a character like any other; a caller that cannot have it
 * looks for it.
 */

#include <stdbool.h>
#include <stddef.h>

/*
 * Whether all of it is UTF-8. If not, *bad_at (may be NULL) is the offset of
 * the first byte that begins no character.
 */
bool utf8_check(const char *text, size_t size, size_t *bad_at);

/*
 * A copy, owned by the caller and NUL-terminated, in which U+FFFD stands for
 * each run of bytes that begins like a character and is not one: what browsers
 * and the SDKs do. *out_size (may be NULL) is its size.
 */
char *utf8_repair(const char *text, size_t size, size_t *out_size);

/*
 * The longest beginning of a valid text that has at most `limit` bytes and
 * cuts no character: its size.
 */
size_t utf8_cut(const char *text, size_t size, size_t limit);

/* Number of characters of a valid text. */
size_t utf8_count(const char *text, size_t size);

/*
 * What a terminal, or whatever else shows a text, would obey instead of
 * showing it: control characters, and those that turn the direction of what
 * follows them. Texts of clients hold such things by chance or by
 * malice; they are kept as they are, and escaped where a person looks at them.
 */

/* The size of the one that begins here; 0: none does. */
size_t sanitize_find(const char *at, size_t size);

/* A copy, owned by the caller, in which each is shown as in a string of
 * SMT-LIB, \u{202e}; line breaks and tabs stay. */
char *sanitize_text(const char *text);

#endif
