#ifndef WORKER_SOLUTION_SOLUTION_H
#define WORKER_SOLUTION_SOLUTION_H

/*
 * The solution of a problem: taken from libz3, made whole where libz3 left
 * something open, reported, and held against every assertion.
 */

#include <stdbool.h>

#include "worker/base/task.h"

struct json_object;

/* Makes the model t->model, with a reference to it, and gives it the recursive
 * functions that it does not have. The model must be complete otherwise. */
void solution_set_model(struct task *t, Z3_model model);

/*
 * Reports the solution in t->model: as SMT-LIB text, as typed values of every
 * declared or defined constant and function, and which assertions libz3 finds
 * true under it. Takes the place of a solution that was reported before; if
 * that had objectives, all of it stays in t->out until those of this one
 * follow. False: an interrupt has left values open; then there is no text, so
 * that all that is shown of the solution is made of these values. What is
 * defined may be open for other reasons, and the text does not have it then.
 */
bool solution_report(struct task *t);

/* Reports only which assertions libz3 finds true under it. */
void solution_check(struct task *t);

/* Returns whether an assertion about all floating-point numbers applies a
 * partial operation, as fp.max or fp.to_real, and is not proved to hold under
 * the solution. libz3 4.8.12 calls such assertions satisfiable that are not. */
bool solution_is_doubtful(struct task *t);

/* The same as one word: UNDEF if none is false and not all are true. */
Z3_lbool solution_holds(struct task *t);

/* Whether an assertion is false under it. */
bool solution_is_wrong(struct task *t);

/* Returns how many assertions were false under a solution so far, in this
 * process, also those of solutions that nobody was told of. For tests. */
unsigned solution_count_false(void);

/*
 * Puts what an assertion or objective rests on under the solution although
 * nothing determines it, if anything: a table outside of its indices, "(dist 0
 * 4)", or a division by zero, "(div 7 0)".
 */
void solution_put_open(struct task *t);

/* Puts the value of a term into the report, typed. NULL: it is open. Returns
 * whether all of it is known. */
bool solution_put_value(
	const struct task *t, const char *name, Z3_ast term, Z3_ast value);

/* The next function with arguments that the problem declares; NULL: none. What
 * a table is beyond its indices is none of them. */
const struct problem_part *functions_next(
	const struct task *t, const struct problem_part *after);

/* A function that libz3 did not need has no value in its model; one value for
 * all arguments becomes its value, so that the model is whole. */
void functions_complete(const struct task *t);

/* Those of t->model as members of an object, name to table. */
void functions_show(const struct task *t, struct json_object *values);

/* The same for a function in t->model. */
bool functions_put(const struct task *t, Z3_func_decl decl, const char *name);

#endif
