#ifndef WORKER_BASE_WEIGHTED_SUM_H
#define WORKER_BASE_WEIGHTED_SUM_H

/*
 * A sum of weights of what holds, plus what is fixed, as people write it with
 * `ite`. libz3's SAT solver and its core compare it with a number as a
 * pseudo-Boolean a hundred times faster than as arithmetic; weights are of 32
 * bits there.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <z3.h>

struct weighted_sum {
	Z3_context c;
	Z3_ast *literals;
	int *weights; /* positive */
	size_t count, capacity, weights_capacity;
	size_t nodes;
	int64_t fixed;
	int64_t total; /* of all weights */
};

/* Of factor * term. False: it is another term. */
bool weighted_sum_read(
	struct weighted_sum *w, Z3_context c, Z3_ast term, int64_t factor);
void weighted_sum_drop(struct weighted_sum *w); /* for DROP(weighted_sum) */

/* factor * value as what a sum is compared with; false if it is too large. */
bool weighted_sum_number(
	Z3_context c, Z3_ast value, int64_t factor, int64_t *number);

Z3_ast weighted_sum_at_least(const struct weighted_sum *w, int64_t least);

#endif
