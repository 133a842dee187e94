#ifndef WORKER_EXPLAIN_CORE_ASSERTIONS_H
#define WORKER_EXPLAIN_CORE_ASSERTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "worker/base/task.h"

/*
 * Which of these assertions and assumptions, unsat together, libz3 needs for
 * that: where a group of a core has several, not all of them take part. Sets
 * used[i] for each part; all of them when libz3 cannot say.
 */
void core_assertions_used(const struct task *t,
	const struct problem_part **parts, size_t count, bool *used);

#endif
