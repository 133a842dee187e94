#ifndef WORKER_OPTIMIZE_OPTIMIZER_H
#define WORKER_OPTIMIZE_OPTIMIZER_H

/*
 * Asks libz3's optimizer for the best value on behalf of other strategies. It
 * is a strategy itself, too.
 */

#include <stdbool.h>

#include "worker/base/task.h"
#include "worker/optimize/objective.h"

/* The bound that the optimizer claims of one objective under the terms, if it
 * comes to an end: o->claimed or o->is_infinite. */
void optimizer_bound(
	Z3_context c, const Z3_ast *terms, size_t count, struct objective *o);

/*
 * For products of reals the proof is tried before the optimizer: that one knows
 * no more of them than to look for a better solution, and never ends where
 * there is no best one. Whether the states hold all that there is to know then.
 */
bool optimizer_prove_at_once(struct task *t, struct objectives *objectives);

#endif
