#ifndef WORKER_EXPLAIN_FUNCTION_ARGUMENTS_H
#define WORKER_EXPLAIN_FUNCTION_ARGUMENTS_H

/*
 * Where two solutions are looked at to tell their functions apart: everywhere,
 * where a function has few arguments that it can be given, (p false) and
 * (p true); else at the arguments that the assertions give it, (f 3), (f x).
 * Of such a one other solutions may differ elsewhere.
 */

#include "worker/base/task.h"
#include "worker/base/termset.h"

/* How many applications of one function are looked at, one by one: a block of
 * so many terms is one clause, and more solutions than LIMIT_SOLUTIONS are not
 * asked for. */
enum { FUNCTION_ARGUMENTS_EVERYWHERE = 64, FUNCTION_ARGUMENTS_MAX = 1000 };

/*
 * Adds the applications of all functions that the problem declares; returns
 * the names of those that may differ elsewhere, "f, g", the caller's.
 */
char *function_arguments_read(const struct task *t, struct termset *points);

#endif
