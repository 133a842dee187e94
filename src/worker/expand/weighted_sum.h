#ifndef WORKER_EXPAND_WEIGHTED_SUM_H
#define WORKER_EXPAND_WEIGHTED_SUM_H

/*
 * A sum of weights of what holds, plus what is fixed, as people write it with
 * `ite`: (+ (ite a 3 0) (ite b 5 0)). libz3's SAT solver and its core compare
 * it with a number as a pseudo-Boolean a hundred times faster than as
 * arithmetic. The values of an ite may be ite terms again, as those of a table.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "worker/base/libz3.h"
#include "worker/base/termset.h"
#include "worker/constraints/constraints.h"
#include "worker/expand/terms.h"

struct weighted_sum {
	Z3_context c;
	struct constraints *constraints; /* or NULL */
	Z3_ast *literals;
	int *weights; /* positive */
	unsigned count;
	size_t capacity, weight_capacity;
	int64_t fixed;
	int64_t total; /* of all weights */
	/* Where bounds are given, one Int among the literals, with more values
	 * than 0 and 1, and its factor; or NULL. */
	Z3_ast variable;
	int64_t factor;
	bool has_runs; /* weighted_sum_read_runs */
};

/* Of factor * term. With bounds, an Int of 0 and 1 is a literal, too. False: it
 * is another term, or too large. */
bool weighted_sum_read(struct weighted_sum *s, Z3_context c,
	struct constraints *constraints, Z3_ast term, int64_t factor);
/* The same, but an Int of few values is a run of literals: what it exceeds its
 * least value by is the number of those that hold of x >= 1, x >= 2 ... */
bool weighted_sum_read_runs(struct weighted_sum *s, Z3_context c,
	struct constraints *constraints, Z3_ast term, int64_t factor);
void weighted_sum_drop(struct weighted_sum *s); /* for DROP(weighted_sum) */

/* A numeral that may be a weight or what a sum is compared with. */
bool weighted_sum_number(Z3_context c, Z3_ast term, int64_t *value);

/* Without its variable. */
Z3_ast weighted_sum_at_least(const struct weighted_sum *s, int64_t least);
Z3_ast weighted_sum_at_most(const struct weighted_sum *s, int64_t most);

/*
 * A weighted sum of Booleans (worker/expand/weighted_sum.h) compared with a
 * number is a pseudo-Boolean constraint, for which libz3's SAT solver has a
 * theory of its own; as a sum it becomes adders of bits.
 *
 * A constant that is such a sum, as a total is, is replaced by it.
 */

/* Assertions that have been simplified, whose bounds are known. */
void pseudo_booleans_replace(struct term_map *d, Z3_context c,
	struct constraints *constraints, struct termset *assertions);

/* The same of a further term. */
Z3_ast pseudo_booleans_replace_further(const struct term_map *d, Z3_context c,
	struct constraints *constraints, Z3_ast term);

#endif
