#ifndef MODEL_ITEMS_LINE_BREAKS_H
#define MODEL_ITEMS_LINE_BREAKS_H

/*
 * Line breaks, for any reader: not only LF, since what render writes
 * around the lines of an item must not be forged for a reader who also knows
 * CR, VT, FF, NEL and Unicode's separators.
 */

#include <stddef.h>

/* Bytes of the line break that `text` begins with; 0 if it is none. */
size_t line_breaks_find(const char *text);

/*
 * A copy on the heap in which each run of line breaks and other control
 * characters, with the spaces around it, is one space; none at the ends.
 */
char *line_breaks_flatten(const char *text);

#endif
