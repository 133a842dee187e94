#ifndef WORKER_EXECUTOR_QUERY_H
#define WORKER_EXECUTOR_QUERY_H

/*
 * The answers to what a script asks after a check.
 */

#include "worker/base/task.h"

/*
 * Answers the queries after a check (get-value, eval, get-info, echo, ...) as
 * libz3 prints them. One that has no answer, such as get-value after unsat, is
 * a comment that says so.
 */
void query_all(struct task *t);

#endif
