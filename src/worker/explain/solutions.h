#ifndef WORKER_EXPLAIN_SOLUTIONS_H
#define WORKER_EXPLAIN_SOLUTIONS_H

#include "worker/base/task.h"

/*
 * Up to ask->solutions solutions, the first included, that differ
 * on the terms of the get-value after the check, or on the declared constants
 * and functions if there is none; of a problem with objectives the optimal
 * ones; with pareto one for each best combination of values. Says when there
 * are no more, if that was proved, and what was not compared.
 */
void solutions_report(struct task *t);

#endif
