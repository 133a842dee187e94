#ifndef POOL_ANSWER_RANK_H
#define POOL_ANSWER_RANK_H

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
bool answer_is_decided(const struct answer *a);

/* It knows sat or unsat, and works on the rest of it or has done so. */
bool answer_has_status(const struct answer *a);

/* Of an answer that has not decided: the more the better. */
int answer_rank(const struct answer *a);

#endif
