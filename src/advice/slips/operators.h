#ifndef ADVICE_SLIPS_OPERATORS_H
#define ADVICE_SLIPS_OPERATORS_H

/*
 * Operators between their arguments, as most languages write them: found in a
 * form, (x > 0), or stuck together in one word, x>0. Each is rewritten with
 * the arguments at hand.
 */

#include <stdbool.h>
#include <stddef.h>

#include "advice/message/message.h"

/*
 * An operator that stands between its arguments in one of the two innermost
 * forms around the place: fills all of the counsel. False if there is none.
 */
bool operators_advise(struct message *c, const struct text_context *s);

/* Likewise for a word that holds an operator and is no name of its own. */
bool operators_in_word(
	struct message *c, const struct text_context *s, struct span word);

/* How SMT-LIB writes an operator, "and" of "&&", and its rank among those of
 * other languages: the higher, the closer it binds. NULL if it is none. */
const char *operators_name(
	const struct text_context *s, struct span span, int *rank);

#endif
