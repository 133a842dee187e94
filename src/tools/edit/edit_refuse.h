#ifndef TOOLS_EDIT_EDIT_REFUSE_H
#define TOOLS_EDIT_EDIT_REFUSE_H

/*
 * Why an edit is refused. All return false with the message in *e; each says
 * that nothing was changed.
 */

#include <stdbool.h>

#include "base/err.h"

struct answer;
struct candidate;
struct diagnostic;
struct edit_phrases;

/* A text that is to become an item, by our own scanner; `what` is how it is
 * called. */
bool edit_refuse_text(const char *content, const char *what,
	const struct diagnostic *fault, struct err *e);

/* The candidate, for what libz3 or the end of its worker says: faults of new
 * items, all that are found; or items that break, of which there may be
 * more. */
bool edit_refuse_answer(const struct candidate *cand,
	const struct edit_phrases *p, const struct answer *answer,
	int memory_mb, struct err *e);

/* Items that are not edited break: they are named. */
bool edit_refuse_broken(const struct candidate *cand,
	const struct edit_phrases *p, struct err *e);

#endif
