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
 * is believed before its solution was evaluated. Running out of memory
 * is not handled here: it ends the process (context.c).
 */

#include <stdbool.h>
#include <stddef.h>

#include "worker/base/libz3.h"
#include "worker/base/termset.h"

/* Takes an interrupt away that met no check, which libz3 4.8.12 would drop an
 * assertion for; the interrupts so far. */
unsigned checked_solver_clear_interrupt(Z3_context c);

/* libz3's SAT solver, which knows Booleans, bit-vectors, weighted sums of them,
 * and Ints that have bounds; what else is in it makes its checks unknown. */
Z3_solver checked_solver_new_finite(Z3_context c);

bool checked_solver_assert(Z3_context c, Z3_solver solver, Z3_ast term);
bool checked_solver_assert_all(
	Z3_context c, Z3_solver solver, const Z3_ast *terms, size_t count);
void checked_solver_optimize_assert(
	Z3_context c, Z3_optimize optimizer, Z3_ast term);

Z3_lbool checked_solver_check(Z3_context c, Z3_solver solver);
Z3_lbool checked_solver_check_assuming(
	Z3_context c, Z3_solver solver, unsigned count, const Z3_ast *literals);

/* Opens a scope. Returns false if libz3 was interrupted: there is none then,
 * the caller asserts nothing in it and does not close it. */
bool checked_solver_push(Z3_context c, Z3_solver solver);
void checked_solver_pop(Z3_context c, Z3_solver solver, unsigned scopes);

/*
 * Has the finite-domain solver read what was asserted, by a check that assumes
 * what it denies at once: it would read it in the next check, and what an
 * interrupt meets of it is lost. The watchdog waits.
 */
void checked_solver_read_asserted(
	Z3_context c, Z3_solver solver, Z3_ast denied);

/* Returns what the last check, which was sat, has found; NULL if libz3 has none
 * after all. The watchdog waits, since under an interrupt it has none. The
 * caller takes a reference. */
Z3_model checked_solver_model(Z3_context c, Z3_solver solver);

/* Adds what libz3 says that the last check, which was unsat, assumed. Returns
 * false if it does not say. */
bool checked_solver_core(Z3_context c, Z3_solver solver, struct termset *core);

Z3_lbool checked_solver_optimize(Z3_context c, Z3_optimize optimizer);
/* Like checked_solver_model. */
Z3_model checked_solver_optimize_model(Z3_context c, Z3_optimize optimizer);

/*
 * One solver for several problems of a script that have a context together:
 * what a problem shares with the one before it stays asserted, and what libz3
 * has learned of it. Problems are compared by their terms, so nothing but the
 * assertions in force can be in the solver, whatever the script looks like.
 */

/* Zeroed to begin with. */
struct assertion_stack {
	Z3_context c;
	Z3_solver solver; /* of the context; NULL: none yet */
	Z3_ast *terms;	  /* that are asserted, in order */
	size_t count, capacity;
	size_t *levels; /* how many were when each scope was opened */
	size_t level_count, level_capacity;
};

/* The incremental core with just these terms asserted; the stack's. */
Z3_solver assertion_stack_solver(struct assertion_stack *s, Z3_context c,
	const Z3_ast *terms, size_t count);

/* The next problem gets a new solver: the context is not used again, or a
 * check was not decided. */
void assertion_stack_forget(struct assertion_stack *s);

/* Leaves the solver to its context. */
void assertion_stack_release(struct assertion_stack *s);

#endif
