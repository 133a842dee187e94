#ifndef MODEL_ITEMS_MODEL_H
#define MODEL_ITEMS_MODEL_H

/*
 * A model in memory: the items of a session in order, at one revision. Pure:
 * no database, no solver.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/alloc.h"
#include "model/items/item.h"
#include "model/items/names.h"

struct model {
	struct item **items; /* in order */
	size_t count;
	size_t capacity;
	size_t bytes; /* of all contents */
	/* The items that have a name; of a draft, only those that it was given
	 * and still has. */
	struct name_table names;
	uint64_t revision;
	int64_t recent; /* the place that was given last */
	/* Of a draft only: */
	const struct model *base; /* NULL: it is no draft */
	struct item **given;	  /* the items that it was given, see below */
	size_t given_count, given_capacity;
	size_t head, tail; /* items at both ends that are those of the base */
};

struct model *model_new(void);
/* The same items, same revision. */
struct model *model_copy(const struct model *m);
/*
 * The same to be edited, at the cost of what is changed: a draft borrows the
 * items of the base, which has to outlive it as it is (or to give them away:
 * diff_commit). It drops no reference that it was given before it is freed.
 */
struct model *model_draft(const struct model *base);
void model_free(struct model *m); /* NULL is fine */
DROP_POINTER_BY(model, model_free)

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
/* Takes one reference to a new item, or one of that place; it gets the place of
 * the old one, whose reference is dropped. index < count. */
void model_replace(struct model *m, size_t index, struct item *item);
/* Drops the model's reference. index < count. */
void model_remove(struct model *m, size_t index);

/* Removes all items that `keeps` says no of, in one pass. */
void model_filter(struct model *m,
	bool (*keeps)(const struct item *item, void *argument), void *argument);

/* Returns the number of the item of that name, or -1. Costs a look into a hash
 * table. */
ptrdiff_t model_find(const struct model *m, const char *name);
/* How many items stand before that place. */
size_t model_rank(const struct model *m, int64_t place);

/*
 * Line breaks, for any reader: not only LF, since what render writes
 * around the lines of an item must not be forged for a reader who also knows
 * CR, VT, FF, NEL and Unicode's separators.
 */

/* Bytes of the line break that `text` begins with; 0 if it is none. */
size_t line_breaks_find(const char *text);

/*
 * A copy on the heap in which each run of line breaks and other control
 * characters, with the spaces around it, is one space; none at the ends.
 */
char *line_breaks_flatten(const char *text);

#endif
