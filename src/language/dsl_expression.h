#ifndef LANGUAGE_DSL_EXPRESSION_H
#define LANGUAGE_DSL_EXPRESSION_H

/*
 * The expressions of the JSON DSL. They are a part of Python's, which are
 * parsed and never evaluated: the operators and functions of dsl_operators.def,
 * a if c else b, chains of comparisons, **, f(x), a[i], numbers.
 *
 * A quotient of numbers is exact; of Ints it is SMT-LIB's div, as in Z3's API
 * for Python. A Bool counts as 0 or 1 where numbers are.
 */

#include "base/buf.h"
#include "language/dsl_names.h"

/* The sort that a text names: Int, IntSort, BitVecSort(8), ArraySort(A, B), or
 * one that is defined. */
const struct dsl_sort *dsl_sort(struct dsl *d, const char *text);

/* Appends the text as an SMT-LIB term of that sort; NULL: of a number or
 * bit-vector. */
void dsl_expression(struct dsl *d, const char *text,
	const struct dsl_sort *wanted, struct buf *out);

#endif
