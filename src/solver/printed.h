#ifndef SOLVER_PRINTED_H
#define SOLVER_PRINTED_H

struct task;

/*
 * t->model as libz3 prints it: universes, each with its elements declared, and
 * definitions; where that would not do (solver/exact.h), the same in exact
 * words. The caller's; NULL if libz3 cannot.
 */
char *printed_model(const struct task *t);

#endif
