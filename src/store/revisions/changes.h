#ifndef STORE_REVISIONS_CHANGES_H
#define STORE_REVISIONS_CHANGES_H

/*
 * What revisions have changed: the versions of items that they took out and
 * put in, with the numbers that these had.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/alloc.h"
#include "base/err.h"
#include "model/items/item.h"

struct store;

struct change {
	uint64_t revision;
	bool is_added; /* otherwise taken out */
	/* The number of the item: of one that was taken out in the revision
	 * before, of one that was put in in this one. */
	size_t index;
	int64_t row; /* of the version */
};

struct change_list {
	struct change *changes;
	size_t count;
	size_t capacity;
};

/*
 * Those of the revisions from `from` (at least 1) up to, but not including,
 * `end`: by revision, then by place, a version that was taken out before the
 * one that was put in its place. Fills `list`; release it.
 */
bool changes_list(struct store *s, int64_t session, uint64_t from, uint64_t end,
	struct change_list *list, struct err *e);
void change_list_release(struct change_list *list);
DROP_BY(change_list, change_list_release)

/* A version, the caller's; NULL with ERR_NOT_FOUND when it is gone. */
struct item *changes_item(
	struct store *s, int64_t session, int64_t row, struct err *e);

#endif
