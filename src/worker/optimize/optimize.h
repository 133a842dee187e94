#ifndef WORKER_OPTIMIZE_OPTIMIZE_H
#define WORKER_OPTIMIZE_OPTIMIZE_H

/*
 * Finds the best solution of a problem with objectives.
 */

#include <stdbool.h>

#include "worker/base/task.h"

/* Returns whether the problem has objectives or soft assertions. */
bool optimize_is_asked(const struct task *t);

/*
 * Goes from a solution (t->model) to the best: reports the solution at hand,
 * and then each better one that a strategy of strategies.def finds. An
 * objective's value is that of its term under the reported solution; of a box,
 * the best that was found for it alone, and the solution is the best for the
 * first. It is called optimal if it was proved that none is better:
 * libz3 4.8.12 is wrong on strict bounds of reals, and its own bounds are stale
 * after an interrupt.
 */
void optimize_task(struct task *t);

#endif
