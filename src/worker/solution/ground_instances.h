#ifndef WORKER_SOLUTION_GROUND_INSTANCES_H
#define WORKER_SOLUTION_GROUND_INSTANCES_H

/*
 * What the variables of a quantifier may stand for in a solution: those of
 * sorts that have few values (worker/print/sort_values.h) for each in turn, the
 * others for constants of which nothing is known.
 */

#include <stdbool.h>
#include <z3.h>

#include "worker/base/task.h"
#include "worker/print/cartesian_product.h"

struct ground_instances {
	struct cartesian_product grid; /* of the variables, innermost first */
	Z3_ast *variables;	       /* what each stands for */
	/* Some run through the elements of declared sorts. */
	bool has_elements;
	/* Some are constants; and some of those of a sort of which a solver
	 * might make up a value that the solution does not have. */
	bool has_constants, has_strangers;
};

/* Begins with the first of each. */
void ground_instances_begin(
	struct ground_instances *i, const struct task *t, Z3_ast quantifier);

/* False when all have had their turn. */
bool ground_instances_next(struct ground_instances *i);

void ground_instances_release(struct ground_instances *i);

#endif
