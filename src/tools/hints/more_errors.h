#ifndef TOOLS_HINTS_MORE_ERRORS_H
#define TOOLS_HINTS_MORE_ERRORS_H

/*
 * Further faults, after the message of the first: who knows
 * all at once needs one more try, and not one for each. A line each, and one
 * line for all that are refused for the same reason.
 */

#include <stdbool.h>
#include <stddef.h>

#include "advice/advice.h"
#include "base/err.h"
#include "smt/text/diagnostic.h"

enum {
	MORE_ERRORS_REASONS = 20, /* that are shown; more are counted */
	MORE_ERRORS_PLACES = 10,  /* of one reason, likewise */
	/* That are looked at at all: each takes the names known there. */
	MORE_ERRORS_LOOKED = 100,
};

struct more_errors_reason {
	struct advice_brief first;
	struct buf others; /* ", line 7, line 9" */
	size_t places;
};

struct more_errors {
	struct more_errors_reason reasons[MORE_ERRORS_REASONS];
	size_t count;
	size_t looked;
	size_t omitted; /* places of other reasons */
};

/*
 * Takes out those that `first`, or one that stays, may have caused: a command
 * that is refused declares nothing, so those that use its names are refused
 * too, and so on. Faults are known by their offsets in the text; one that
 * stands in no command is taken out, and so is a second one of a command.
 */
void more_errors_keep_causes(struct diagnostics *f,
	const struct diagnostic *first, const char *text, size_t size);

/* Whether more are only to be counted, in `omitted`. */
bool more_errors_is_full(const struct more_errors *f);

void more_errors_add(struct more_errors *f, const struct diagnostic *fault,
	const struct advice_place *where);

/* Appends it to the message, if there is any. */
void more_errors_append(const struct more_errors *f, struct err *e);
void more_errors_drop(struct more_errors *f);

#endif
