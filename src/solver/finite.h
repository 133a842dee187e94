#ifndef SOLVER_FINITE_H
#define SOLVER_FINITE_H

/*
 * Decides what is finite by bit-vectors (solver/bits.h), or by libz3's SAT
 * solver where that is what it is.
 */

#include <stdbool.h>
#include <stddef.h>
#include <z3.h>

#include "solver/task.h"

/* The constants of the problem are of sorts that allow for it. */
bool finite_is_likely(const struct task *t);

struct finite {
	Z3_lbool answer;  /* UNDEF: it is not finite, or the time was up */
	Z3_model model;	  /* of TRUE; counted */
	Z3_solver solver; /* that has answered, or NULL */
};

/* What is found stays with the context. */
void finite_decide(
	struct finite *x, Z3_context c, const Z3_ast *terms, size_t count);

#endif
