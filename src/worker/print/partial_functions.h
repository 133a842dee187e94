#ifndef WORKER_PRINT_PARTIAL_FUNCTIONS_H
#define WORKER_PRINT_PARTIAL_FUNCTIONS_H

/*
 * What operators are in a solution where SMT-LIB leaves them open: division by
 * zero, seq.nth out of range, the conversion of a NaN, a selector of another
 * constructor. libz3 prints some of it as definitions of div0 and the like,
 * which it does not read back as what they are, and the rest not at all. Here
 * it is in comments behind COMPLETION_PREFIX, so that a solution stays a text
 * of definitions, and who evaluates a term under it can have it: of selectors
 * definitions, of all else an assertion for each application in the problem
 * outside of quantifiers. What else it is applied to, the solution leaves open.
 */

#include <stdbool.h>

#include "base/buf.h"
#include "smt/text/token.h"
#include "worker/base/task.h"

/* Whether a definition of that name is one of these. */
bool partial_function_is(const struct task *t, struct slice name);

/* Appends those of t->model, a line each. */
void partial_functions_add(const struct task *t, struct buf *out);

#endif
