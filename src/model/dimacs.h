#ifndef MODEL_DIMACS_H
#define MODEL_DIMACS_H

/*
 * A propositional model as DIMACS CNF, for SAT solvers:
 *
 *	c Satchel export, format 1
 *	c session: parity
 *	c revision: 3
 *	c made by: Satchel 0.1.0, Z3 4.8.12
 *	c status: sat
 *	c 1 is rain
 *	c 2 is wet
 *	p cnf 2 2
 *	-1 2 0
 *	1 0
 *
 * A variable without a name stands for a part of an assertion.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "model/export.h"
#include "model/model.h"
#include "smt/fault.h"

/*
 * False when an item is not propositional: *index is the first one, and the
 * fault says where in it. When `out` overflows it stops, as render does.
 */
bool dimacs_render(const struct model *m, const struct export_header *header,
	struct buf *out, size_t *index, struct fault *fault);

#endif
