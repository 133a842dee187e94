#ifndef TOOLS_KNOWN_H
#define TOOLS_KNOWN_H

/*
 * The names that texts declare, in order, with what is known of their types:
 * what did-you-mean chooses from, and where the index of smt/symbols can tell
 * without libz3 that a name is missing.
 */

#include <stdbool.h>
#include <stddef.h>

#include "advice/advice.h"
#include "smt/symbols.h"

struct known {
	struct advice_symbol *symbols; /* texts are owned */
	size_t count;
	size_t capacity;
	size_t *owners; /* the number given with the text */
	size_t owner_capacity;
};

void known_release(struct known *k);
void known_drop(struct known *k); /* for DROP(known) */

/* Appends what the text declares. A text that cannot be cut adds nothing. */
void known_add(struct known *k, const char *text, size_t size, size_t owner);

/* Takes the last name away, into another list. */
void known_move_last(struct known *from, struct known *to);

/* The owner of the first declaration of that name. */
bool known_find(const struct known *k, const char *name, size_t *owner);

#endif
