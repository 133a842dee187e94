#ifndef SMT_NAMES_SYMBOL_TABLE_H
#define SMT_NAMES_SYMBOL_TABLE_H

/*
 * The names of a text, each once, found in constant time, with what a scan of
 * symbols has to know about each. Functions and sorts are two name spaces.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "smt/text/token.h"

enum space { SPACE_FUNCTION, SPACE_SORT, SPACE_COUNT };

struct name {
	struct slice text; /* borrowed from the text */
	uint64_t hash;
	size_t bound[SPACE_COUNT]; /* by how many open binders */
	bool declared[SPACE_COUNT];
	size_t used[SPACE_COUNT]; /* number of the use + 1, or 0 */
};

struct symbol_table {
	struct name *at;
	size_t count;
	size_t capacity;
	/* Open addressing: number of a name + 1, or 0; a power of two. */
	size_t *slots;
	size_t slot_count;
};

/* The number of the name, new or not; stays the same. */
size_t symbol_table_find(struct symbol_table *n, struct slice text);
void symbol_table_release(struct symbol_table *n);

#endif
