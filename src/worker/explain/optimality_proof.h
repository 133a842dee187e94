#ifndef WORKER_EXPLAIN_OPTIMALITY_PROOF_H
#define WORKER_EXPLAIN_OPTIMALITY_PROOF_H

/*
 * The proof that nothing is better than libz3's optimum, which its optimizer
 * does not give: each claim is checked by one solver call more, and where that
 * finds something better, the truth is sought in another way.
 */

#include <stdbool.h>
#include <stdint.h>

#include "worker/base/task.h"
#include "worker/explain/objective.h"

/*
 * Fills in the states of the objectives, which have the optimizer's bounds, for
 * the solution in t->model. Takes that to a better one, if it comes upon one.
 * `claims_us`: the optimizer has ended, and says that this is the best; then
 * the proof may take so much of the processor, and after that the claim stands
 * as one. 0: there is no such claim.
 */
void optimality_proof_prove(
	struct task *t, struct objectives *objectives, int64_t claims_us);

/*
 * For products of reals the proof is tried before the optimizer: that one knows
 * no more of them than to look for a better solution, and never ends where
 * there is no best one. Whether the states hold all that there is to know then.
 */
bool optimality_proof_at_once(struct task *t, struct objectives *objectives);

#endif
