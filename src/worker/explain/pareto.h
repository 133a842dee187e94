#ifndef WORKER_EXPLAIN_PARETO_H
#define WORKER_EXPLAIN_PARETO_H

/*
 * Several goals of which none counts more (pareto) have several best
 * solutions: those that no other one exceeds in one goal without falling
 * behind in another.
 */

#include <stdbool.h>

#include "worker/base/task.h"

bool pareto_is_asked(const struct task *t);

/*
 * From t->model, which is one of them, to one with other values of the goals,
 * which takes its place. `solver` holds the problem, and what earlier calls
 * have excluded. FALSE: there is none; UNDEF: none was found, and t->model is
 * whatever it is.
 */
Z3_lbool pareto_next(struct task *t, Z3_solver solver);

#endif
