#ifndef WORKER_PRINT_PARTIAL_FUNCTIONS_H
#define WORKER_PRINT_PARTIAL_FUNCTIONS_H

/*
 * What operators are in a solution where SMT-LIB leaves them open: division by
 * zero, seq.nth out of range, the conversion of a NaN, a selector of another
 * constructor. What libz3 prints of it, definitions of div0 and the like, it
 * does not read back as what they are. Here it is in comments after
 * COMPLETION_PREFIX, so that a solution stays a text of definitions, and who
 * evaluates a term under it can have it: of selectors definitions, of all else
 * an assertion for each application in the problem outside of quantifiers. What
 * else it is applied to, the solution leaves open.
 */

#include <stdbool.h>

#include "base/buf.h"
#include "worker/base/task.h"

/* Whether a term applies an operation that SMT-LIB leaves open for some
 * arguments (selectors apart, which a solution defines). */
bool partial_function_applies(Z3_context c, Z3_ast part);

/* Appends those of t->model, a line each. */
void partial_functions_add(const struct task *t, struct buf *out);

#endif
