#ifndef SOLVER_FINITE_H
#define SOLVER_FINITE_H

/*
 * Decides what is finite by libz3's finite-domain solver, which reads Booleans,
 * bit-vectors and Ints that have bounds as propositional logic: for plans and
 * puzzles often a hundred times faster than arithmetic. It has to be told the
 * bounds (solver/bounds.h); what it cannot read it soon calls unknown.
 */

#include <stdbool.h>
#include <stddef.h>
#include <z3.h>

#include "solver/task.h"

/* The constants of the problem are of sorts that allow for it. */
bool finite_is_likely(const struct task *t);

struct finite {
	Z3_lbool answer;  /* UNDEF: not finite, or the time is up */
	Z3_model model;	  /* of TRUE; counted */
	Z3_solver solver; /* that has answered, or NULL */
};

/* What is found stays with the context. */
void finite_decide(
	struct finite *x, Z3_context c, const Z3_ast *terms, size_t count);

#endif
