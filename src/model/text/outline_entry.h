#ifndef MODEL_TEXT_OUTLINE_ENTRY_H
#define MODEL_TEXT_OUTLINE_ENTRY_H

/*
 * A command on one line of an outline: `area: (Int Int) Int, defined`.
 */

#include <stdbool.h>

#include "base/buf.h"

struct command;

enum outline_entry_section {
	OUTLINE_ENTRY_SETTINGS,
	OUTLINE_ENTRY_SORTS,
	OUTLINE_ENTRY_FUNCTIONS,
	OUTLINE_ENTRY_ASSERTIONS,
	OUTLINE_ENTRY_OBJECTIVES,
	OUTLINE_ENTRY_SECTIONS, /* how many there are */
};

/*
 * Appends the entry of a command of that text, up to the ceiling of the line;
 * false, and nothing, for one that is in no section. A quoted symbol may bring
 * a line break along.
 */
bool outline_entry_write(const char *text, const struct command *form,
	struct buf *line, enum outline_entry_section *section);

#endif
