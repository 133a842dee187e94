#ifndef SOLVER_BOUNDS_H
#define SOLVER_BOUNDS_H

/*
 * What values the Int constants of some terms can have at most, as far as the
 * terms say so in sums: of what does not, a constant has no bound, though it
 * may follow.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <z3.h>

#include "solver/range.h"

struct bounds {
	Z3_context c;
	/* By the term's id; those of other terms are unbounded. */
	struct range *at;
	size_t count;
	unsigned steps;	 /* that it took to read them */
	bool contradict; /* no value is left for one of them */
};

/* The terms have been simplified with bounds_parameters. */
void bounds_read(
	struct bounds *b, Z3_context c, const Z3_ast *terms, size_t count);
void bounds_release(struct bounds *b);

/* Of an Int constant. */
struct range bounds_of(const struct bounds *b, Z3_ast constant);

/* How to simplify, so that a sum stands on the left and a number on the right;
 * counted, the caller's. */
Z3_params bounds_parameters(Z3_context c);

#endif
