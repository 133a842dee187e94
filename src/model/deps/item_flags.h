#ifndef MODEL_DEPS_ITEM_FLAGS_H
#define MODEL_DEPS_ITEM_FLAGS_H

/*
 * What an item does to items that have no name in common with it; for
 * index.c.
 */

#include "model/items/item.h"

/* Of enum index_traits, all but INDEX_LIST. */
unsigned item_flags_of(const struct item *item);

#endif
