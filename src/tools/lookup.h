#ifndef TOOLS_LOOKUP_H
#define TOOLS_LOOKUP_H

/*
 * A function of a solution that is a long table, (ite (= x!0 1) 5 (ite ...)),
 * as one that looks its arguments up in an array. libz3 4.8.12 evaluates that
 * at once; a recursive function of hundreds of cases it does not evaluate at
 * all.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "tools/source.h"

/* Appends that definition in the place of the one of this number. False, and
 * nothing is appended: it is no such table, or a short one. */
bool lookup_write(const struct source *s, size_t number, struct buf *out);

#endif
