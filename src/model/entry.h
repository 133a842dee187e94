#ifndef MODEL_ENTRY_H
#define MODEL_ENTRY_H

/*
 * A command on one line of an outline: `area: (Int Int) Int, defined`.
 */

#include <stdbool.h>

#include "base/buf.h"

struct form;

enum entry_section {
	ENTRY_SETTINGS,
	ENTRY_SORTS,
	ENTRY_FUNCTIONS,
	ENTRY_ASSERTIONS,
	ENTRY_OBJECTIVES,
	ENTRY_SECTIONS, /* how many there are */
};

/*
 * Appends the entry of a command of that text, up to the ceiling of the line;
 * false, and nothing, for one that is in no section. A quoted symbol may bring
 * a line break along.
 */
bool entry_write(const char *text, const struct form *form, struct buf *line,
	enum entry_section *section);

#endif
