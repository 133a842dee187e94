#ifndef TOOLS_SOLUTION_TABLE_AS_ARRAY_H
#define TOOLS_SOLUTION_TABLE_AS_ARRAY_H

/*
 * A function of a solution that is a long table, (ite (= x!0 1) 5 (ite ...)),
 * as one that looks its arguments up in an array. libz3 4.8.12 evaluates that
 * at once; a recursive function of hundreds of cases it does not evaluate at
 * all.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "tools/solution/parsed_text.h"

/* Appends that definition in the place of the one of this number. False, and
 * nothing is appended: it is no such table, or a short one. */
bool table_as_array_write(
	const struct parsed_text *s, size_t number, struct buf *out);

#endif
