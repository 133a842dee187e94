#ifndef MODEL_CHUNK_H
#define MODEL_CHUNK_H

/*
 * A short array of items that models share (reference counted). Whoever
 * changes one must be its only owner.
 */

#include <stddef.h>
#include <stdint.h>

#include "model/item.h"

/* About the root of the number of items for which an edit is to be cheap. */
enum { CHUNK_MAX = 256 };

struct chunk {
	unsigned references;
	unsigned count;
	struct item *items[CHUNK_MAX];
	/* A hash of the item's name, 0 where it has none: to look for a name
	 * without touching the items. */
	uint32_t tags[CHUNK_MAX];
};

struct chunk *chunk_new(void);
struct chunk *chunk_hold(struct chunk *c);
void chunk_free(struct chunk *c); /* one reference less */

/* The chunk, or, if others hold it too, a copy in its place. */
struct chunk *chunk_own(struct chunk *c);

uint32_t chunk_tag(const char *name); /* NULL gives 0 */

/* Takes the reference. at <= count < CHUNK_MAX. */
void chunk_insert(struct chunk *c, size_t at, struct item *item);
/* Gives the reference back. */
struct item *chunk_take(struct chunk *c, size_t at);
/* Moves the items from `at` on into a new chunk. */
struct chunk *chunk_split(struct chunk *c, size_t at);

#endif
