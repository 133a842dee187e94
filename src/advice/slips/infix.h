#ifndef ADVICE_SLIPS_INFIX_H
#define ADVICE_SLIPS_INFIX_H

/*
 * Operators between their arguments, as most languages write them: found in a
 * form, (x > 0), or stuck together in one word, x>0. Each is rewritten with
 * the arguments at hand.
 */

#include "advice/message/message.h"

/*
 * An operator that stands between its arguments in one of the two innermost
 * forms around the place: fills all of the message. False if there is none.
 */
bool infix_advise(struct message *c, const struct text_context *s);

/* Likewise for a word that holds an operator and is not a name of its own. */
bool infix_in_word(
	struct message *c, const struct text_context *s, struct span word);

/*
 * x + y > 3, where a term is expected: how it is written, "(> (+ x y) 3)", with
 * the ranks that operators have elsewhere; on the heap. NULL if it is not
 * arguments with an operator between each two.
 */
char *infix_rewrite(const char *text, size_t size);

#endif
