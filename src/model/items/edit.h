#ifndef MODEL_ITEMS_EDIT_H
#define MODEL_ITEMS_EDIT_H

/*
 * An edit of a model as a value, and what became of it. Whether Z3 accepts the
 * edited model is not decided here; indices, names, notes and sizes are.
 *
 * A zeroed struct edit gives nothing: every member that an operation does not
 * need is left out. Texts are borrowed until model_apply returns.
 *
 *	struct edit edit = {.op = EDIT_ADD, .content = "(assert (> x 0))"};
 *	struct edit_done done;
 *
 *	if (!model_apply(candidate, &edit, &done, e))
 *		return false;
 *
 * Several edits are applied one after another to a copy of the model, which
 * is thrown away when one of them is refused.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/limits.h"
#include "model/items/model.h"

enum edit_op { EDIT_ADD, EDIT_REPLACE, EDIT_DELETE, EDIT_MOVE, EDIT_CLEAR };

struct edit {
	enum edit_op op;
	/*
	 * The item: by number or by name, exactly one of them. add inserts
	 * before it, without one at the end.
	 */
	bool has_index;
	int64_t index;
	const char *target;
	/* move: the number that it gets, counted after its removal. */
	bool has_to;
	int64_t to;
	/*
	 * add needs content. For replace NULL leaves as it is, and an empty
	 * name or note takes it away.
	 */
	const char *content;
	const char *name;
	const char *note;
};

enum { EDIT_OLD_MAX = 80 };

/* Where an edit took place. */
struct edit_done {
	enum edit_op op;
	size_t index; /* the number of the item (before a delete or move) */
	size_t to;    /* its number after it; of a deleted one: index */
	size_t count; /* items of the model before the edit */
	char name[LIMIT_NAME + 1]; /* of the item, or "" */
	/* replace, delete: the beginning of the content that goes, or "" */
	char old[EDIT_OLD_MAX + sizeof("...")];
	/* The item as the edit leaves it, or NULL; borrowed from the model and
	 * its base, even if a later edit takes it out of the draft again. */
	const struct item *item;
};

/*
 * Carries out the edit on `m`. On failure the model is as it was and the error
 * says what to send instead: ERR_ARGUMENT (index out of range, both or none
 * of index and name, a name that is not a simple symbol, a bad note),
 * ERR_NOT_FOUND (no item of that name, with the nearest one), ERR_CONFLICT
 * (the name is another item's), ERR_LIMIT.
 * Line breaks and control characters of a note become spaces: a note is one
 * line, since an export writes it as a comment.
 */
bool model_apply(struct model *m, const struct edit *edit,
	struct edit_done *done, struct err *e);

/*
 * The number of the item that a call means, by index or by name (exactly one
 * of them): the same checks and messages as in model_apply.
 */
bool edit_target(const struct model *m, const struct edit *edit, size_t *index,
	struct err *e);

/* One line for the history: `add_item 3 "positive"`. */
void edit_describe(const struct edit_done *done, struct buf *out);

/* Whether the model has room for the content, in place of the old version or,
 * for NULL, as a further item. */
bool item_check_content(const struct model *m, const char *content,
	const struct item *old, struct err *e);

/*
 * A name is an SMT-LIB simple symbol of at most LIMIT_NAME characters, and no
 * other item of the model has it. `own` is the number of the item that is to
 * get it, or -1 for a new one. The empty name means none, and is fine.
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
