#ifndef MODEL_DEPS_SLICE_H
#define MODEL_DEPS_SLICE_H

/*
 * The part of an edited model that is read again to know whether libz3 accepts
 * it: the new items, those that an edit may have broken, and all that these
 * need. libz3 says of the slice what it would say of the whole model: the
 * same verdict, and the same faults in the same items. (tests/props holds it
 * to that.)
 *
 * That the base is accepted is taken for granted.
 */

#include "model/deps/index.h"
#include "model/items/diff.h"
#include "model/items/model.h"

/*
 * A model of the items that have to be read, in their order; the caller's. It
 * is empty when there is nothing to read, and all of the candidate when the
 * edit touches what rules it all: a name of libz3's own, a datatype
 * with parameters.
 *
 * The index is that of the base, and is the same when this returns.
 */
struct model *slice_find(
	struct index *ix, const struct diff *d, const struct model *candidate);

#endif
