#ifndef MODEL_TEXT_OUTLINE_H
#define MODEL_TEXT_OUTLINE_H

/*
 * The contents of a model, without the bodies.
 */

#include "base/buf.h"
#include "model/items/model.h"

/*
 * Appends a section each for settings, sorts, functions (with signatures),
 * assertions and objectives, if there are any; in each a line with the number
 * of the item, what it declares or asserts, its name and its note:
 *
 *	Functions:
 *	1 | limit: Int
 *	2 | area: (Int Int) Int, defined ; area: width times height
 *	Assertions:
 *	3 | (assert (< limit 9)) ; small
 *
 * Every entry is one line and is cut when it is long.
 */
void outline_render(const struct model *m, struct buf *out);

#endif
