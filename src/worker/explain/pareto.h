#ifndef WORKER_EXPLAIN_PARETO_H
#define WORKER_EXPLAIN_PARETO_H

#include "worker/base/task.h"

/*
 * For the same check of a pareto problem once more: takes t->model to the next
 * of its best solutions, as libz3 does. FALSE: there are no more.
 */
Z3_lbool pareto_again(struct task *t);

/*
 * From t->model, which is one of the best of a pareto problem, to one with
 * other values of the objectives, which takes its place. `solver` holds the
 * problem, and what earlier calls have excluded. FALSE: there is none; UNDEF:
 * none was found, and t->model is whatever it is.
 */
Z3_lbool pareto_next(struct task *t, Z3_solver solver);

#endif
