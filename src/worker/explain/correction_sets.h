#ifndef WORKER_EXPLAIN_CORRECTION_SETS_H
#define WORKER_EXPLAIN_CORRECTION_SETS_H

#include "worker/base/task.h"

/*
 * The ways out of a conflict: sets of groups
 * (worker/explain/assertion_groups.h) without which the rest is satisfiable,
 * the smallest first; no set holds another. At most LIMIT_RELAXATIONS of them,
 * as many as are found in the time that is left.
 */

void correction_sets_report(const struct task *t);

#endif
