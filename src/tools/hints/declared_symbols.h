#ifndef TOOLS_HINTS_DECLARED_SYMBOLS_H
#define TOOLS_HINTS_DECLARED_SYMBOLS_H

/*
 * The names that texts declare, in order, with what is known of their types:
 * what did-you-mean chooses from, and where the index of smt/names/symbols can
 * tell without libz3 that a name is missing.
 */

#include <stddef.h>

#include "advice/advice.h"
#include "smt/rules/parsed_text.h"

struct declared_symbols {
	struct advice_symbol *symbols; /* texts are owned */
	size_t count, capacity;
};

void declared_symbols_drop(struct declared_symbols *k);

/* Appends what the commands from `from` to before `to` declare. */
void declared_symbols_add(struct declared_symbols *k,
	struct parsed_text *parsed, size_t from, size_t to);

#endif
