#ifndef ADVICE_SCANNED_H
#define ADVICE_SCANNED_H

/* Advice for the faults that our own scanner finds, before libz3 sees it. */

#include "advice/advice.h"
#include "advice/counsel.h"

/* Fills the counsel; the fault is of any kind but NONE and SOLVER. */
void scanned_advise(struct counsel *c, const struct scene *s,
	const struct advice_place *where, const struct fault *f);

#endif
