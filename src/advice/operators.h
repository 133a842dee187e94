#ifndef ADVICE_OPERATORS_H
#define ADVICE_OPERATORS_H

/*
 * Operators between their arguments, as most languages write them: found in a
 * form, (x > 0), or stuck together in one word, x>0. Each is rewritten with
 * the arguments at hand.
 */

#include <stdbool.h>
#include <stddef.h>

#include "advice/counsel.h"

/*
 * An operator that stands between its arguments in one of the two innermost
 * forms around the place: fills all of the counsel. False if there is none.
 */
bool operators_advise(struct counsel *c, const struct scene *s);

/* Likewise for a word that holds an operator and is no name of its own. */
bool operators_in_word(
	struct counsel *c, const struct scene *s, struct span word);

/*
 * x > 0, where a term is due: how it is written, "(> x 0)"; on the heap. NULL
 * if it is not two arguments around an operator.
 */
char *operators_rewrite(const char *text, size_t size);

#endif
