#ifndef MODEL_ITEMS_RENUMBER_H
#define MODEL_ITEMS_RENUMBER_H

/*
 * How an edit has renumbered the items that it left in the model, in words.
 */

#include <stddef.h>

#include "base/buf.h"
#include "model/items/diff.h"

/*
 * Appends "items 3..9 are now 4..10, item 12 is now 2" for the difference to
 * a model that had `count` items; nothing if all items have kept their
 * numbers. A moved item is known by its id, so one that was never kept is a
 * new one. At most `ranges` of them, then "and so on".
 */
void renumber_describe(
	const struct diff *d, size_t count, size_t ranges, struct buf *out);

#endif
