#include "worker/base/check_budget.h"

/* As much again as the checks take, and a little more. */
enum { EVALUATING_US = 200000 };

bool
check_budget_allows(const struct check_budget *e)
{
	return e->evaluating_us <= EVALUATING_US + e->solver_call_us;
}
