#ifndef TOOLS_CALL_VALUE_TEXT_H
#define TOOLS_CALL_VALUE_TEXT_H

/*
 * Values of a solution (worker/print/value.h) as a person reads them: functions
 * and arrays as a vector, a grid or rows, names of enumerations without quotes,
 * a Real with its decimal, a bit-vector with its numbers. What is too long is
 * cut, and says so; the structured answer has it whole.
 */

#include "base/buf.h"

struct json_object;

/* `x = 5` and a line break; a grid has a line for each of its rows. `sort` is
 * the value's, or NULL. */
void value_text_add(const char *name, const struct json_object *value,
	const char *sort, struct buf *out);

/*
 * Functions and arrays over whole numbers that count on, from some size on, are
 * rows in the place of entries: {from: [1, 1], table: [[5, 3], [4, 2]], else}.
 */
void value_text_compact(struct json_object *values);

#endif
