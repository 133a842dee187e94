#ifndef MODEL_TEXT_RENDER_H
#define MODEL_TEXT_RENDER_H

/*
 * A model as text: for the worker, for a reader, and as a file. Nothing that
 * an item, a name or a note holds can be taken for what render writes around
 * it: items start on lines of their own, the further lines of an item stand
 * under a bar without a number, and names and notes are one line each.
 *
 * The functions append to `out`; when it overflows they stop, and the caller
 * sees out->overflowed.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "model/items/model.h"

struct commands;

/* The text that Z3 reads: the contents, each on lines of its own. */
struct render {
	struct buf text;
	unsigned *first_lines; /* of each item, from 1 */
	size_t count;
	unsigned end_line; /* the first after the items */
};

/* Fills `r`, which need not be initialised. */
void render_worker(const struct model *m, struct render *r);
/* Appends the commands of the items, at their places in that text, except for
 * those of the items that are left out (by number; NULL: none). */
void render_add_commands(
	const struct model *m, const bool *left_out, struct commands *out);
void render_release(struct render *r);
DROP_BY(render, render_release)

/*
 * The item that a line (from 1) of the text belongs to, and which of its own
 * lines it is (from 1). Columns are the same in both. False when the line is
 * none of an item (line 0, or past the end).
 */
bool render_locate(const struct render *r, unsigned line, size_t *index,
	unsigned *line_in_item);

/* The same text without the map. */
void render_smtlib(const struct model *m, struct buf *out);

/*
 * The items from `from` on, at most `count`: `0 | (declare-const x Int)`.
 * An item that does not fit into `out` is left out as a whole, and so are
 * those after it. Returns the number of items written.
 */
size_t render_items(
	const struct model *m, size_t from, size_t count, struct buf *out);

/*
 * The contents of a model in a line per item: the beginning of its commands
 * without comments and line breaks, its name and its note.
 *
 *	2 | (define-fun area ((w Int) (h Int)) Int (* w h)) ; area: in metres
 */
void render_outline(const struct model *m, struct buf *out);

#endif
