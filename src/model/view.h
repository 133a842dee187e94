#ifndef MODEL_VIEW_H
#define MODEL_VIEW_H

/*
 * The index of a model as that of an edited one: for a look, or for good.
 * Costs what the changed items are long.
 */

#include "model/diff.h"
#include "model/index.h"

/* To be left again before the index is used for anything else. */
void view_enter(struct index *ix, const struct diff *d);
void view_leave(struct index *ix, const struct diff *d);

/* The edit has become the model. */
void view_keep(struct index *ix, const struct diff *d);

/* An index of all items; the caller's. */
struct index *view_of(const struct model *m);

#endif
