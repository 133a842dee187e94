#ifndef WORKER_EXPAND_FAMILIES_H
#define WORKER_EXPAND_FAMILIES_H

/*
 * A function whose applications all have known arguments is a family of
 * constants: each application is one. So a solver that knows no functions can
 * decide them; its solution is one of constants, and is written back as
 * functions.
 */

#include <stdbool.h>
#include <stddef.h>
#include <z3.h>

#include "worker/base/termset.h"

/* Zeroed to begin with; of one problem. */
struct families {
	struct termset applications;
	struct termset constants; /* in their place */
};

/*
 * The terms without applications of functions. False if some application has an
 * argument that may be anything.
 */
bool families_replace(struct families *f, Z3_context c, const Z3_ast *terms,
	size_t count, Z3_ast *replaced);

/* The model with functions where it has constants of families; the model itself
 * if it has none. `f` may be NULL. */
Z3_model families_model(const struct families *f, Z3_context c, Z3_model model);

/* Whether the sort is an enumeration, all of whose values are constants. */
bool families_is_enumeration(Z3_context c, Z3_sort sort);

void families_drop(struct families *f); /* for DROP(families) */

#endif
