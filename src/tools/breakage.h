#ifndef TOOLS_BREAKAGE_H
#define TOOLS_BREAKAGE_H

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
struct editing;
struct items;

enum {
	/* Checks of one edit. Those found until then are named, and a cascade
	 * is refused: it would not be known to be whole. */
	BREAKAGE_ROUNDS = 40,
};

/*
 * Adds the items of the base that the answer finds faults in, in their order;
 * none when the first fault is in another item. Only what was looked at in
 * full counts: see breakage_trim.
 */
void breakage_find(const struct editing *ed, const struct answer *answer,
	struct items *found);

/*
 * Takes items of the base, in which libz3 found faults, as broken, and all
 * that lack a name then: removes them from the candidate and brings the
 * difference up to date. Of those behind the first only the ones whose fault
 * is their own count. False when too many rounds have passed.
 */
bool breakage_add(struct editing *ed, struct items *found);

/*
 * A text with thousands of errors keeps libz3 busy for seconds, and what it
 * says of the first decides about all. So of a slice with very many items of
 * the base only the beginning is left in ed->slice, and of those who lack a
 * name only the first. False when nothing was left out. Otherwise the slice
 * counts only if libz3 refuses an item that stands at ed->trimmed_at or before;
 * if not, breakage_extend has the next trim leave in more, up to all.
 */
bool breakage_trim(struct editing *ed);
void breakage_extend(struct editing *ed);

/* The refusal that names them. Always false. */
bool breakage_refuse(const struct editing *ed, struct err *e);

/* What a cascade deletes, as lines of the history. */
void breakage_record(const struct editing *ed, struct buf *out);

#endif
