#ifndef SOLVER_BITS_H
#define SOLVER_BITS_H

/*
 * A problem of Booleans, bit-vectors and Ints that all have bounds, as one of
 * bit-vectors that are wide enough for every sum and product in it. For plans,
 * puzzles and products of whole numbers that is often a hundred times faster
 * than arithmetic, which does not see that there is an end to them.
 */

#include <stdbool.h>
#include <stddef.h>
#include <z3.h>

#include "solver/bounds.h"
#include "solver/number.h"

struct bits {
	Z3_context c;
	/* The terms, and behind them what the bounds of constants demand. */
	Z3_ast *terms;
	size_t count, capacity;
	bool has_ints;
	bool has_weights; /* weighted sums of Booleans, such as at-most */
	/* For making and for reading it. */
	struct bounds bounds;
	struct number *values; /* of terms, by id; of no Int only the bits */
	size_t value_count;
	Z3_ast *constants; /* of the problem, of any sort */
	size_t constant_count, constant_capacity;
};

/* False: there is something else in it, or too much; nothing to release. */
bool bits_read(struct bits *f, Z3_context c, const Z3_ast *terms, size_t count);
void bits_release(struct bits *f);

/* Empty; for the terms. */
Z3_solver bits_solver(const struct bits *f);

/* What a model of the terms says of the constants of the problem; counted, the
 * caller's. NULL: libz3 cannot say. */
Z3_model bits_model(const struct bits *f, Z3_model found);

#endif
