#ifndef TOOLS_HINTS_VISIBLE_SYMBOLS_H
#define TOOLS_HINTS_VISIBLE_SYMBOLS_H

/*
 * The names that a message about a refused item of a candidate may speak of:
 * those that it uses, those that it may have meant, and the latest. Found
 * through the index, since a model may declare a hundred thousand.
 */

#include <stdint.h>

#include "model/deps/index.h"
#include "model/items/model.h"
#include "tools/hints/declared_symbols.h"

struct visible_symbols {
	struct declared_symbols known; /* in the order of the model */
	/* A name that the item uses and only a later one declares, with the
	 * place of that; or NULL. */
	char *late;
	int64_t late_place;
};

/*
 * Fills `scope`, which need not be initialised. `item` is one of the
 * candidate, and the index is the candidate's (model/deps/index.h).
 */
void visible_symbols_find(struct visible_symbols *scope, struct index *ix,
	const struct model *candidate, const struct item *item);
void visible_symbols_drop(struct visible_symbols *scope);

#endif
