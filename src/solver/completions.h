#ifndef SOLVER_COMPLETIONS_H
#define SOLVER_COMPLETIONS_H

/*
 * What operators are in a solution where SMT-LIB leaves them open: division by
 * zero, a selector of another constructor. libz3 prints the former as
 * definitions of div0 and /0, which it does not read back as what they are,
 * and the latter not at all. Here they are assertions, and of selectors
 * definitions, in comments behind COMPLETION_PREFIX, so that a solution stays
 * a text of definitions, and who evaluates a term under it can have them.
 */

#include <stdbool.h>

#include "base/buf.h"
#include "smt/token.h"
#include "solver/task.h"

/* Whether a definition of that name is one of these. */
bool completion_is(const struct task *t, struct slice name);

/* Appends those of t->model, a line each. */
void completions_add(const struct task *t, struct buf *out);

#endif
