#ifndef SOLVER_SOLVE_H
#define SOLVER_SOLVE_H

#include "solver/task.h"

/*
 * Decides a problem and reports what is found, in this order: the status, for
 * sat the model with its values and the check of every assertion (then better
 * ones, if there are objectives), for unsat the core. Fills status, reason and
 * model of the task.
 *
 * The ask says by which engines; several take turns (solver/schedule.h).
 */
void solve_task(struct task *t);

#endif
