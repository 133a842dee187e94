#ifndef WORKER_CORE_UNSAT_CORE_H
#define WORKER_CORE_UNSAT_CORE_H

/*
 * Why a problem is unsat, and what would make it sat.
 */

#include <stdbool.h>
#include <stdint.h>

#include "worker/base/task.h"

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
 * Returns the microseconds of processor time that the second pass may take
 * after an answer that took `took_us`. Nobody waits long for the core of a
 * script that does not ask for it: the pass has a tenth of a second after an
 * answer within half a second, and a twentieth of its time after a later one. A
 * hard text shall take little longer than the z3 command takes, which looks for
 * no core.
 */
int64_t unsat_core_budget_us(int64_t took_us, bool is_asked);

/*
 * The ways out of a conflict: sets of groups and assumptions without which the
 * rest is satisfiable, the smallest first; no set holds another. At most
 * LIMIT_RELAXATIONS of them, as many as are found in the time that is left, and
 * whether these are all.
 */
void unsat_core_correction_sets(const struct task *t);

#endif
