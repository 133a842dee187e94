#ifndef STORE_REVISIONS_ITEM_ROWS_H
#define STORE_REVISIONS_ITEM_ROWS_H

/*
 * The rows of a session and of its items, as objects; for files of this folder
 * that read them inside of a transaction.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "model/items/item.h"

struct query;
struct store;

/* The last revision; ERR_NOT_FOUND when the session is gone. */
bool item_rows_last(
	struct store *s, int64_t session, uint64_t *last, struct err *e);

/* Checks that there is such a revision; REVISION_LAST becomes its number. */
bool item_rows_revision(
	struct store *s, int64_t session, uint64_t *revision, struct err *e);

/* What item_rows_item reads. */
#define ROWS_ITEMS \
	"SELECT row, ifnull(item, row), ord, content, name, note FROM item"

#define ROWS_ITEM_KINDS "nnitTT"

/* The item of the row at hand; the caller's. */
struct item *item_rows_item(struct query *q);

#endif
