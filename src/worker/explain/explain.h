#ifndef WORKER_EXPLAIN_EXPLAIN_H
#define WORKER_EXPLAIN_EXPLAIN_H

/*
 * What follows the decision of a problem: the best solution, several of them,
 * the core of unsat, and the answers to queries.
 */

#include <stdint.h>

#include "worker/base/task.h"

/* Whether the problem has objectives or soft assertions. */
bool optimize_is_asked(const struct task *t);

/*
 * From a solution (t->model) to the best: reports the solution at hand, and
 * then each better one, in the ways of ways.def. An objective's value is that
 * of its term under the reported solution; of a box, the best that was found
 * for it alone, and the solution is the best for the first. It is called
 * optimal if it was proved that none is better: libz3 4.8.12 is wrong on strict
 * bounds of reals, and its own bounds are stale after an interrupt.
 */
void optimize_task(struct task *t);

/*
 * Up to ask->solutions solutions, the first included, that differ on the terms
 * of the get-value after the check, or on the declared constants and functions
 * if there is none; of a problem with objectives the optimal ones; with pareto
 * one for each best combination of values. Says when there are no more, if that
 * was proved, and what was not compared.
 */
void solutions_report(struct task *t);

/*
 * Of each term of FIELD_FORCED, or of all that solutions are compared by if it
 * is empty: whether all solutions, of a problem with objectives all optimal
 * ones, have the value of it that t->model has, or another value.
 */
void solutions_report_forced(struct task *t);

/*
 * Why a problem is unsat: a set of its groups of assertions that are unsat by
 * themselves. Found by a second pass in which every assertion hangs on a
 * literal, since tracking slows libz3 down; then made minimal by leaving out
 * one group after another, within a budget.
 *
 * Reports the first core as soon as there is one, and a smaller one after it.
 * When the pass finds none in its time, all assertions are the core. A core is
 * called minimal only if every one of its members was seen to be needed.
 */
void unsat_core_report(struct task *t);

/*
 * What the second pass may have of the processor after an answer that took so
 * long. Of a script that does not ask for its core nobody waits long for it: an
 * answer within half a second has a tenth of a second, a later one a twentieth
 * of what it took, as a hard text is to take little longer than the z3 command
 * takes, which looks for no core.
 */
int64_t unsat_core_budget_us(int64_t took_us, bool is_asked);

/*
 * The ways out of a conflict: sets of groups and assumptions without which the
 * rest is satisfiable, the smallest first; no set holds another. At most
 * LIMIT_RELAXATIONS of them, as many as are found in the time that is left, and
 * whether these are all.
 */
void unsat_core_correction_sets(const struct task *t);

/*
 * Answers the queries after a check (get-value, eval, get-info, echo, ...) as
 * libz3 prints them. One that has no answer, such as get-value after unsat, is
 * a comment that says so.
 */
void query_all(struct task *t);

#endif
