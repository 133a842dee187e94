#ifndef SMT_ASKED_H
#define SMT_ASKED_H

/*
 * What a script wants to know of a check.
 */

#include <stdbool.h>

#include "smt/script.h"

/* Whether a query of that kind stands behind the check. */
bool asked_for(const struct script *s, const struct script_problem *sp,
	enum command command);

/* Whether the values of all constants are of use. */
bool asked_for_solution(
	const struct script *s, const struct script_problem *sp);

#endif
