#ifndef SOLVER_QUERY_H
#define SOLVER_QUERY_H

#include <stdbool.h>

#include "smt/fault.h"
#include "solver/task.h"

/*
 * Answers the queries behind a check (get-value, eval, get-info, echo, ...)
 * as libz3 prints them. False with a fault for one that has no answer, such
 * as get-value after unsat.
 */
bool query_all(struct task *t, struct fault *fault);

#endif
