#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

/*
 * A model in memory: the items of a session in order, at one revision. Pure:
 * no database, no solver. Items are shared between a model and the candidate
 * that an edit makes of it (reference counted, immutable once inside), so
 * that a candidate of a large model is cheap.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct item {
	unsigned references;
	/* Row of this version in store's item table; 0 until it is kept. */
	int64_t row;
	/* What all versions of an item share, over replace and move; 0 until
	 * the first of them is kept. */
	int64_t id;
	char *content; /* complete commands, valid UTF-8, no NUL */
	size_t size;   /* bytes of content */
	char *name;    /* or NULL; never empty */
	char *note;    /* or NULL; never empty, one line */
};

struct model {
	struct item **items;
	size_t count;
	size_t capacity;
	size_t bytes; /* of all contents */
	uint64_t revision;
};

/* Copies the texts; an empty name or note counts as NULL. One reference, the
 * caller's. */
struct item *item_new(const char *content, const char *name, const char *note);
struct item *item_hold(struct item *item); /* one reference more */
void item_free(struct item *item);  /* one reference less; NULL is fine */
void item_drop(struct item **item); /* for DROP(item) */

struct model *model_new(void);
/* A candidate: shares the items, same revision. */
struct model *model_copy(const struct model *m);
void model_free(struct model *m); /* NULL is fine */
void model_drop(struct model **m);

/* Takes one reference to the item. index <= count. */
void model_insert(struct model *m, size_t index, struct item *item);
/* Drops the model's reference. index < count. */
void model_remove(struct model *m, size_t index);

/* Number of the item of that name, or -1. */
ptrdiff_t model_find(const struct model *m, const char *name);

#endif
