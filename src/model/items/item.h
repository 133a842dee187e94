#ifndef MODEL_ITEMS_ITEM_H
#define MODEL_ITEMS_ITEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/alloc.h"

/*
 * One version of an item: complete commands with a name and a note. Shared by
 * all models that hold it (reference counted), and immutable once inside of
 * one, but for what store/ and model/ say about it.
 */

struct index_record;
struct item_text;
struct parsed_text;

struct item {
	unsigned references;
	/* The item's record in the one index that may hold it, or NULL. Set by
	 * model/deps. */
	struct index_record *record;
	/* Row of this version in store's item table; 0 until it is kept. */
	int64_t row;
	/* Shared by all versions of an item, over replace and move; 0 until
	 * the first of them is kept. */
	int64_t id;
	/* Shared by all versions of an item within this process, kept or not;
	 * never 0. */
	uint64_t lineage;
	/* Rises from item to item of a model; given by the first model that it
	 * is inserted into, and the same for ever. */
	int64_t place;
	struct item_text *text; /* shared by versions that do not change it */
	const char *content;	/* complete commands, valid UTF-8, no NUL */
	size_t size;		/* bytes of content */
	char *name;		/* or NULL; never empty */
	char *note;		/* or NULL; never empty, one line */
};

/* Copies the texts; an empty name or note counts as NULL. One reference, the
 * caller's. */
struct item *item_new(const char *content, const char *name, const char *note);
/* Makes another version of an item; NULL for content keeps the old one's. */
struct item *item_new_version(const struct item *old, const char *content,
	const char *name, const char *note);
/* Makes another version of an item, of the same texts. */
struct item *item_copy(const struct item *item);
/* Returns the content as commands, symbols and lint. It is read when it is
 * first asked for, and once for all versions that share it. Borrowed. */
struct parsed_text *item_parsed(const struct item *item);
/* Lines of its content, at least one. */
unsigned item_lines(const struct item *item);
/* Whether two versions are of one item, and of the same texts. */
bool item_equals(const struct item *a, const struct item *b);
struct item *item_ref(struct item *item); /* one reference more */
void item_free(struct item *item);	  /* one reference less; NULL is fine */
DROP_POINTER_BY(item, item_free)

#endif
