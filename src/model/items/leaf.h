#ifndef MODEL_ITEMS_LEAF_H
#define MODEL_ITEMS_LEAF_H

/*
 * A short array of items that models share (reference counted). Whoever
 * changes one must be its only owner.
 */

#include <stddef.h>
#include <stdint.h>

#include "model/items/item.h"

/* About the root of the number of items for which an edit is to be cheap. */
enum { LEAF_MAX = 256 };

struct leaf {
	unsigned references;
	unsigned count;
	struct item *items[LEAF_MAX];
	/* A hash of the item's name, 0 where it has none: to look for a name
	 * without touching the items. */
	uint32_t tags[LEAF_MAX];
};

struct leaf *leaf_new(void);
struct leaf *leaf_hold(struct leaf *c);
void leaf_free(struct leaf *c); /* one reference less */

/* The chunk, or, if others hold it too, a copy in its place. */
struct leaf *leaf_own(struct leaf *c);

uint32_t leaf_tag(const char *name); /* NULL gives 0 */

/* Takes the reference. at <= count < LEAF_MAX. */
void leaf_insert(struct leaf *c, size_t at, struct item *item);
/* Gives the reference back. */
struct item *leaf_take(struct leaf *c, size_t at);
/* Moves the items from `at` on into a new chunk. */
struct leaf *leaf_split(struct leaf *c, size_t at);

#endif
