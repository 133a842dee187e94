#ifndef WORKER_READ_LOGIC_FRAGMENT_H
#define WORKER_READ_LOGIC_FRAGMENT_H

/* What a text uses, and whether the logic that it sets has that. */

#include <z3.h>

#include "smt/names/logic.h"
#include "worker/base/termset.h"
#include "worker/read/parser.h"
#include "worker/read/script.h"

/* The logic that is in force in the problem; NULL: none that libz3 knows. */
const struct logic *logic_fragment_logic(
	const struct script *s, const struct script_problem *sp);

/* The parts of a logic that a term takes; those in `seen` are passed over, and
 * the others added. */
unsigned logic_fragment_of(Z3_context c, Z3_ast term, struct termset *seen);

/* Whether all that the problem asserts is of that logic. */
bool logic_fragment_is_of(const struct parsed *p, const struct logic *logic);

#endif
