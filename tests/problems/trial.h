#ifndef PROBLEMS_TRIAL_H
#define PROBLEMS_TRIAL_H

/*
 * A problem tried with the real programs, in every way that it can be asked:
 * as one text, and as a model of one item for each command. What comes back
 * is tried again: a solution in the place of the declarations must be
 * satisfiable, a core alone must not be, and less than a minimal core must be.
 */

#include <stdbool.h>

#include "base/err.h"
#include "hostile/siege.h"
#include "problems/problem.h"

/* The message says which way failed, and how. */
bool trial_run(struct siege *s, const struct problem *p, struct err *e);

#endif
