#include "worker/base/checked_solver.h"

#include <stdbool.h>

#include "worker/base/context.h"
#include "worker/base/watchdog.h"

/* Until watchdog_resume there is no interrupt, and none waits in the context: a
 * check takes it away. */
static void
begin_assertion(Z3_context c)
{
	if (watchdog_pause()) {
		Z3_solver empty = Z3_mk_simple_solver(c);

		Z3_solver_inc_ref(c, empty);
		(void)Z3_solver_check(c, empty);
		Z3_solver_dec_ref(c, empty);
	}
	context_clear();
}

unsigned
checked_solver_settle(Z3_context c)
{
	begin_assertion(c);
	watchdog_resume();
	return watchdog_strikes();
}

bool
checked_solver_assert(Z3_context c, Z3_solver solver, Z3_ast term)
{
	begin_assertion(c);
	Z3_solver_assert(c, solver, term);
	watchdog_resume();
	return !context_failed();
}

bool
checked_solver_assert_all(
	Z3_context c, Z3_solver solver, const Z3_ast *terms, size_t count)
{
	bool is_whole = true;

	for (size_t i = 0; i < count; i++)
		is_whole &= checked_solver_assert(c, solver, terms[i]);
	return is_whole;
}

void
checked_solver_optimize_assert(Z3_context c, Z3_optimize optimizer, Z3_ast term)
{
	begin_assertion(c);
	Z3_optimize_assert(c, optimizer, term);
	watchdog_resume();
}

static Z3_lbool
believe(Z3_lbool answer, unsigned strikes_before)
{
	if (context_failed() || watchdog_strikes() != strikes_before)
		return Z3_L_UNDEF;
	return answer;
}

Z3_lbool
checked_solver_check(Z3_context c, Z3_solver solver)
{
	unsigned strikes = watchdog_strikes();

	context_clear();
	return believe(Z3_solver_check(c, solver), strikes);
}

Z3_lbool
checked_solver_check_assuming(
	Z3_context c, Z3_solver solver, unsigned count, const Z3_ast *literals)
{
	unsigned strikes = watchdog_strikes();

	context_clear();
	return believe(Z3_solver_check_assumptions(c, solver, count, literals),
		strikes);
}

Z3_lbool
checked_solver_optimize(Z3_context c, Z3_optimize optimizer)
{
	unsigned strikes = watchdog_strikes();

	context_clear();
	return believe(Z3_optimize_check(c, optimizer, 0, NULL), strikes);
}
