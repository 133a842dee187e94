#ifndef WORKER_DECIDE_STATISTICS_H
#define WORKER_DECIDE_STATISTICS_H

#include "worker/base/task.h"

/* libz3's counters of the pass that decided, kept for the report. */
void statistics_keep(struct task *t, Z3_solver solver);

/* Puts what was kept into the report. */
void statistics_report(const struct task *t);

#endif
