#ifndef SOLVER_OBJECTIVES_H
#define SOLVER_OBJECTIVES_H

/*
 * What is known of the goals of a problem, as frames for the server and as
 * libz3 prints it for get-objectives.
 */

#include "solver/goal.h"
#include "solver/task.h"

/* Puts the goals into the report, and their text into t->objectives. */
void objectives_report(struct task *t, const struct goals *goals);

#endif
