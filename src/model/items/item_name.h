#ifndef MODEL_ITEMS_ITEM_NAME_H
#define MODEL_ITEMS_ITEM_NAME_H

/*
 * What an item may be called: its name and its note.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "model/items/model.h"

/*
 * A name is an SMT-LIB simple symbol of at most LIMIT_NAME characters, and no
 * other item of the model has it. `own` is the number of the item that is to
 * get it, or -1 for a new one. The empty name is no name, and fine.
 */
bool item_name_check(
	const struct model *m, const char *name, ptrdiff_t own, struct err *e);

/*
 * A note is valid UTF-8 of at most LIMIT_NOTE bytes. `*line` is a copy for the
 * caller, made one line by line_breaks_flatten: an export writes notes as
 * comments.
 */
bool item_name_check_note(const char *note, char **line, struct err *e);

#endif
