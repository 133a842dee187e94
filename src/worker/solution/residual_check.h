#ifndef WORKER_SOLUTION_RESIDUAL_CHECK_H
#define WORKER_SOLUTION_RESIDUAL_CHECK_H

/*
 * Evaluation leaves a quantifier as it is, and some operators of sets, arrays
 * and algebraic numbers. What is left is decided here, where that is easy: a
 * counterexample to a forall, or a witness of an exists, is looked for with a
 * solver and believed only if the body evaluates as it should under it; that
 * there is none, or that anything else cannot be false, is believed as any
 * unsat is. So libz3
 * 4.8.12 is seen to be wrong where it calls a quantified problem of floating
 * point sat that is not. A variable of a declared sort stands for each element
 * of the solution.
 */

#include "worker/base/task.h"

/*
 * Is the value, which solution_value gave for an assertion, true under
 * t->model? UNDEF where nothing is found out in the time that a problem has for
 * this, or until then, when the caller's budget (watchdog.h) ends; and at once
 * during a search of libz3's, which an interrupt would end.
 */
Z3_lbool residual_check_value(struct task *t, Z3_ast value, int64_t until_us);

/* The value of any term, as solution_value gives it; a Bool that it leaves as
 * it is becomes what it is, if that is found out. */
Z3_ast residual_check_term(struct task *t, Z3_ast term);

#endif
