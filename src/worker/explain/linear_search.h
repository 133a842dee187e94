#ifndef WORKER_EXPLAIN_LINEAR_SEARCH_H
#define WORKER_EXPLAIN_LINEAR_SEARCH_H

/*
 * Where libz3's optimizer gives up, as it does on floating point and on most
 * quantifiers, its solvers may still find a better solution when they are asked
 * for one: by ever larger steps, then by ever smaller ones, until there is
 * none that is better at all, or nobody knows.
 */

#include "worker/base/task.h"
#include "worker/explain/objective.h"

/* Tells of a better solution, which is t->model by now. */
typedef void linear_search_told(struct task *t, struct goals *goals);

/*
 * One goal after another, each with those before it at their best; the states
 * of the goals say how far it came. Nothing happens to several goals that go
 * together in another way than lex.
 */
void linear_search(
	struct task *t, struct goals *goals, linear_search_told *told);

#endif
