#ifndef WORKER_EXPLAIN_CNF_H
#define WORKER_EXPLAIN_CNF_H

/*
 * A problem as DIMACS CNF, made by libz3's tactics: Bool, at-most and
 * pseudo-Boolean constraints, bit-vectors, floating-point numbers, and sums of
 * Int constants that have bounds.
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
 */

#include <stdbool.h>

#include "base/buf.h"
#include "worker/read/parser.h"

/*
 * Appends the text. False with a fault at the first assertion or objective
 * that has no clauses.
 */
bool cnf_write(
	const struct parsed *p, struct buf *out, struct diagnostic *fault);

#endif
