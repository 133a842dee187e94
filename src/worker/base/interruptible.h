#ifndef WORKER_BASE_INTERRUPTIBLE_H
#define WORKER_BASE_INTERRUPTIBLE_H

/*
 * The calls of libz3 on terms that an interrupt ends without a result.
 *
 * libz3's rewriter looks for an interrupt at each step ("if (!m().inc())
 * throw" in 4.8.12), and so do its tactics and its arithmetic
 * of algebraic numbers. A call that runs one of them returns NULL, false or ""
 * then, and libz3 dies of a NULL that it is given as a term. These calls are
 * made here and nowhere else (tests/rules/interruptible.sh); the checks of
 * solvers, their models and cores are in checked_solver.h. Calls that only make
 * or read terms have no such look, nor has Z3_substitute.
 *
 * Where there is a right answer without libz3 it is returned. Otherwise NULL
 * means that the time is over. The caller goes on with what it knows.
 */

#include <stdbool.h>
#include <stdint.h>

#include "worker/base/libz3.h"

/* Returns an equivalent term, never NULL: the term itself if libz3 was
 * interrupted, where context_failed() is true afterwards. */
Z3_ast interruptible_simplify(Z3_context c, Z3_ast term);
Z3_ast interruptible_simplify_with(
	Z3_context c, Z3_ast term, Z3_params parameters);

/* Returns the value of a term under a model; NULL if libz3 cannot say.
 * `complete`: what the model does not determine gets a value, too. */
Z3_ast interruptible_value(
	Z3_context c, Z3_model model, Z3_ast term, bool complete);

/* Returns NULL if the tactic failed or was interrupted. */
Z3_apply_result interruptible_apply(
	Z3_context c, Z3_tactic tactic, Z3_goal goal);

/* Returns the terms of a text; NULL if there is an error in it, which
 * context_error() has, or if the parser was interrupted. */
Z3_ast_vector interruptible_parse(Z3_context c, const char *text);

/* Returns the term as SMT-LIB; "" if libz3 was interrupted. Borrowed, until the
 * next call of libz3. */
const char *interruptible_text(Z3_context c, Z3_ast term);

/* Returns an algebraic number in decimal; "" if libz3 was interrupted.
 * Borrowed, until the next call of libz3. */
const char *interruptible_decimal(
	Z3_context c, Z3_ast number, unsigned precision);

/* --- tests ---------------------------------------------------------------- */

enum interrupt_kind {
	INTERRUPT_ONCE,	    /* as by the end of a phase's budget */
	INTERRUPT_FOR_GOOD, /* as by the job's deadline */
};

/*
 * Lets the call of that number, from 1 on, be interrupted, among those of this
 * file and of checked_solver.h. 0: none is, and they are only counted. Only
 * tests call this; they may be interrupted anywhere, and not only where the
 * watchdog happens to strike.
 */
void interruptible_inject(uint64_t number, enum interrupt_kind kind);

/* Returns how many such calls there were since interruptible_inject. */
uint64_t interruptible_calls(void);

/* Counts a call. Returns whether it is to be interrupted; then libz3 has the
 * error of an interrupt, and watchdog_interrupts() has counted it. */
bool interruptible_is_injected(Z3_context c);

#endif
