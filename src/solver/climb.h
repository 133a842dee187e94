#ifndef SOLVER_CLIMB_H
#define SOLVER_CLIMB_H

/*
 * Where libz3's optimizer gives up, as it does on floating point and on most
 * quantifiers, its solvers may still find a better solution when they are asked
 * for one: by ever larger steps, then by ever smaller ones, until there is
 * none that is better at all, or nobody knows.
 */

#include "solver/goal.h"
#include "solver/task.h"

/* Tells of a better solution, which is t->model by now. */
typedef void climb_told(struct task *t, struct goals *goals);

/*
 * One goal after another, each with those before it at their best; the states
 * of the goals say how far it came. Nothing happens to several goals that go
 * together in another way than lex.
 */
void climb(struct task *t, struct goals *goals, climb_told *told);

#endif
