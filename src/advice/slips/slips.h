#ifndef ADVICE_SLIPS_SLIPS_H
#define ADVICE_SLIPS_SLIPS_H

/*
 * Mistakes that are seen in the text itself, whoever stumbled over them: other
 * languages (Python, C, prose), characters that a chat or a word processor
 * put in, numbers in another notation, commas, brackets, comments; and names
 * that other languages have. What is said stands in slips.rules.
 */

#include "advice/message/message.h"
#include "smt/text/diagnostic.h"

/* Looks at the place of the fault and right around it; fills all of the
 * message. False if it is no mistake known here. */
bool slips_advise(struct message *c);

/* Fills the message for a fault that our own scanner found, before libz3 saw
 * the text: of any kind but NONE and SOLVER. */
void slips_advise_fault(struct message *c, const struct diagnostic *f);

/* Whether the text holds &lt; and its like, which unbalance it. */
bool slips_hold_entity(const struct text_context *s);

#endif
