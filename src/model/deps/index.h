#ifndef MODEL_DEPS_INDEX_H
#define MODEL_DEPS_INDEX_H

/*
 * Which items declare a name and which use it, by the scanner of
 * smt/names/symbols: what makes it possible to check an edit without reading
 * the whole model. Adding and removing an item costs what the item is long.
 *
 * The index proposes and Z3 decides. A name that stands in two name spaces, or
 * is declared twice, is one word here; so an item may be listed that has
 * nothing to do with a name, but none is left out that has. Only the users of
 * Z3's own names (and, +, Int) are not listed.
 *
 * An item is in one index at most: its `record` is that index's.
 */

#include <stdbool.h>
#include <stddef.h>
#include <sys/queue.h>

#include "base/alloc.h"
#include "model/items/diff.h"

/* What no name can be: an item uses it that sets the logic, which is a hint. */
#define INDEX_LOGIC "\\logic"
/* And one that declares a datatype with parameters, or mentions List, which is
 * libz3's own: whoever mentions an instance of one declares the constructors of
 * that instance, by whatever name. */
#define INDEX_PARAMETRIC "\\parametric"

/* Likewise, with a hash of its text behind it: an assertion uses it, so that
 * equal ones are found. */
#define INDEX_SAME "\\same "

struct index_record;

/* A name. */
struct index_word {
	struct index_word *next; /* of the same slot */
	struct index_mention *declares;
	struct index_mention *uses; /* NULL if it is libz3's own name */
	size_t mentions;	    /* of all records, listed or not */
	unsigned round;		    /* of affected.c */
	bool is_builtin;
	char name[];
};

/* That an item declares a word, or uses it; in one of the word's lists. */
struct index_mention {
	struct index_word *word;
	struct index_record *record;
	struct index_mention *next;
	struct index_mention **link; /* what points to this; NULL: unlisted */
	bool declares;
	bool is_pattern; /* what it misses is a variable: see
			    smt/names/symbols.h */
};

struct index_record {
	LIST_ENTRY(index_record) all;
	struct item *item;
	unsigned round;	 /* of affected.c */
	unsigned spread; /* likewise: the round in which it was affected */
	size_t count;
	struct index_mention mentions[];
};

struct index {
	struct index_word **slots; /* by hash; a power of two of them */
	size_t slot_count;
	size_t word_count;
	LIST_HEAD(index_records, index_record) records;
	unsigned round;
	size_t bytes; /* of memory, about */
};

struct index *index_new(void);
void index_free(struct index *ix); /* NULL is fine; it may give way */
DROP_POINTER_BY(index, index_free)

/* Holds the item until it is removed. */
struct index_record *index_add(struct index *ix, struct item *item);
void index_remove(struct index *ix, const struct item *item);

/* As if it were removed, until it is shown again. */
void index_hide(struct index_record *record);
void index_show(struct index_record *record);

/* NULL if no item declares or uses it. */
struct index_word *index_find(const struct index *ix, const char *name);

/* The first item, in the order of the model, that declares the word, and is not
 * among `except`, which may be NULL; NULL if none does. Borrowed. */
struct item *index_declarer(
	const struct index_word *word, const struct items *except);

/*
 * The first item of the model that holds the same assertion as this item of the
 * index; NULL if that is this item itself, or it is no assertion about names.
 * Borrowed.
 */
struct item *index_find_same(const struct index *ix, const struct item *item);

/* An index of all items; the caller's. */
struct index *index_of_model(const struct model *m);

/*
 * The index of a model as that of an edited one, until the edit is undone or
 * has become the model. Costs what the changed items are long. They may give
 * way (base/coroutine.h).
 */
void index_overlay_apply(struct index *ix, const struct diff *d);
void index_overlay_undo(struct index *ix, const struct diff *d);
void index_overlay_commit(struct index *ix, const struct diff *d);

#endif
