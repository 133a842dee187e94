#ifndef ADVICE_SLIPS_SCANNER_ERRORS_H
#define ADVICE_SLIPS_SCANNER_ERRORS_H

/* Advice for the faults that our own scanner finds, before libz3 sees it. */

#include "advice/advice.h"
#include "advice/message/message.h"

/* Fills the counsel; the fault is of any kind but NONE and SOLVER. */
void scanner_errors_advise(struct message *c, const struct text_context *s,
	const struct advice_place *where, const struct diagnostic *f);

#endif
