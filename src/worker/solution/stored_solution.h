#ifndef WORKER_SOLUTION_STORED_SOLUTION_H
#define WORKER_SOLUTION_STORED_SOLUTION_H

/*
 * A solution that was printed once (worker/print/model_definitions.h), as the
 * model of a problem again: FIELD_SOLUTION of the ask.
 */

#include "worker/base/task.h"

bool stored_solution_is_given(const struct task *t);

/* Makes it t->model. False if libz3 does not decide that the elements of the
 * declared sorts differ. */
bool stored_solution_load(struct task *t);

/* Makes the one to begin with (FIELD_START) t->model, if there is one and all
 * that is asserted is true under it. */
bool stored_solution_start(struct task *t);

/* Whether the value of a term depends on what SMT-LIB leaves open, as a
 * division by zero does, of which the text of a solution says nothing. */
bool stored_solution_leaves_open(struct task *t, Z3_ast term, Z3_ast value);

#endif
