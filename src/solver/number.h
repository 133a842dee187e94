#ifndef SOLVER_NUMBER_H
#define SOLVER_NUMBER_H

/*
 * A whole number that has bounds, as a signed bit-vector. Of one that is never
 * negative the first bit is a plain 0. An operation first makes its operands as
 * wide as its result can get, so that nothing overflows; false where that is
 * too wide, and its left operand is as it was.
 */

#include <stdbool.h>
#include <stdint.h>
#include <z3.h>

#include "solver/range.h"

struct number {
	Z3_ast bits;
	struct range range;
	unsigned width;
};

enum { NUMBER_WIDTH_MAX = 60 }; /* its range is of int64_t */

bool number_of(Z3_context c, int64_t value, struct number *x);

/* A new constant in the range; *demand is true of its bits if it is. */
bool number_new(Z3_context c, struct range r, struct number *x, Z3_ast *demand);

/* The bits of at least as many. */
Z3_ast number_widen(Z3_context c, const struct number *x, unsigned width);

bool number_add(Z3_context c, struct number *x, const struct number *y);
bool number_multiply(Z3_context c, struct number *x, const struct number *y);

/* By what is over 0 only. */
bool number_divide(Z3_context c, struct number *x, const struct number *y);
bool number_remainder(Z3_context c, struct number *x, const struct number *y);

/* x if the condition holds, else y. */
void number_choose(Z3_context c, Z3_ast condition, struct number *x,
	const struct number *y);

#endif
