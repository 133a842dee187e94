#ifndef WORKER_CONSTRAINTS_CONSTRAINTS_H
#define WORKER_CONSTRAINTS_CONSTRAINTS_H

/*
 * Assertions in the constraint form, and the bounds that follow from them: for
 * (<= 0 x 9), (< x y), (<= y 5) it is known that x is in 0..4 and y in 1..5.
 */

#include "worker/base/interval.h"
#include "worker/base/value_range.h"
#include "worker/constraints/expression.h"
#include "worker/constraints/propagator.h"

struct constraints {
	struct expressions expressions;
	struct propagator propagator;
	bool contradict; /* the assertions have no solution */
};

/* Reads the assertions and propagates their bounds. */
void constraints_init(struct constraints *k, Z3_context c,
	const Z3_ast *assertions, size_t count);
void constraints_release(struct constraints *k);
DROP_BY(constraints, constraints_release)

/* Returns an interval that has all values of a term of sort Int. */
struct interval constraints_interval(struct constraints *k, Z3_ast term);

/*
 * Returns true and sets *out to the values that a term may have: those between
 * the bounds of an Int, of which there may be none, or those of a sort with
 * few, as of a bit-vector of at most so many bits.
 */
bool constraints_range(struct constraints *k, Z3_ast term, unsigned bits_max,
	struct value_range *out);

/* Adds the bounds of a term of sort Int as comparisons. */
void constraints_add_bounds(
	struct constraints *k, Z3_ast term, struct termset *to);

/* Adds a fact about an Int constant that no assertion has. */
void constraints_restrict(
	struct constraints *k, Z3_ast constant, struct interval r);

/* Drops the bounds of a constant that the assertions no longer have. */
void constraints_forget(struct constraints *k, Z3_ast constant);

/* Asserts the bounds of all Int constants. They follow from the assertions. */
void constraints_assert_bounds(const struct constraints *k, Z3_solver solver);

#endif
