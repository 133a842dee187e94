#ifndef SOLVER_DEFINED_H
#define SOLVER_DEFINED_H

#include "solver/task.h"

/*
 * Gives the definitions without parameters their values in t->model. libz3
 * has them there as what they are defined as, simplified: names that it may
 * print later, and functions of its own making that it does not read back.
 */
void defined_evaluate(struct task *t);

#endif
