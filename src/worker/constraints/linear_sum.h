#ifndef WORKER_CONSTRAINTS_LINEAR_SUM_H
#define WORKER_CONSTRAINTS_LINEAR_SUM_H

/*
 * Reads an expression as a linear sum: number + the sum of factor * item, where
 * no item is a sum again. A table of numbers is a sum, too: the conditions on
 * one subject exclude each other, so each value has the factor by which it
 * exceeds the least one. For example,
 *	2 * y + (ite (= x 1) 5 (ite (= x 2) 9 4))
 * is 4 + 2 * y + 1 * (= x 1) + 5 * (= x 2).
 */

#include "worker/constraints/expression.h"

struct linear_item {
	uint32_t x;
	int64_t factor; /* not 0 */
};

/* Zeroed to begin with. */
struct linear_sum {
	int64_t number;
	struct linear_item *items;
	size_t count, capacity;
};

/* Adds factor * x to the sum. An ite that is no table of numbers is an item
 * itself. Returns false if there are too many items, or if a number is too
 * large. x may be EXPRESSION_NONE, which is no sum. */
bool linear_sum_add(struct linear_sum *s, struct expressions *e, uint32_t x,
	int64_t factor);
void linear_sum_release(struct linear_sum *s);
DROP_BY(linear_sum, linear_sum_release)

/* Returns x and sets *value if the expression is (= x value), or else returns
 * EXPRESSION_NONE. */
uint32_t equation_subject(
	const struct expressions *e, uint32_t equation, int64_t *value);

#endif
