#ifndef ADVICE_NARROW_H
#define ADVICE_NARROW_H

/* Advice for a text that does not keep to the logic that it sets. */

#include "advice/advice.h"
#include "advice/counsel.h"
#include "smt/token.h"

/* What a FAULT_LOGIC says; into it. */
struct narrow {
	struct slice logic;
	struct slice wider; /* one that has it; "-": a name of libz3's own */
	const char *lacked; /* by the logic: "integers and reals" */
};

struct narrow narrow_read(const char *what);

/* Fills the counsel for a FAULT_LOGIC. */
void narrow_advise(struct counsel *c, const struct scene *s,
	const struct advice_place *where);

/* The same for a FAULT_LOGIC_PLACE. */
void narrow_advise_place(struct counsel *c, const struct scene *s,
	const struct advice_place *where);

#endif
