#ifndef SOLVER_GRID_H
#define SOLVER_GRID_H

/*
 * A function applied to all arguments that it can be given, where they are few
 * (solver/domain.h): f(false, red), f(true, red), ...
 */

#include <stdbool.h>
#include <z3.h>

struct grid {
	Z3_context c;
	Z3_func_decl function;
	unsigned arity;
	unsigned points; /* in all */
	Z3_ast_vector *domains;
	unsigned *at; /* of each the one whose turn it is */
};

/* Begins with the first point; false if there are more than `most`. With the
 * elements that the model has of declared sorts; NULL: they have none. */
bool grid_begin(struct grid *g, Z3_context c, Z3_model m, Z3_func_decl function,
	unsigned most);

/* The application at this point. */
Z3_ast grid_term(const struct grid *g);

/* False when all have had their turn. */
bool grid_next(struct grid *g);

void grid_release(struct grid *g);

#endif
