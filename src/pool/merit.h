#ifndef POOL_MERIT_H
#define POOL_MERIT_H

/*
 * What the answer of one child is worth when another one could still answer
 * the same.
 */

#include <stdbool.h>

#include "wire/answer.h"

/*
 * Whether nothing that another child could say would be better: a fault of the
 * text, unsat, or sat with values that were checked and that no goal is open
 * for.
 */
bool merit_is_decided(const struct answer *a);

/* It knows sat or unsat, and works on the rest of it or has done so. */
bool merit_has_status(const struct answer *a);

/* Of an answer that has not decided: the more the better. */
int merit(const struct answer *a);

/* Over 0: the solution of `a` is better in the first goal in which they differ;
 * 0: they are as good, or one of them has none. */
int merit_compare_goals(const struct answer *a, const struct answer *b);

#endif
