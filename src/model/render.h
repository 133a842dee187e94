#ifndef MODEL_RENDER_H
#define MODEL_RENDER_H

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
#include <stdint.h>

#include "base/buf.h"
#include "model/model.h"

/* The text that Z3 reads: the contents, each on lines of its own. */
struct render {
	struct buf text;
	unsigned *first_lines; /* of each item, from 1 */
	size_t count;
	unsigned end_line; /* the first behind the items */
};

/* Fills `r`, which need not be initialised. */
void render_worker(const struct model *m, struct render *r);
void render_release(struct render *r);
void render_drop(struct render *r); /* for DROP(render) */

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
 * those behind it. Returns the number of items written.
 */
size_t render_items(
	const struct model *m, size_t from, size_t count, struct buf *out);

/* What the header of an exported file says; all but status are needed. */
struct render_header {
	const char *session;
	uint64_t revision;
	const char *version;	/* Satchel's */
	const char *z3_version; /* of the library, or NULL if not known */
	const char *status;	/* "sat", "unsat", or NULL when not known */
};

/*
 * A standalone SMT-LIB file that comes back as it was:
 *
 *	; Satchel export, format 1
 *	; session: parity
 *	; revision: 3
 *	; made by: Satchel 0.1.0, Z3 4.8.12
 *	(set-info :status sat)
 *
 *	; item 0: 1 line
 *	; name: bound
 *	; note: x is small
 *	(assert (< x 9))
 *
 *	; end of items
 *	(check-sat)
 *	(get-model)
 *
 * An item is the given number of lines behind its comments, so that comments
 * inside of an item cannot be mistaken for those of the file. (get-model)
 * stands there for status "sat" only.
 */
void render_export(const struct model *m, const struct render_header *header,
	struct buf *out);

#endif
