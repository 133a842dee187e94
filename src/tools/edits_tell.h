#ifndef TOOLS_EDITS_TELL_H
#define TOOLS_EDITS_TELL_H

/*
 * What is said of a list of edits; for edits.c, see struct editing_kind.
 */

#include <stddef.h>

#include "base/buf.h"

struct advice_break;
struct editing;
struct edits;
struct item;
struct json_object;

/* "the new item", "the new content of item 3", of edit number `at`. */
void edits_name(const struct edits *edits, size_t at, struct buf *out);

void edits_describe(const struct editing *ed, struct buf *out);
void edits_put(const struct editing *ed, struct json_object *answer);
void edits_name_item(
	const struct editing *ed, const struct item *item, struct buf *out);
void edits_name_result(const struct editing *ed, struct buf *out);
void edits_name_edit(
	const struct editing *ed, struct advice_break *b, struct buf *what);

#endif
