#ifndef LANGUAGE_DSL_EXPRESSION_H
#define LANGUAGE_DSL_EXPRESSION_H

/*
 * The expressions of the JSON DSL: a part of Python's, which are parsed and
 * never evaluated.
 *
 *	And Or Not Implies If Distinct Sum Product ForAll([x], e)
 *	Exists([x], e) BitVecVal(v, w) UGT UGE ULT ULE UDiv URem LShR; and or
 *	not; a if c else b; == != < <= > >=, also in chains; + - * / // % **;
 *	& | ^ ~ << >>; f(x), a[i], numbers, True, False
 *
 * A quotient of numbers is exact; of Ints it is SMT-LIB's div, as in Z3's API
 * for Python. <, >, /, % and >> of bit-vectors are signed, UGT and such are
 * not. A Bool counts as 0 or 1 where numbers are.
 */

#include "base/buf.h"
#include "language/dsl_names.h"

/*
 * Appends the text as an SMT-LIB term and returns its sort, which is `wanted`;
 * NULL: that of a number or bit-vector. NULL with a fault. Variables that no
 * quantifier binds become is_free.
 */
const char *dsl_expression(struct dsl_names *n, const char *text,
	const char *wanted, struct buf *out, struct dsl_fault *fault);

#endif
