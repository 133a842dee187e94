#ifndef WORKER_CNF_CNF_H
#define WORKER_CNF_CNF_H

/*
 * A problem as DIMACS CNF or WCNF, made by libz3's tactics: Bool, at-most and
 * pseudo-Boolean constraints, bit-vectors, floating-point numbers,
 * enumerations, and sums of Ints that have bounds; these as constants, or as
 * the values of functions and arrays at known arguments.
 *
 *	c 1 is rain
 *	c 2 to 4 are n, lowest bit first
 *	c 5 to 6 are x - 10, lowest bit first
 *	p cnf 7 2
 *	-1 7 0
 *	7 0
 *
 * The values of the named variables in a solution of the CNF are a solution of
 * the problem, and each solution of the problem is one of the CNF. A variable
 * without a name stands for a part of an assertion.
 *
 * A WCNF (of the form before 2022, which most solvers read) has the weights of
 * assert-soft, or those of the bits of what is minimized or maximized. A soft
 * constraint that is not a literal has a variable with its text as name, which
 * implies it. The least cost is that of the problem; "c the cost is x - (2)"
 * says of an objective how they compare.
 */

#include <stdbool.h>

#include "base/buf.h"
#include "worker/read/parser.h"

/*
 * Appends the text; `expanded` has the terms, or is empty. False with a fault
 * at the first assertion or objective that has no clauses.
 */
bool cnf_write(const struct parsed *p, const struct expanded *expanded,
	bool is_weighted, struct buf *out, struct diagnostic *fault);

#endif
