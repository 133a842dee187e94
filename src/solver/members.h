#ifndef SOLVER_MEMBERS_H
#define SOLVER_MEMBERS_H

#include <stdbool.h>
#include <stddef.h>

#include "solver/task.h"

/*
 * Which of these assertions and assumptions, unsat together, libz3 needs for
 * that: where a group of a core has several, not all of them take part. Sets
 * used[i] for each part; all of them when libz3 cannot say.
 */
void members_used(const struct task *t, const struct problem_part **parts,
	size_t count, bool *used);

#endif
