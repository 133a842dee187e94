#ifndef SOLVER_RELAX_H
#define SOLVER_RELAX_H

#include "solver/task.h"

/*
 * The ways out of a conflict: sets of groups (solver/groups.h) without which
 * the rest is satisfiable, the smallest first; no set holds another. At most
 * RELAX_MAX of them, as many as are found in the time that is left.
 */
enum { RELAX_MAX = 10 };

void relax_report(const struct task *t);

#endif
