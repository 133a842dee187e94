#ifndef TOOLS_SESSION_HISTORY_ENTRIES_H
#define TOOLS_SESSION_HISTORY_ENTRIES_H

/*
 * What get_history says of a change, a revision and a run: as JSON, and behind
 * what a text says already.
 */

#include "base/buf.h"

struct change;
struct item;
struct json_object;
struct revision_info;
struct run;

/* "- 3 | (assert ...)", each line of the item behind the sign. */
void history_entries_add_change(
	const struct change *change, const struct item *item, struct buf *diff);

/* An object, the caller's; `diff` is "" or lines of history_entries_add_change.
 */
struct json_object *history_entries_revision(
	const struct revision_info *revision, const char *diff,
	struct buf *text);

/* Likewise. */
struct json_object *history_entries_run(
	const struct run *run, struct buf *text);

#endif
