#ifndef WORKER_CONSTRAINTS_OPERATION_H
#define WORKER_CONSTRAINTS_OPERATION_H

/* Propagates each operation between the domain of its expression and those of
 * its arguments.
 */

#include "worker/constraints/domain.h"

/* Restricts the expression by its arguments and these by it. The expression
 * must have arguments. Returns false if one of them has no value left. */
bool operation_propagate(struct propagator *p, uint32_t x);

#endif
