#ifndef WORKER_EXPLAIN_QUERY_H
#define WORKER_EXPLAIN_QUERY_H

#include "worker/base/task.h"

/*
 * Answers the queries after a check (get-value, eval, get-info, echo, ...)
 * as libz3 prints them. One that has no answer, such as get-value after unsat,
 * is a comment that says so.
 */
void query_all(struct task *t);

#endif
