#ifndef TOOLS_CALL_DATA_TABLES_H
#define TOOLS_CALL_DATA_TABLES_H

/*
 * Tables of data that the solver completes, in one piece. Where a value is null
 * in `data`, the solution has a function NAME!open of these places alone; a
 * person wants to read all of NAME.
 */

#include "base/buf.h"

struct model;
struct values;

/* As values_add_lines. `m` has the data, and may be NULL. */
void data_tables_add_lines(
	const struct model *m, const struct values *values, struct buf *text);

#endif
