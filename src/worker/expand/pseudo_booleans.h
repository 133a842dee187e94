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
#include "worker/expand/terms.h"

/* Assertions that have been simplified, whose bounds are known. */
void pseudo_booleans_replace(struct definitions *d, Z3_context c,
	const struct bound_propagation *bounds, struct termset *assertions);

/* The same of a term beside them. */
Z3_ast pseudo_booleans_replace_further(const struct definitions *d,
	Z3_context c, const struct bound_propagation *bounds, Z3_ast term);

#endif
