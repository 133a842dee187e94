#ifndef MODEL_DEPS_INDEPENDENT_ERRORS_H
#define MODEL_DEPS_INDEPENDENT_ERRORS_H

/*
 * Which of several refused items are refused for what they say themselves.
 * libz3 goes on behind an error with what it made of the refused item, which
 * may be nothing or a part of it, and that may be why it refuses a later one.
 */

#include "model/deps/index.h"
#include "model/items/diff.h"

/*
 * Keeps the first of these items of the base, and those that have nothing to
 * do with what an earlier one of them declares, kept or not. The list is in
 * the order of the model; the index is the base's, and the same when this
 * returns.
 */
void independent_errors_keep(
	struct index *ix, const struct diff *d, struct items *found);

#endif
