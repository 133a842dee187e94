#ifndef SOLVER_LAWFUL_H
#define SOLVER_LAWFUL_H

/*
 * Whether what libz3 has read keeps to the logic that the text sets. The parse
 * API does not mind it; libz3's own command does, and this is what it says.
 */

#include <stdbool.h>

#include "smt/logic.h"
#include "solver/parse.h"

/*
 * False with the first fault in script coordinates; the lines of others are
 * added to p->further.
 */
bool lawful_parsed(
	struct parsed *p, const struct logic *logic, struct fault *fault);

#endif
