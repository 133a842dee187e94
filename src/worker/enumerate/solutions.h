#ifndef WORKER_ENUMERATE_SOLUTIONS_H
#define WORKER_ENUMERATE_SOLUTIONS_H

/*
 * Several solutions, and what all of them have in common.
 */

#include "worker/base/task.h"

/*
 * Up to ask->solutions solutions, the first included, that differ on the terms
 * of the get-value after the check, or on the declared constants and functions
 * if there is none; of a problem with objectives the optimal ones; with pareto
 * one for each best combination of values. Says when there are no more, if that
 * was proved, and what was not compared.
 */
void solutions_report(struct task *t);

/*
 * Of each term of FIELD_FORCED, or of all that solutions are compared by if it
 * is empty: whether all solutions, of a problem with objectives all optimal
 * ones, have the value of it that t->model has, or another value.
 */
void solutions_report_forced(struct task *t);

#endif
