#include "model/items/edit.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "smt/text/lexer.h"

/* --- name and note ------------------------------------------------------- */

static bool
is_simple_symbol(const char *name)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789~!@$%^&*_-+=<>.?/";

	return name[strspn(name, letters)] == '\0' &&
	       (*name < '0' || *name > '9') &&
	       !slice_is_one_of(
		       slice_of(name), "! _ as exists forall let match par");
}

bool
item_name_check(
	const struct model *m, const char *name, ptrdiff_t own, struct err *e)
{
	size_t size = strlen(name);
	ptrdiff_t other;

	if (size == 0)
		return true;
	if (size > LIMIT_NAME)
		return err_advise(e, ERR_LIMIT,
			"the name has %zu characters and the limit is %d; "
			"choose a short one; put the sentence into note",
			size, LIMIT_NAME);
	if (!is_simple_symbol(name))
		return err_advise(e, ERR_ARGUMENT,
			"\"%s\" cannot be the name of an item: a name is one "
			"word of letters, digits and ~!@$%%^&*_-+=<>.?/ that "
			"does not start with a digit and is not a reserved "
			"word; choose another, for example upper-bound; put a "
			"sentence into note",
			name);
	other = model_find(m, name);
	if (other >= 0 && other != own)
		return err_advise(e, ERR_CONFLICT,
			"the name \"%s\" is taken by item %td; choose another "
			"name; or change that item with {replace_item}",
			name, other);
	return true;
}

bool
item_name_check_note(const char *note, char **line, struct err *e)
{
	size_t size = strlen(note);

	if (size > LIMIT_NOTE)
		return err_advise(e, ERR_LIMIT,
			"the note has %zu bytes and the limit is %d; keep the "
			"sentence that the item encodes; leave out the rest, "
			"or make it a comment of the item",
			size, LIMIT_NOTE);
	if (!utf8_check(note, size, NULL))
		return err_advise(e, ERR_ARGUMENT,
			"the note is not valid UTF-8; send it as plain text; "
			"or leave it out");
	*line = line_breaks_flatten(note);
	return true;
}

/* --- the edit ------------------------------------------------------------ */

bool
item_check_content(const struct model *m, const char *content,
	const struct item *old, struct err *e)
{
	size_t size = strlen(content);
	size_t bytes = m->bytes - (old != NULL ? old->size : 0) + size;

	if (old == NULL && m->count >= LIMIT_ITEMS)
		return err_advise(e, ERR_LIMIT,
			"the model has %zu items and the limit is %d; put "
			"several commands into one item; or a quantifier over "
			"a range in the place of many assertions",
			m->count, LIMIT_ITEMS);
	if (size == 0)
		return err_advise(e, ERR_ARGUMENT,
			"content is empty; send one or more complete SMT-LIB "
			"commands, for example (declare-const x Int); to "
			"remove an item use {delete_item}");
	if (size > LIMIT_ITEM)
		return err_advise(e, ERR_LIMIT,
			"the item has %zu bytes and the limit of one item is "
			"%d; split it into several items; write what repeats "
			"as a quantifier over a range, tables as data",
			size, LIMIT_ITEM);
	if (bytes > LIMIT_MODEL)
		return err_advise(e, ERR_LIMIT,
			"the model would have %zu bytes and the limit of a "
			"model is %d; use definitions or quantifiers for what "
			"repeats; or split the model into two sessions",
			bytes, LIMIT_MODEL);
	return true;
}

/* "the model has 3 items, numbered 0 to 2" */
static void
add_numbers(const struct model *m, struct err *e)
{
	if (m->count == 0)
		err_add(e, "the model has no items");
	else if (m->count == 1)
		err_add(e, "the model has 1 item, with number 0");
	else
		err_add(e, "the model has %zu items, numbered 0 to %zu",
			m->count, m->count - 1);
}

static bool
refuse_index(const struct model *m, const char *which, int64_t index,
	bool is_new, struct err *e)
{
	err_set(e, ERR_ARGUMENT, "%s %" PRId64 " is out of range: ", which,
		index);
	add_numbers(m, e);
	if (is_new) {
		err_step(e, "Omit it to add the item at the end.");
		return err_step(e,
			"Or send 0 to %zu: a new item goes before the item of "
			"that number.",
			m->count);
	}
	err_step(e, m->count == 0 ? "Make the first item with {add_item}."
				  : "Look at the numbers with {get_model}.");
	return err_step(e, "Or give the name of an item.");
}

static bool
refuse_target(const struct model *m, const char *name, struct err *e)
{
	struct nearest near = {.word = name};

	err_set(e, ERR_NOT_FOUND, "there is no item named \"%.*s\"", LIMIT_NAME,
		name);
	for (size_t i = 0; i < m->count; i++) {
		if (model_at(m, i)->name != NULL)
			nearest_offer(&near, model_at(m, i)->name);
	}
	err_add(e, ": ");
	add_numbers(m, e);
	if (near.best != NULL)
		err_step(e, "Write \"%s\", which is item %td.", near.best,
			model_find(m, near.best));
	return err_step(e, "Look at the names and numbers with {get_model}.");
}

bool
edit_target(const struct model *m, const struct edit *edit, size_t *index,
	struct err *e)
{
	ptrdiff_t found;

	if (edit->has_index == (edit->target != NULL))
		return err_advise(e, ERR_ARGUMENT,
			"give either the index or the name of the item%s",
			!edit->has_index	   ? ""
			: edit->op == EDIT_REPLACE ? ", not both; another name "
						     "is given as new_name"
						   : ", not both");
	if (edit->has_index) {
		if (edit->index < 0 || (uint64_t)edit->index >= m->count)
			return refuse_index(m, "index", edit->index, false, e);
		*index = (size_t)edit->index;
		return true;
	}
	found = model_find(m, edit->target);
	if (found < 0)
		return refuse_target(m, edit->target, e);
	*index = (size_t)found;
	return true;
}

static bool
add_place(const struct model *m, const struct edit *edit, size_t *index,
	struct err *e)
{
	if (edit->target != NULL)
		return edit_target(m, edit, index, e);
	*index = edit->has_index ? (size_t)edit->index : m->count;
	if (!edit->has_index ||
		(edit->index >= 0 && (uint64_t)edit->index <= m->count))
		return true;
	return refuse_index(m, "index", edit->index, true, e);
}

static bool
check_labels(const struct model *m, const struct edit *edit, ptrdiff_t own,
	char **note, struct err *e)
{
	return (edit->name == NULL || item_name_check(m, edit->name, own, e)) &&
	       (edit->note == NULL ||
		       item_name_check_note(edit->note, note, e));
}

static bool
apply_add(struct model *m, const struct edit *edit, struct edit_done *done,
	struct err *e)
{
	DROP(text) char *note = NULL;

	if (edit->content == NULL)
		return err_advise(e, ERR_ARGUMENT,
			"content is missing; send one or more complete SMT-LIB "
			"commands, for example (declare-const x Int); or named "
			"values as data");
	if (!add_place(m, edit, &done->index, e) ||
		!item_check_content(m, edit->content, NULL, e) ||
		!check_labels(m, edit, -1, &note, e))
		return false;
	model_insert(m, done->index, item_new(edit->content, edit->name, note));
	done->item = model_at(m, done->index);
	return true;
}

/* The first line of what goes, to be shown. */
static void
set_old_content(const struct item *item, struct edit_done *done)
{
	size_t line = strcspn(item->content, "\n");
	size_t kept = utf8_cut(item->content, line, EDIT_OLD_MAX);

	(void)snprintf(done->old, sizeof(done->old), "%.*s%s", (int)kept,
		item->content, kept < item->size ? "..." : "");
}

static bool
apply_replace(struct model *m, const struct edit *edit, struct edit_done *done,
	struct err *e)
{
	DROP(text) char *note = NULL;
	struct item *old;
	struct item *item;

	if (edit->content == NULL && edit->name == NULL && edit->note == NULL)
		return err_advise(e, ERR_ARGUMENT,
			"nothing to change was given; send content or data; or "
			"a new_name; or a note");
	if (!edit_target(m, edit, &done->index, e))
		return false;
	old = model_at(m, done->index);
	if ((edit->content != NULL &&
		    !item_check_content(m, edit->content, old, e)) ||
		!check_labels(m, edit, (ptrdiff_t)done->index, &note, e))
		return false;
	item = item_new_version(old, edit->content,
		edit->name != NULL ? edit->name : old->name,
		note != NULL ? note : old->note);
	if (edit->content != NULL)
		set_old_content(old, done);
	model_replace(m, done->index, item);
	done->item = item;
	return true;
}

static bool
apply_delete(struct model *m, const struct edit *edit, struct edit_done *done,
	struct err *e)
{
	if (!edit_target(m, edit, &done->index, e))
		return false;
	set_old_content(model_at(m, done->index), done);
	return true;
}

/*
 * The moved item is a new version of it: among the kept rows of the others
 * its own would be out of order.
 */
static bool
apply_move(struct model *m, const struct edit *edit, struct edit_done *done,
	struct err *e)
{
	struct item *item;

	if (!edit->has_to)
		return err_advise(e, ERR_ARGUMENT,
			"to is missing; add the number that the item is to "
			"get; {get_model} shows the numbers");
	if (!edit_target(m, edit, &done->index, e))
		return false;
	if (edit->to < 0 || (uint64_t)edit->to >= m->count)
		return refuse_index(m, "to", edit->to, false, e);
	done->to = (size_t)edit->to;
	done->item = model_at(m, done->index);
	if (done->to == done->index)
		return true;
	item = item_copy(model_at(m, done->index));
	model_remove(m, done->index);
	model_insert(m, done->to, item);
	done->item = item;
	return true;
}

static bool
apply_clear(struct model *m, const struct edit *edit, struct edit_done *done,
	struct err *e)
{
	(void)edit;
	(void)done;
	(void)e;
	while (m->count > 0)
		model_remove(m, m->count - 1);
	return true;
}

bool
model_apply(struct model *m, const struct edit *edit, struct edit_done *done,
	struct err *e)
{
	static bool (*const apply[])(struct model *, const struct edit *,
		struct edit_done *, struct err *) = {
		[EDIT_ADD] = apply_add,
		[EDIT_REPLACE] = apply_replace,
		[EDIT_DELETE] = apply_delete,
		[EDIT_MOVE] = apply_move,
		[EDIT_CLEAR] = apply_clear,
	};
	struct edit_done result = {.op = edit->op, .count = m->count};
	const char *name = NULL;

	if (!apply[edit->op](m, edit, &result, e))
		return false;
	if (edit->op != EDIT_MOVE)
		result.to = result.index;
	if (edit->op != EDIT_CLEAR)
		name = model_at(m, result.to)->name;
	(void)snprintf(result.name, sizeof(result.name), "%s",
		name != NULL ? name : ""); /* never longer: item_name_check */
	if (edit->op == EDIT_DELETE)
		model_remove(m, result.index);
	*done = result;
	return true;
}

void
edit_describe(const struct edit_done *done, struct buf *out)
{
	static const char *const names[] = {
		[EDIT_ADD] = "add_item",
		[EDIT_REPLACE] = "replace_item",
		[EDIT_DELETE] = "delete_item",
		[EDIT_MOVE] = "move",
		[EDIT_CLEAR] = "clear_model",
	};

	buf_add_text(out, names[done->op]);
	if (done->op == EDIT_CLEAR) {
		buf_add_format(out, " (%zu item%s)", done->count,
			done->count == 1 ? "" : "s");
		return;
	}
	buf_add_format(out, " %zu", done->index);
	if (done->op == EDIT_MOVE)
		buf_add_format(out, " to %zu", done->to);
	if (done->name[0] != '\0')
		buf_add_format(out, " \"%s\"", done->name);
}
