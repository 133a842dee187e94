#include "solver/trust.h"

#include "solver/context.h"
#include "solver/watchdog.h"

static Z3_lbool
believe(Z3_lbool answer, unsigned strikes_before)
{
	if (context_failed() || watchdog_strikes() != strikes_before)
		return Z3_L_UNDEF;
	return answer;
}

Z3_lbool
trust_check(Z3_context c, Z3_solver solver)
{
	unsigned strikes = watchdog_strikes();

	context_clear();
	return believe(Z3_solver_check(c, solver), strikes);
}

Z3_lbool
trust_check_assuming(
	Z3_context c, Z3_solver solver, unsigned count, const Z3_ast *literals)
{
	unsigned strikes = watchdog_strikes();

	context_clear();
	return believe(Z3_solver_check_assumptions(c, solver, count, literals),
		strikes);
}

Z3_lbool
trust_optimize(Z3_context c, Z3_optimize optimizer)
{
	unsigned strikes = watchdog_strikes();

	context_clear();
	return believe(Z3_optimize_check(c, optimizer, 0, NULL), strikes);
}
