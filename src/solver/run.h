#ifndef SOLVER_RUN_H
#define SOLVER_RUN_H

#include <z3.h>

#include "wire/ask.h"

/*
 * Does what is asked and reports it (solver/report.h): every problem of the
 * script in turn, until the end, a fault or the deadline. The first problem
 * uses `c`; those behind it too, if it leaves nothing behind that they could
 * see, or else each one of its own.
 *
 * Returns the context that another text may be read in, as if it had read none
 * before; NULL if there is none.
 */
Z3_context run_ask(Z3_context c, const struct ask *ask);

#endif
