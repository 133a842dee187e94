#ifndef WORKER_BASE_CHECK_BUDGET_H
#define WORKER_BASE_CHECK_BUDGET_H

/*
 * What the checks before the last of a script take.
 *
 * A solution is evaluated although nobody asks for it, as libz3 has been wrong
 * before. That takes as long as the assertions in force are many, where libz3
 * itself only looks at what is new: in a script with thousands of checks nearly
 * all of the time. So there is an end to it, which the answer tells. What the
 * script asks for, and its last check, are not concerned; and where one check
 * has all that those before it have, its solution is one of theirs.
 */

#include <stdbool.h>
#include <stdint.h>

/* Zeroed to begin with. */
struct check_budget {
	int64_t solver_call_us;
	int64_t evaluating_us; /* of what nobody asked for */
	bool is_told;	       /* that there is an end to it */
};

bool check_budget_allows(const struct check_budget *e);

#endif
