#ifndef MODEL_RENUMBER_H
#define MODEL_RENUMBER_H

/*
 * How edits have renumbered the items that they left in place, in words.
 */

#include <stddef.h>

#include "base/buf.h"
#include "model/edit.h"

/*
 * Appends "items 3..9 are now 4..10, item 12 is now 2" for edits that were
 * made one after another; nothing if all items have kept their numbers. At
 * most `ranges` of them, then "and so on".
 */
void renumber_describe(const struct edit_done *dones, size_t count,
	size_t ranges, struct buf *out);

#endif
