#ifndef SOLVER_GROUPS_H
#define SOLVER_GROUPS_H

/*
 * The assertions of a problem in the groups that stand or fall together
 * (struct ask): the items of a model, or each assertion by itself. Assumptions
 * are groups of one.
 */

#include <stddef.h>

#include "solver/task.h"

struct group {
	/* Of struct ask; GROUP_NONE for an assumption. */
	size_t number;
	size_t first; /* into parts */
	size_t count;
	Z3_ast literal;
};

enum { GROUP_NONE = -1 };

struct groups {
	const struct problem_part **parts; /* in the order of the text */
	struct group *at;
	size_t count;
};

/* Groups with at least one assertion, each with a fresh literal. */
void groups_read(const struct task *t, struct groups *groups);
void groups_release(struct groups *groups);

/*
 * A solver in which each group holds if its literal does: libz3's SAT solver
 * where the groups are of Booleans, bit-vectors and floating-point numbers, or
 * else the incremental core, which is slow with those.
 */
Z3_solver groups_solver(const struct task *t, const struct groups *groups);

/* The conjunction of a group's assertions. */
Z3_ast group_term(const struct task *t, const struct groups *groups,
	const struct group *g);

#endif
