#include "solver/effort.h"

/* As much again as the checks take, and a little more. */
enum { EVALUATING_US = 200000 };

bool
effort_allows(const struct effort *e)
{
	return e->evaluating_us <= EVALUATING_US + e->solving_us;
}
