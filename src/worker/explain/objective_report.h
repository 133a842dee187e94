#ifndef WORKER_EXPLAIN_OBJECTIVE_REPORT_H
#define WORKER_EXPLAIN_OBJECTIVE_REPORT_H

/*
 * What is known of the goals of a problem, as frames for the server and as
 * libz3 prints it for get-objectives.
 */

#include "worker/base/task.h"
#include "worker/explain/objective.h"

/* Puts the goals into the report, and their text into t->objectives. */
void objective_report_report(struct task *t, const struct goals *goals);

#endif
