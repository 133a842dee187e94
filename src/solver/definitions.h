#ifndef SOLVER_DEFINITIONS_H
#define SOLVER_DEFINITIONS_H

#include "solver/task.h"

/*
 * Puts t->model into the report as SMT-LIB definitions between parentheses,
 * such that libz3 reads them back: what it prints of the size of a sort's
 * universe is no command, and becomes a comment.
 */
void definitions_report(const struct task *t);

/* The same text, the caller's; NULL if libz3 cannot print it. */
char *definitions_text(const struct task *t);

#endif
