#ifndef MODEL_TEXT_IMPORTED_H
#define MODEL_TEXT_IMPORTED_H

/* What an import has found so far; for import.c and split.c. */

#include <stdbool.h>
#include <stddef.h>

#include "model/text/import.h"

/* Appends the item, whose texts are taken. Valid until the next one. */
struct import_item *imported_item(
	struct import *im, const struct import_item *item);

/* Appends what is wrong in the piece of the text that begins at `offset`, in
 * line `line`; the fault gets its place in the text. */
void imported_refuse(struct import *im, struct diagnostic *fault, size_t offset,
	unsigned line);

void imported_warn(struct import *im, unsigned line, const char *text);

/*
 * What an item that is sent so would hold, the caller's; warnings go to the
 * import. False, with the fault inside of the piece, when it is refused or
 * (DIAGNOSTIC_EMPTY) holds nothing that is kept.
 */
bool imported_content(struct import *im, const char *text, size_t size,
	unsigned line, char **content, struct diagnostic *fault);

#endif
