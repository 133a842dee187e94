#ifndef TOOLS_HINTS_DECLARED_SYMBOLS_H
#define TOOLS_HINTS_DECLARED_SYMBOLS_H

/*
 * The names that texts declare, in order, with what is known of their types:
 * what did-you-mean chooses from, and where the index of smt/names/symbols can
 * tell without libz3 that a name is missing.
 */

#include <stdbool.h>
#include <stddef.h>

#include "advice/advice.h"
#include "smt/names/symbols.h"

struct declared_symbols {
	struct advice_symbol *symbols; /* texts are owned */
	size_t count;
	size_t capacity;
	size_t *owners; /* the number given with the text */
	size_t owner_capacity;
};

void declared_symbols_release(struct declared_symbols *k);
void declared_symbols_drop(
	struct declared_symbols *k); /* for DROP(declared_symbols) */

/* Appends what the text declares. A text that cannot be cut adds nothing. */
void declared_symbols_add(struct declared_symbols *k, const char *text,
	size_t size, size_t owner);

/* Takes the last name away, into another list. */
void declared_symbols_move_last(
	struct declared_symbols *from, struct declared_symbols *to);

/* The owner of the first declaration of that name. */
bool declared_symbols_find(
	const struct declared_symbols *k, const char *name, size_t *owner);

#endif
