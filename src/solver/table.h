#ifndef SOLVER_TABLE_H
#define SOLVER_TABLE_H

/*
 * The tables of functions in a solution, as they are written.
 */

#include <z3.h>

#include "base/buf.h"

/* An entry with a reference to it, which the caller drops. */
Z3_func_entry table_entry(Z3_context c, Z3_func_interp table, unsigned number);

/* Appends a term on one line: what it is for is a comment. */
void table_add_term(Z3_context c, Z3_ast term, struct buf *out);

#endif
