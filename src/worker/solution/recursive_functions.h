#ifndef WORKER_SOLUTION_RECURSIVE_FUNCTIONS_H
#define WORKER_SOLUTION_RECURSIVE_FUNCTIONS_H

#include "worker/base/task.h"

/*
 * Gives t->model the recursive functions of the problem that it lacks. What
 * libz3 4.8.12 finds by its strategies has them only if the incremental core
 * was needed; without them Z3_model_eval leaves their applications as they are,
 * and says that it succeeded.
 */
void recursive_functions_complete(struct task *t);

/* The solution of nothing at all has all functions that the text defines, and
 * its definitions without parameters, and nothing else. To be released with
 * Z3_model_dec_ref; NULL if there is no time. */
Z3_model recursive_functions_of_nothing(const struct task *t);

/* Whether the problem defines any: to evaluate a term may take forever then. */
bool recursive_functions_is_defined(const struct task *t);

/*
 * Whether this is the declaration of a recursive function. libz3 4.8.12
 * evaluates its applications; the function itself, or an application to what
 * has no value, it unfolds without end.
 */
bool recursive_functions_defines(Z3_context c, Z3_func_decl decl);

#endif
