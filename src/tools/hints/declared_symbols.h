#ifndef TOOLS_HINTS_DECLARED_SYMBOLS_H
#define TOOLS_HINTS_DECLARED_SYMBOLS_H

/*
 * The names that texts declare, in order, with what is known of their types:
 * what did-you-mean chooses from, and where the index of smt/names/symbols can
 * tell without libz3 that a name is missing.
 */

#include <stddef.h>

#include "advice/advice.h"
#include "smt/names/symbols.h"
#include "smt/rules/command_policy.h"

struct declared_symbols {
	struct advice_symbol *symbols; /* texts are owned */
	size_t count, capacity;
	size_t *ends; /* the count after each text that was added */
	size_t text_count, end_capacity;
};

void declared_symbols_drop(struct declared_symbols *k);

/* Appends what the text declares. A text that cannot be cut adds nothing. */
void declared_symbols_add(
	struct declared_symbols *k, const char *text, size_t size);

/* Appends what a script declares, and maybe pops: a text for each command. */
void declared_symbols_add_script(
	struct declared_symbols *k, const struct admitted_text *script);

/* How many of a script's, which is all that was added, are declared by commands
 * before the fault. */
size_t declared_symbols_before(const struct declared_symbols *k,
	const struct admitted_text *script, const struct diagnostic *fault);

#endif
