#ifndef TOOLS_EDIT_EDIT_MESSAGES_H
#define TOOLS_EDIT_EDIT_MESSAGES_H

/*
 * What is said of a list of edits; for edits.c, see struct
 * edit_transaction_kind.
 */

#include <stddef.h>

#include "base/buf.h"

struct advice_break;
struct edit_transaction;
struct edit_list;
struct item;
struct json_object;

/* "the new item", "the new content of item 3", of edit number `at`. */
void edits_name(const struct edit_list *edits, size_t at, struct buf *out);

void edits_describe(const struct edit_transaction *ed, struct buf *out);
void edits_put(const struct edit_transaction *ed, struct json_object *answer);
void edits_name_item(const struct edit_transaction *ed, const struct item *item,
	struct buf *out);
void edits_name_result(const struct edit_transaction *ed, struct buf *out);
void edits_name_edit(const struct edit_transaction *ed, struct advice_break *b,
	struct buf *what);

#endif
