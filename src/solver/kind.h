#ifndef SOLVER_KIND_H
#define SOLVER_KIND_H

/*
 * What the assertions of a problem speak of, as libz3's probes see it: for
 * choosing who is to decide it.
 */

#include <stdbool.h>

#include "solver/task.h"

/* Products of reals, and no other theory. */
bool kind_is_polynomial(const struct task *t);

/* Linear arithmetic, without functions and quantifiers. */
bool kind_is_linear(Z3_context c, Z3_ast formula);

/* Booleans and bit-vectors only. */
bool kind_is_propositional(const struct task *t);

bool kind_is_propositional_goal(Z3_context c, Z3_goal goal);

bool kind_has_quantifiers(const struct task *t);

#endif
