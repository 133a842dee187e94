#ifndef WORKER_SOLUTION_MACRO_VALUES_H
#define WORKER_SOLUTION_MACRO_VALUES_H

#include "smt/text/name_set.h"
#include "worker/base/task.h"

/*
 * Gives the definitions without parameters their values in t->model. libz3
 * has them there as what they are defined as, simplified: names that it may
 * print later, and functions of its own making that it does not read back; or
 * not at all, if its strategies found the solution.
 */
void macro_values_evaluate(struct task *t);

/*
 * The names of what the text defines that is no part of a solution: values that
 * are in force no longer, or not yet, of which libz3 forgets none in the
 * context of a script; and recursive functions, which it does not read as it
 * writes them. To be released.
 */
void macro_values_unwritten(const struct task *t, struct name_set *names);

#endif
