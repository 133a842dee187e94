#ifndef TOOLS_HINTS_DECLARED_SYMBOLS_H
#define TOOLS_HINTS_DECLARED_SYMBOLS_H

/*
 * The names that texts declare, in order, with what is known of their types:
 * what did-you-mean chooses from, and where the index of smt/names/symbols can
 * tell without libz3 that a name is missing.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "advice/advice.h"
#include "base/err.h"
#include "model/deps/index.h"
#include "model/items/model.h"
#include "smt/names/symbols.h"
#include "smt/rules/command_policy.h"

struct declared_symbols {
	struct advice_symbol *symbols; /* texts are owned */
	size_t count;
	size_t capacity;
};

void declared_symbols_drop(struct declared_symbols *k);

/* Appends what the text declares. A text that cannot be cut adds nothing. */
void declared_symbols_add(
	struct declared_symbols *k, const char *text, size_t size);

/* Appends what a script declares before the place of a fault, and maybe pops.
 */
void declared_symbols_of_script(struct declared_symbols *k,
	const struct admitted_text *script, const struct diagnostic *fault);

/*
 * The names that a message about a refused item of a candidate may speak of:
 * those that it uses, those that it may have meant, and the latest. Found
 * through the index, since a model may declare a hundred thousand.
 */

struct visible_symbols {
	struct declared_symbols known; /* in the order of the model */
	/* A name that the item uses and only a later one declares, with the
	 * place of that; or NULL. */
	char *late;
	int64_t late_place;
};

/*
 * Fills `scope`, which need not be initialised. `item` is one of the
 * candidate, and the index is the candidate's (model/deps/index_overlay.h).
 */
void visible_symbols_find(struct visible_symbols *scope, struct index *ix,
	const struct model *candidate, const struct item *item);
void visible_symbols_drop(struct visible_symbols *scope);

#endif
