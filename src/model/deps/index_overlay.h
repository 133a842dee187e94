#ifndef MODEL_DEPS_INDEX_OVERLAY_H
#define MODEL_DEPS_INDEX_OVERLAY_H

/*
 * The index of a model as that of an edited one: for a look, or for good.
 * Costs what the changed items are long.
 */

#include "model/deps/index.h"
#include "model/items/diff.h"

/* To be left again before the index is used for anything else. */
void index_overlay_enter(struct index *ix, const struct diff *d);
void index_overlay_leave(struct index *ix, const struct diff *d);

/* The edit has become the model. */
void index_overlay_keep(struct index *ix, const struct diff *d);

/* An index of all items; the caller's. */
struct index *index_overlay_of(const struct model *m);

#endif
