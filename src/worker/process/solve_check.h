#ifndef WORKER_PROCESS_SOLVE_CHECK_H
#define WORKER_PROCESS_SOLVE_CHECK_H

#include "worker/base/task.h"

/*
 * Decides a problem and reports what is found, in this order: the status, for
 * sat the model with its values and the check of every assertion (then better
 * ones, if there are objectives), for unsat the core. Fills status, reason and
 * model of the task.
 *
 * The ask says by which engines; several take turns
 * (worker/decide/engine.h).
 */
void solve_check_task(struct task *t);

#endif
