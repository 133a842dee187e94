#ifndef WORKER_SOLUTION_DEFINITIONS_H
#define WORKER_SOLUTION_DEFINITIONS_H

/*
 * What the text defines, in t->model.
 */

#include "worker/base/task.h"

/* Whether the problem defines a recursive function: to evaluate a term may take
 * forever then. */
bool definitions_are_recursive(const struct task *t);

/*
 * Gives t->model the recursive functions of the problem that it lacks. What
 * libz3 4.8.12 finds by its strategies has them only if the incremental core
 * was needed; without them Z3_model_eval leaves their applications as they are,
 * and says that it succeeded.
 */
void definitions_complete(struct task *t);

/*
 * Gives the definitions without parameters their values in t->model. libz3
 * has them there as what they are defined as, simplified: names that it may
 * print later, and functions of its own making that it does not read back; or
 * not at all, if its strategies found the solution.
 */
void definitions_evaluate(struct task *t);

#endif
