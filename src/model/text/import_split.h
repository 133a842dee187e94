#ifndef MODEL_TEXT_IMPORT_SPLIT_H
#define MODEL_TEXT_IMPORT_SPLIT_H

/* The commands of a part of a text as items; for import.c. */

#include <stddef.h>

#include "model/text/import.h"

struct import_split_part {
	size_t from;
	size_t end;
	unsigned line; /* at `from`, which begins a line */
	/* Of the first item; taken. Or NULL. */
	char *name;
	char *note;
	/* What export.h writes around the items: left out without a word. */
	bool is_frame;
};

/* Appends to the items, warnings and faults of `im`, whose text it is of. */
void import_split_commands(struct import *im, struct import_split_part *part);

#endif
