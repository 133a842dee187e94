#ifndef MODEL_ITEMS_MODEL_H
#define MODEL_ITEMS_MODEL_H

/*
 * A model in memory: the items of a session in order, at one revision. Pure:
 * no database, no solver.
 *
 * A copy shares the items.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/items/item.h"

struct model {
	struct item **items; /* in order */
	size_t count;
	size_t capacity;
	size_t bytes; /* of all contents */
	uint64_t revision;
	int64_t recent; /* the place that was given last */
};

struct model *model_new(void);
/* A candidate: the same items, same revision. */
struct model *model_copy(const struct model *m);
void model_free(struct model *m); /* NULL is fine */
void model_drop(struct model **m);

/* The item of that number, borrowed. index < count. */
struct item *model_at(const struct model *m, size_t index);

/*
 * Takes one reference to a new item and gives it its place. index <= count.
 * When there is no room for it, all items become new versions, with places
 * far apart.
 */
void model_insert(struct model *m, size_t index, struct item *item);
/* Takes one reference to an item whose place is after all others. */
void model_append(struct model *m, struct item *item);
/* Takes one reference to an item whose place is that of no other one, and
 * brings it there. */
void model_put(struct model *m, struct item *item);
/* Takes one reference to a new item; it gets the place of the old one, whose
 * reference is dropped. index < count. */
void model_replace(struct model *m, size_t index, struct item *item);
/* Drops the model's reference. index < count. */
void model_remove(struct model *m, size_t index);

/* Number of the item of that name, or -1. */
ptrdiff_t model_find(const struct model *m, const char *name);
/* How many items stand before that place. */
size_t model_rank(const struct model *m, int64_t place);

#endif
