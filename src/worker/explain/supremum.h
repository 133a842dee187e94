#ifndef WORKER_EXPLAIN_SUPREMUM_H
#define WORKER_EXPLAIN_SUPREMUM_H

/*
 * What becomes of an objective whose best value libz3's optimizer has not
 * found: of strict bounds of reals it makes values that no solution has, and
 * it never gives an irrational one. "A solution than which none is better" is
 * a formula with one quantifier over the constants, and libz3 decides it for
 * real arithmetic, so the best value, or that there is none, is a proof.
 */

#include "worker/base/task.h"
#include "worker/explain/objective.h"

/*
 * For a goal of sort Int or Real with a value that some solution exceeds, under
 * the assertions and, if it is not NULL, what `held` says. Fills in the state
 * and the supremum, as far as they are proved. Takes t->model and goal->value
 * to a better solution if it comes upon one: of an attained best value to one
 * that has it.
 */
void supremum_seek(struct task *t, struct objective *goal, Z3_ast held);

#endif
