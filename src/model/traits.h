#ifndef MODEL_TRAITS_H
#define MODEL_TRAITS_H

/*
 * What an item does to items that have no name in common with it; for
 * index.c.
 */

#include "model/item.h"

/* Of enum index_traits, all but INDEX_LIST. */
unsigned traits_of(const struct item *item);

#endif
