#ifndef WORKER_SOLUTION_FUNCTIONS_H
#define WORKER_SOLUTION_FUNCTIONS_H

#include <stdbool.h>

#include "worker/base/task.h"

struct json_object;

/* The next function with arguments that the problem declares; NULL: none. */
const struct problem_part *functions_next(
	const struct task *t, const struct problem_part *after);

/* A function that libz3 did not need has no value in its model; one value for
 * all arguments becomes its value, so that the model is whole. */
void functions_complete(const struct task *t);

/* Puts the value of such a part into the report. */
void functions_report(const struct task *t, const struct problem_part *part);

/* Those of t->model as members of an object, name to table. */
void functions_show(const struct task *t, struct json_object *values);

/* Puts one of t->model under that name; false if that has no table of it. */
bool functions_put(const struct task *t, Z3_func_decl decl, const char *name);

#endif
