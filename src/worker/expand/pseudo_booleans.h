#ifndef WORKER_EXPAND_PSEUDO_BOOLEANS_H
#define WORKER_EXPAND_PSEUDO_BOOLEANS_H

/*
 * A weighted sum of Booleans (worker/expand/weighted_sum.h) compared with a
 * number is a pseudo-Boolean constraint, for which libz3's SAT solver has a
 * theory of its own; as a sum it becomes adders of bits.
 *
 * A constant that is such a sum, as a total is, is replaced by it.
 */

#include <stddef.h>
#include <z3.h>

#include "worker/base/bound_propagation.h"
#include "worker/base/termset.h"

/* Zeroed to begin with. */
struct sum_definitions {
	struct termset constants;
	Z3_ast *sums; /* by their places */
	size_t capacity;
};

/* Assertions that have been simplified, whose bounds are known. */
void pseudo_booleans_replace(struct sum_definitions *d, Z3_context c,
	const struct bound_propagation *bounds, struct termset *assertions);

/* The same of a term beside them. */
Z3_ast pseudo_booleans_replace_further(const struct sum_definitions *d,
	Z3_context c, const struct bound_propagation *bounds, Z3_ast term);

/* Gives a model of the assertions the constants that they are without. */
void sum_definitions_complete(
	const struct sum_definitions *d, Z3_context c, Z3_model model);
void sum_definitions_release(struct sum_definitions *d);

#endif
