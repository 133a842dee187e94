#ifndef WORKER_SOLUTION_EVALUATOR_H
#define WORKER_SOLUTION_EVALUATOR_H

/*
 * Terms with quantifiers under t->model, which libz3's evaluation leaves as
 * they are. A quantifier over a finite range is evaluated for each value of its
 * variables: Ints between bounds that the body states, Bool, enumerations,
 * small bit-vectors, and the elements that the solution has of a declared sort.
 * It shares no code with worker/expand, whose work it checks. Of what has no
 * such range only what a solver proves is believed: that it cannot be false, or
 * cannot be true.
 */

#include "worker/base/task.h"

/* Whether a Bool term is true; UNDEF if that is not found out until then. */
Z3_lbool evaluator_holds(struct task *t, Z3_ast term, int64_t until_us);

/* The value of any term; NULL if libz3 cannot say. A Bool or a number that
 * stays open is what evaluation leaves of it. */
Z3_ast evaluator_value(struct task *t, Z3_ast term);

#endif
