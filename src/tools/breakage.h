#ifndef TOOLS_BREAKAGE_H
#define TOOLS_BREAKAGE_H

/*
 * The items that an edit breaks without naming them. libz3 finds the first;
 * our index adds those that use a name which is then declared nowhere; without
 * all these the candidate is checked again, until libz3 has nothing to say.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "model/depend.h"
#include "model/edit.h"

struct model;

enum {
	/* Checks of one edit. Those found until then are named, and a cascade
	 * is refused: it would not be known to be whole. */
	BREAKAGE_ROUNDS = 40,
};

/* Zeroed: nothing is broken. */
struct breakage {
	struct depend suspects; /* by number in the base */
	bool *broken; /* by number in the base; NULL while there are none */
	/* Of each item of the candidate: its number in the base, or NEW. */
	size_t *origins;
	size_t count;
	unsigned rounds;
};

void breakage_release(struct breakage *b);

/*
 * Takes the item at `located` of the candidate, where libz3 found a fault, as
 * broken, and all that lack a name then; removes them from the candidate.
 * `edit` made the candidate of the base. False when too many rounds have
 * passed.
 */
bool breakage_add(struct breakage *b, const struct model *base,
	struct model *candidate, const struct edit_done *edit, size_t located);

/* Whether that item of the candidate is the one that is added or replaced. */
bool breakage_is_edited(
	const struct breakage *b, const struct edit_done *edit, size_t index);

/* The refusal that names them. Always false. */
bool breakage_refuse(const struct breakage *b, const struct model *base,
	const struct edit_done *edit, struct err *e);

#endif
