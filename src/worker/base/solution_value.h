#ifndef WORKER_BASE_SOLUTION_VALUE_H
#define WORKER_BASE_SOLUTION_VALUE_H

/*
 * Evaluation under t->model, and what it says of a function.
 */

#include "worker/base/task.h"

/* The value of a term under the model, all constants completed; NULL if libz3
 * cannot say. */
Z3_ast solution_value(const struct task *t, Z3_ast term);

/* The value that completion gives what nothing depends on; or NULL. */
Z3_ast solution_any(const struct task *t, Z3_sort sort);

/* An entry of a function's table with a reference to it, which the caller
 * drops. */
Z3_func_entry solution_entry(
	Z3_context c, Z3_func_interp table, unsigned number);

#endif
