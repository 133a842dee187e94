#ifndef TESTS_PROPS_BROKEN_H
#define TESTS_PROPS_BROKEN_H

/*
 * Whom an edit breaks: as model/deps/affected finds it, by slices and
 * the index, and by reading the whole model again and again without the first
 * that fails.
 */

#include <stdbool.h>

#include "model/deps/index.h"
#include "model/items/model.h"

/* Whether both find the same items, and then the same verdict. */
bool broken_is_same(struct index *ix, const struct model *base,
	const struct model *candidate);

#endif
