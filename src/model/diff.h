#ifndef MODEL_DIFF_H
#define MODEL_DIFF_H

/*
 * What an edited model has that the one before had not, and the other way
 * round. Models share their items, so an item is the same when it is the very
 * same object; what they share in chunks is not even looked at.
 */

#include <stddef.h>

#include "model/model.h"

/* Items in the order of their models; borrowed. */
struct items {
	struct item **at;
	size_t count;
	size_t capacity;
};

void items_add(struct items *list, struct item *item);
void items_release(struct items *list);
void items_drop(struct items *list);

struct diff {
	struct items removed; /* of the base only */
	struct items added;   /* of the candidate only */
};

/* Fills `d`, which need not be initialised. Places have to rise in both. */
void diff_find(struct diff *d, const struct model *base,
	const struct model *candidate);
void diff_drop(struct diff *d);

#endif
