#ifndef MODEL_ITEMS_DIFF_H
#define MODEL_ITEMS_DIFF_H

/*
 * The items that an edited model has and the one before has not, and the other
 * way round. Models share their items, so an item is the same when it is the
 * very same object.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "model/items/model.h"

/* An item, borrowed, and the number that it has in its model. */
struct numbered {
	struct item *item;
	size_t number;
};

/* In the order of their model. */
struct items {
	struct numbered *at;
	size_t count;
	size_t capacity;
};

void items_add(struct items *list, struct item *item, size_t number);
/* Whether that very item is in a list that is in order. */
bool items_have(const struct items *list, const struct item *item);
/* In the order of their model. */
void items_sort(struct items *list);
/* Fills `copy` with the list in the order of ids, in which items_find_id finds
 * the version of that item; NULL if there is none, and for 0. */
void items_copy_by_id(struct items *copy, const struct items *list);
const struct numbered *items_find_id(const struct items *by_id, int64_t id);
/* Copies the items in the order of their lineages. A model has one item of each
 * lineage. */
void items_copy_by_lineage(struct items *copy, const struct items *list);
const struct numbered *items_find_lineage(
	const struct items *by_lineage, uint64_t lineage);
void items_release(struct items *list);
DROP_BY(items, items_release)

struct diff {
	struct items removed; /* of the base only */
	struct items added;   /* of the candidate only */
};

/* Fills `d`, which need not be initialised. Places have to rise in both. */
void diff_find(struct diff *d, const struct model *base,
	const struct model *candidate);
void diff_drop(struct diff *d);

/* The same for models that have nothing to do with each other: an item is the
 * same when it says the same, wherever it stands. */
void diff_compare(struct diff *d, const struct model *base,
	const struct model *candidate);

/*
 * For a candidate that was brought here from elsewhere: items that say what the
 * base's version in the same place says become that very object, and are a
 * difference no longer.
 */
void diff_share_items(const struct model *base, struct model *candidate);

/* The draft, which differs by `d`, becomes a model of its own with all that it
 * shares with its base; the base is freed. */
void diff_commit(const struct diff *d, struct model *base, struct model *draft);

/* The number of the first item that differs, in either model; `otherwise` if
 * none does. */
size_t diff_first_number(const struct diff *d, size_t otherwise);

/*
 * Appends "items 3..9 are now 4..10, item 12 is now 2" for the difference to
 * a model that had `count` items; nothing if all items have kept their
 * numbers. A moved item is known by its id, so one that was never kept is a
 * new one. At most `ranges` of them, then "and so on".
 */
void diff_describe_numbers(
	const struct diff *d, size_t count, size_t ranges, struct buf *out);

#endif
