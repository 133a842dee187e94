#ifndef ADVICE_Z3_Z3_ERRORS_H
#define ADVICE_Z3_Z3_ERRORS_H

/*
 * What libz3 says when it refuses a text, turned into advice by z3.rules: its
 * sentences, each with the place that it really means, the cause and steps.
 */

#include "advice/message/message.h"

/* Fills the message; what no rule knows is told in libz3's own words. */
void z3_errors_advise(struct message *c, const char *words);

#endif
