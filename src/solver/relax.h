#ifndef SOLVER_RELAX_H
#define SOLVER_RELAX_H

#include "solver/task.h"

/*
 * The ways out of a conflict: sets of groups (solver/groups.h) without which
 * the rest is satisfiable, the smallest first; no set holds another. At most
 * LIMIT_RELAXATIONS of them, as many as are found in the time that is left.
 */

void relax_report(const struct task *t);

#endif
