#ifndef WORKER_READ_REQUESTED_RESULTS_H
#define WORKER_READ_REQUESTED_RESULTS_H

/*
 * What a script wants to know of a check.
 */

#include <stdbool.h>

#include "worker/read/script.h"

/* Whether a query of that kind stands behind the check. */
bool requested_results_for(const struct script *s,
	const struct script_problem *sp, enum command_kind command);

/* Whether the values of all constants are of use. */
bool requested_results_for_solution(
	const struct script *s, const struct script_problem *sp);

#endif
