#include "worker/base/checked_solver.h"

#include <stdbool.h>
#include <stddef.h>

#include "base/alloc.h"
#include "worker/base/context.h"
#include "worker/base/watchdog.h"

/*
 * Solvers and optimizers that may lack an assertion. Another one may come to
 * stand at the address of one that is gone; it is undecided then, which is
 * honest.
 */
static struct {
	const void **at;
	size_t count;
	size_t capacity;
} lacking;

static bool
is_lacking(const void *solver)
{
	for (size_t i = 0; i < lacking.count; i++) {
		if (lacking.at[i] == solver)
			return true;
	}
	return false;
}

/*
 * An interrupt that met no check stays in the context, and libz3 4.8.12 drops
 * what is asserted then without an error; a check takes it away. Returns the
 * strikes that have been dealt with.
 */
unsigned
checked_solver_settle(Z3_context c)
{
	static unsigned settled;
	unsigned strikes = watchdog_strikes();

	if (strikes != settled) {
		Z3_solver empty = Z3_mk_simple_solver(c);

		Z3_solver_inc_ref(c, empty);
		(void)Z3_solver_check(c, empty);
		Z3_solver_dec_ref(c, empty);
		settled = strikes;
	}
	context_clear();
	return strikes;
}

static void
note_lack(const void *solver, unsigned strikes_before)
{
	if (!context_failed() && watchdog_strikes() == strikes_before)
		return;
	lacking.at = mem_room(lacking.at, lacking.count, &lacking.capacity,
		sizeof(lacking.at[0]));
	lacking.at[lacking.count++] = solver;
}

void
checked_solver_assert(Z3_context c, Z3_solver solver, Z3_ast term)
{
	unsigned strikes = checked_solver_settle(c);

	Z3_solver_assert(c, solver, term);
	note_lack(solver, strikes);
}

void
checked_solver_assert_all(
	Z3_context c, Z3_solver solver, const Z3_ast *terms, size_t count)
{
	for (size_t i = 0; i < count; i++)
		checked_solver_assert(c, solver, terms[i]);
}

void
checked_solver_optimize_assert(Z3_context c, Z3_optimize optimizer, Z3_ast term)
{
	unsigned strikes = checked_solver_settle(c);

	Z3_optimize_assert(c, optimizer, term);
	note_lack(optimizer, strikes);
}

static Z3_lbool
believe(const void *solver, Z3_lbool answer, unsigned strikes_before)
{
	if (is_lacking(solver) || context_failed() ||
		watchdog_strikes() != strikes_before)
		return Z3_L_UNDEF;
	return answer;
}

Z3_lbool
checked_solver_check(Z3_context c, Z3_solver solver)
{
	unsigned strikes = watchdog_strikes();

	context_clear();
	return believe(solver, Z3_solver_check(c, solver), strikes);
}

Z3_lbool
checked_solver_check_assuming(
	Z3_context c, Z3_solver solver, unsigned count, const Z3_ast *literals)
{
	unsigned strikes = watchdog_strikes();

	context_clear();
	return believe(solver,
		Z3_solver_check_assumptions(c, solver, count, literals),
		strikes);
}

Z3_lbool
checked_solver_optimize(Z3_context c, Z3_optimize optimizer)
{
	unsigned strikes = watchdog_strikes();

	context_clear();
	return believe(
		optimizer, Z3_optimize_check(c, optimizer, 0, NULL), strikes);
}
