#ifndef WORKER_EXPLAIN_ASSERTION_GROUPS_H
#define WORKER_EXPLAIN_ASSERTION_GROUPS_H

/*
 * The assertions of a problem in the groups that stand or fall together
 * (struct ask): the items of a model, or each assertion by itself.
 * Assumptions are groups of one.
 */

#include <stddef.h>

#include "worker/base/task.h"

struct assertion_group {
	/* Of struct ask; ASSERTION_GROUP_NONE for an assumption. */
	size_t number;
	size_t first; /* into parts */
	size_t count;
	Z3_ast literal;
};

enum { ASSERTION_GROUP_NONE = -1 };

struct assertion_groups {
	const struct problem_part **parts; /* in the order of the text */
	struct assertion_group *at;
	size_t count;
};

/* Groups with at least one assertion, each with a fresh literal. */
void tool_groups_read(const struct task *t, struct assertion_groups *groups);
void assertion_groups_release(struct assertion_groups *groups);

/*
 * A solver in which each group holds if its literal does: libz3's SAT solver
 * where the groups are of Booleans, bit-vectors and floating-point numbers, or
 * else the incremental core, which is slow with those.
 */
Z3_solver assertion_groups_solver(
	const struct task *t, const struct assertion_groups *groups);

/* The conjunction of a group's assertions. */
Z3_ast assertion_group_term(const struct task *t,
	const struct assertion_groups *groups, const struct assertion_group *g);

#endif
