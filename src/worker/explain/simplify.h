#ifndef WORKER_EXPLAIN_SIMPLIFY_H
#define WORKER_EXPLAIN_SIMPLIFY_H

#include "base/buf.h"
#include "worker/base/task.h"

/*
 * Prints what (simplify TERM :OPTION VALUE ...) makes of its term. One that
 * libz3 gives up on is printed as it stands, behind a comment that says why.
 */
void simplify_term(
	const struct task *t, const struct problem_part *part, struct buf *out);

#endif
