#ifndef SOLVER_FUNCTIONS_H
#define SOLVER_FUNCTIONS_H

#include "solver/task.h"

/*
 * Puts the values of the declared functions of t->model into the report; those
 * that libz3 has made up for itself are left out.
 */
void functions_report(const struct task *t);

#endif
