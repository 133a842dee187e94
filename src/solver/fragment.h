#ifndef SOLVER_FRAGMENT_H
#define SOLVER_FRAGMENT_H

/* What a text uses, and whether the logic that it sets has that. */

#include <z3.h>

#include "smt/logic.h"
#include "smt/script.h"
#include "solver/parse.h"
#include "solver/termset.h"

/* The logic that is in force in the problem; NULL: none that libz3 knows. */
const struct logic *fragment_logic(
	const struct script *s, const struct script_problem *sp);

/* The parts of a logic that a term takes; those in `seen` are passed over, and
 * the others added. */
unsigned fragment_of(Z3_context c, Z3_ast term, struct termset *seen);

/* Whether all that the problem asserts is of that logic. */
bool fragment_is_of(const struct parsed *p, const struct logic *logic);

#endif
