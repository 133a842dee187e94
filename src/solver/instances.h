#ifndef SOLVER_INSTANCES_H
#define SOLVER_INSTANCES_H

/*
 * What the variables of a quantifier may stand for in a solution: those of
 * sorts that have few values (solver/domain.h) for each in turn, the others for
 * constants of which nothing is known.
 */

#include <stdbool.h>
#include <z3.h>

#include "solver/grid.h"
#include "solver/task.h"

struct instances {
	struct grid grid;  /* of the variables, innermost first */
	Z3_ast *variables; /* what each stands for */
	/* Some run through the elements of declared sorts. */
	bool has_elements;
	/* Some are constants; and some of those of a sort of which a solver
	 * might make up a value that the solution does not have. */
	bool has_constants, has_strangers;
};

/* Begins with the first of each. */
void instances_begin(
	struct instances *i, const struct task *t, Z3_ast quantifier);

/* False when all have had their turn. */
bool instances_next(struct instances *i);

void instances_release(struct instances *i);

#endif
