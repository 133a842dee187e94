#ifndef SOLVER_TABLE_H
#define SOLVER_TABLE_H

/*
 * The tables of functions in a solution, as they are written.
 */

#include <z3.h>

#include "base/buf.h"

/* An entry with a reference to it, which the caller drops. */
Z3_func_entry table_entry(Z3_context c, Z3_func_interp table, unsigned number);

/* Gives a model the table that another one has for `source`, if it has none for
 * `decl` so far. */
void table_copy(Z3_context c, Z3_model from, Z3_func_decl source, Z3_model to,
	Z3_func_decl decl);

/* Appends a term on one line: what it is for is a comment. */
void table_add_term(Z3_context c, Z3_ast term, struct buf *out);

#endif
