#ifndef WORKER_BASE_CHECKED_SOLVER_H
#define WORKER_BASE_CHECKED_SOLVER_H

/*
 * libz3's checks, and when not to believe them: a check that raised an error,
 * or during which the watchdog struck, is undecided, whatever libz3 says.
 * Interrupted again and again, libz3 4.8.12 has answered sat for a sum of three
 * cubes that has no solution of that size.
 *
 * An assertion under an interrupt is lost without a word, and what is left is
 * sat; so the watchdog waits while something is asserted. What libz3 refuses is
 * missing as well, and said: unsat of what is left is still unsat, and no sat
 * is believed before its solution was evaluated. Out of memory is no matter of
 * this: it ends the process (context.c).
 */

#include <stdbool.h>
#include <stddef.h>
#include <z3.h>

/* Takes an interrupt away that met no check, which libz3 4.8.12 would drop an
 * assertion for; the strikes so far. */
unsigned checked_solver_settle(Z3_context c);

bool checked_solver_assert(Z3_context c, Z3_solver solver, Z3_ast term);
bool checked_solver_assert_all(
	Z3_context c, Z3_solver solver, const Z3_ast *terms, size_t count);
void checked_solver_optimize_assert(
	Z3_context c, Z3_optimize optimizer, Z3_ast term);

Z3_lbool checked_solver_check(Z3_context c, Z3_solver solver);
Z3_lbool checked_solver_check_assuming(
	Z3_context c, Z3_solver solver, unsigned count, const Z3_ast *literals);
Z3_lbool checked_solver_optimize(Z3_context c, Z3_optimize optimizer);

#endif
