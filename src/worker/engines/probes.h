#ifndef WORKER_ENGINES_PROBES_H
#define WORKER_ENGINES_PROBES_H

/*
 * What the assertions of a problem speak of, as libz3's probes see it: for
 * choosing the engine that is to decide it.
 */

#include <stdbool.h>

#include "worker/base/task.h"

/* Products of reals, and no other theory. */
bool probes_is_polynomial(const struct task *t);

/* Booleans and bit-vectors only. */
bool probes_is_propositional(const struct task *t);

/* Of a goal, by the name that libz3 has for it. */
bool probes_goal_is(Z3_context c, Z3_goal goal, const char *name);

/* The goal, which is released, as a tactic leaves it; NULL: libz3 gives up. */
Z3_goal probes_apply_tactic(Z3_context c, Z3_tactic tactic, Z3_goal goal);

bool probes_has_quantifiers(const struct task *t);

/* Quantified arithmetic of reals in which a number is multiplied by itself: of
 * what only irrational numbers satisfy, as the greatest x with x * x = 2, the
 * strategy of libz3 4.8.12 says unsat. */
bool probes_may_be_irrational(const struct task *t);

#endif
