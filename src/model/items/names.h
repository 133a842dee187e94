#ifndef MODEL_ITEMS_NAMES_H
#define MODEL_ITEMS_NAMES_H

/*
 * A hash table of items by their names, so that a model finds an item without
 * comparing all names. Open addressing with linear probing; a removal moves
 * the entries after it back, so there are no tombstones.
 *
 * The table borrows its items. Items without a name are never in it. Several
 * items may have the same name while an edit is being made.
 */

#include <stddef.h>

#include "model/items/item.h"

struct name_table {
	struct item **slots; /* NULL: empty slot; a power of two of them */
	size_t slot_count;
	size_t count;
};

void name_table_add(struct name_table *t, struct item *item);
/* Removes that very item; does nothing if the table does not have it. */
void name_table_remove(struct name_table *t, const struct item *item);
/* Makes `copy`, which is empty, equal to the table. */
void name_table_copy(struct name_table *copy, const struct name_table *t);
void name_table_release(struct name_table *t);

/*
 * Enumerates the items of that name: begins with *at = SIZE_MAX, and returns
 * NULL after the last of them.
 */
struct item *name_table_next(
	const struct name_table *t, const char *name, size_t *at);

#endif
