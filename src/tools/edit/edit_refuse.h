#ifndef TOOLS_EDIT_EDIT_REFUSE_H
#define TOOLS_EDIT_EDIT_REFUSE_H

/*
 * Why an edit is refused. All return false with the message in *e; each says
 * that nothing was changed.
 */

#include <stdbool.h>

#include "base/err.h"

struct answer;
struct call;
struct candidate;
struct edit_phrases;
struct diagnostic;
struct item;

/* A text that is to become an item, by our own scanner; `what` is how it is
 * called. */
bool edit_refuse_text(const char *content, const char *what,
	const struct diagnostic *fault, struct err *e);

/* A new item of the candidate, by libz3; the fault lies in its line `line`.
 * What is wrong with other new ones is told too. */
bool edit_refuse_item(const struct candidate *cand,
	const struct edit_phrases *p, const struct item *item,
	struct answer *answer, unsigned line, struct err *e);

/* A fault that belongs to no item. */
bool edit_refuse_unplaced(const struct diagnostic *fault, struct err *e);

/* Items that are not edited break: they are named. */
bool edit_refuse_broken(const struct candidate *cand,
	const struct edit_phrases *p, struct err *e);

/* The same when there may be others. */
bool edit_refuse_breakage(const struct candidate *cand,
	const struct edit_phrases *p, struct err *e);

/* The worker did not come to an end; `result` is what it was reading. */
bool edit_refuse_outcome(const struct call *c, const char *result,
	const struct answer *answer, struct err *e);

#endif
