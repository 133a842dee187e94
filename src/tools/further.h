#ifndef TOOLS_FURTHER_H
#define TOOLS_FURTHER_H

/*
 * What else is refused, told behind the message of the first fault: who knows
 * all at once needs one more try, and not one for each. A line each, and one
 * line for all that are refused for the same reason.
 */

#include <stdbool.h>
#include <stddef.h>

#include "advice/advice.h"
#include "base/err.h"

enum {
	FURTHER_REASONS = 20, /* that are told; more are counted */
	FURTHER_PLACES = 10,  /* of one reason, likewise */
	/* That are looked at at all: each takes the names known there. */
	FURTHER_LOOKED = 100,
};

struct further_reason {
	struct advice_brief first;
	struct buf others; /* ", line 7, line 9" */
	size_t places;
};

struct further {
	struct further_reason reasons[FURTHER_REASONS];
	size_t count;
	size_t looked;
	size_t untold; /* places of other reasons */
};

/* Whether more are only to be counted, in `untold`. */
bool further_is_full(const struct further *f);

void further_add(struct further *f, const struct fault *fault,
	const struct advice_place *where);

/* Appends it to the message, if there is any. */
void further_tell(const struct further *f, struct err *e);
void further_drop(struct further *f);

#endif
