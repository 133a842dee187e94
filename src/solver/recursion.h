#ifndef SOLVER_RECURSION_H
#define SOLVER_RECURSION_H

#include "solver/task.h"

/*
 * Gives t->model the recursive functions of the problem that it lacks. What
 * libz3 4.8.12 finds by its strategies has them only if the incremental core
 * was needed; without them Z3_model_eval leaves their applications as they are,
 * and says that it succeeded.
 */
void recursion_complete(struct task *t);

#endif
