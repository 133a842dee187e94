#ifndef MODEL_ITEMS_ITEM_H
#define MODEL_ITEMS_ITEM_H

/*
 * One version of an item: complete commands with a name and a note. Shared by
 * all models that hold it (reference counted), and immutable once inside of
 * one, but for what store/ and model/ say about it.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct item {
	unsigned references;
	/* Row of this version in store's item table; 0 until it is kept. */
	int64_t row;
	/* Shared by all versions of an item, over replace and move; 0 until
	 * the first of them is kept. */
	int64_t id;
	/* Rises from item to item of a model; given by the first model that it
	 * is inserted into, and the same for ever. */
	int64_t place;
	char *content; /* complete commands, valid UTF-8, no NUL */
	size_t size;   /* bytes of content */
	char *name;    /* or NULL; never empty */
	char *note;    /* or NULL; never empty, one line */
};

/* Copies the texts; an empty name or note counts as NULL. One reference, the
 * caller's. */
struct item *item_new(const char *content, const char *name, const char *note);
/* Whether two versions are of one item, and of the same texts. */
bool item_says(const struct item *a, const struct item *b);
struct item *item_hold(struct item *item); /* one reference more */
void item_free(struct item *item);  /* one reference less; NULL is fine */
void item_drop(struct item **item); /* for DROP(item) */

#endif
