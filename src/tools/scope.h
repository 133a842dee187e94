#ifndef TOOLS_SCOPE_H
#define TOOLS_SCOPE_H

/*
 * The names that a message about a refused item of a candidate may speak of:
 * those that it uses, those that it may have meant, and the latest. Found
 * through the index, since a model may declare a hundred thousand.
 */

#include <stdint.h>

#include "model/index.h"
#include "model/model.h"
#include "tools/known.h"

struct scope {
	struct known known; /* in the order of the model */
	/* A name that the item uses and only a later one declares, with the
	 * place of that; or NULL. */
	char *late;
	int64_t late_place;
};

/*
 * Fills `scope`, which need not be initialised. `item` is one of the
 * candidate, and the index is the candidate's (model/view.h).
 */
void scope_find(struct scope *scope, struct index *ix,
	const struct model *candidate, const struct item *item);
void scope_drop(struct scope *scope);

#endif
