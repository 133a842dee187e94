#ifndef TOOLS_EDIT_BROKEN_DEPENDENTS_H
#define TOOLS_EDIT_BROKEN_DEPENDENTS_H

/*
 * The items that an edit breaks without being about them. libz3 finds the
 * first, and others that have nothing to do with it; our index adds those that
 * use a name which is then declared nowhere; without all these the candidate is
 * checked again, until libz3 has nothing to say.
 */

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"

struct answer;
struct edit_transaction;
struct items;

enum {
	/* Checks of one edit. Those found until then are named, and a cascade
	 * is refused: it would not be known to be whole. */
	BROKEN_DEPENDENTS_ROUNDS = 40,
};

/*
 * Adds the items of the base that the answer finds faults in, in their order;
 * none when the first fault is in another item. Only what was looked at in
 * full counts: see broken_dependents_trim.
 */
void broken_dependents_find(const struct edit_transaction *ed,
	const struct answer *answer, struct items *found);

/*
 * Takes items of the base, in which libz3 found faults, as broken, and all
 * that lack a name then: removes them from the candidate and brings the
 * difference up to date. Of those behind the first only the ones whose fault
 * is their own count. False when too many rounds have passed.
 */
bool broken_dependents_add(struct edit_transaction *ed, struct items *found);

/*
 * A text with thousands of errors keeps libz3 busy for seconds, and what it
 * says of the first decides about all. So of a slice with very many items of
 * the base only the beginning is left in ed->slice, and of those who lack a
 * name only the first. False when nothing was left out. Otherwise the slice
 * counts only if libz3 refuses an item that stands at ed->trimmed_at or before;
 * if not, broken_dependents_extend has the next trim leave in more, up to all.
 */
bool broken_dependents_trim(struct edit_transaction *ed);
void broken_dependents_extend(struct edit_transaction *ed);

/* The refusal that names them. Always false. */
bool broken_dependents_refuse(const struct edit_transaction *ed, struct err *e);

/* What a cascade deletes, as lines of the history. */
void broken_dependents_record(
	const struct edit_transaction *ed, struct buf *out);

#endif
