#ifndef SMT_NAMES_DIAGNOSTICS_H
#define SMT_NAMES_DIAGNOSTICS_H

/*
 * All that is wrong with a text, after the first fault of it.
 */

#include <stdbool.h>
#include <stddef.h>

#include "smt/text/diagnostic.h"

/* One is a KiB; who has mended so many asks again. */
enum { DIAGNOSTICS_MAX = 2000 };

struct diagnostics {
	struct diagnostic *at; /* in the order of the text */
	size_t count, capacity;
};

/* False when there are too many already. */
bool diagnostics_add(struct diagnostics *f, const struct diagnostic *fault);
void diagnostics_release(struct diagnostics *f);

/*
 * Takes out those that `first`, or one that stays, may have caused: a command
 * that is refused declares nothing, so those that use its names are refused
 * too, and so on. Faults are known by their offsets in the text; one that
 * stands in no command is taken out, and so is a second one of a command.
 */
void diagnostics_keep_causes(struct diagnostics *f,
	const struct diagnostic *first, const char *text, size_t size);

#endif
