#ifndef WORKER_PRINT_FUNC_INTERP_H
#define WORKER_PRINT_FUNC_INTERP_H

/*
 * The tables of functions in a solution.
 */

#include <z3.h>

/* An entry with a reference to it, which the caller drops. */
Z3_func_entry func_interp_entry(
	Z3_context c, Z3_func_interp table, unsigned number);

/* Gives a model the table that another one has for `source`, if it has none for
 * `decl` so far. */
void func_interp_copy(Z3_context c, Z3_model from, Z3_func_decl source,
	Z3_model to, Z3_func_decl decl);

#endif
