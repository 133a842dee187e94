#ifndef SOLVER_RUN_H
#define SOLVER_RUN_H

#include <z3.h>

#include "wire/ask.h"

/*
 * Does what is asked and reports it (solver/report.h): every problem of the
 * script in turn, until the end, a fault or the deadline. The first problem
 * uses `c`, each further one a context of its own.
 */
void run_ask(Z3_context c, const struct ask *ask);

#endif
