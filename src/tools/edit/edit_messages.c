#include "tools/edit/edit_messages.h"

#include "advice/advice.h"
#include "base/limits.h"
#include "tools/edit/edit_list.h"
#include "tools/edit/edit_transaction.h"
#include "json/json.h"

enum { TOLD_MAX = 20 /* of several edits, in the sentence of the reply */ };

/* --- names ------------------------------------------------------------ */

void
edits_name(const struct edit_list *edits, size_t at, struct buf *out)
{
	const struct edit *edit = &edits->list[at];

	if (edit->op == EDIT_ADD)
		buf_add_text(out, "the new item");
	else if (edit->op == EDIT_MOVE)
		buf_add_text(out, "the moved item");
	else if (edit->has_index)
		buf_add_format(out, "the new content of item %lld",
			(long long)edit->index);
	else
		buf_add_format(out, "the new content of item \"%.*s\"",
			LIMIT_NAME, edit->target != NULL ? edit->target : "");
	if (edits->is_list)
		buf_add_format(out, " of edits[%zu]", at);
}

void
edits_name_item(const struct edit_transaction *ed, const struct item *item,
	struct buf *out)
{
	const struct edit_list *edits = ed->plan;

	for (size_t i = edits->count; i-- > 0;) {
		if (edits->dones[i].item != item)
			continue;
		edits_name(edits, i, out);
		return;
	}
}

void
edits_name_result(const struct edit_transaction *ed, struct buf *out)
{
	const struct edit_list *edits = ed->plan;

	if (edits->is_list)
		buf_add_text(out, "the model with these edits");
	else if (edits->dones[0].op == EDIT_DELETE)
		buf_add_format(out, "the model without item %zu",
			edits->dones[0].index);
	else
		edits_name(edits, 0, out);
}

void
edits_name_edit(const struct edit_transaction *ed, struct advice_break *b,
	struct buf *what)
{
	static const char *const actions[] = {
		[EDIT_ADD] = "inserted",
		[EDIT_REPLACE] = "replaced",
		[EDIT_DELETE] = "deleted",
		[EDIT_MOVE] = "moved",
		[EDIT_CLEAR] = "deleted",
	};
	const struct edit_list *edits = ed->plan;
	const struct edit_done *done = &edits->dones[0];

	if (edits->is_list) {
		buf_add_text(what, "These edits");
		b->action = "made";
		return;
	}
	b->action = actions[done->op];
	b->index = done->op == EDIT_ADD ? -1 : (ptrdiff_t)done->index;
	b->name = done->name[0] != '\0' ? done->name : NULL;
}

/* --- the reply -------------------------------------------------------- */

/* The number that the edit's item has in the end; that which it had for one
 * that is not there any more. */
static size_t
number_of(const struct edit_transaction *ed, const struct edit_done *done)
{
	ptrdiff_t number = -1;

	if (done->item != NULL)
		number = edit_transaction_number(ed, done->item);
	if (number >= 0)
		return (size_t)number;
	return done->op == EDIT_MOVE ? done->to : done->index;
}

/* `item 3 "limit"`, `item 3 "limit" to 5` */
static void
describe_done(const struct edit_transaction *ed, const struct edit_done *done,
	struct buf *out)
{
	size_t number = number_of(ed, done);

	if (done->op == EDIT_CLEAR) {
		buf_add_format(out, "%zu items", done->count);
		return;
	}
	buf_add_format(
		out, "item %zu", done->op == EDIT_MOVE ? done->index : number);
	if (done->name[0] != '\0')
		buf_add_format(out, " \"%s\"", done->name);
	if (done->op == EDIT_MOVE)
		buf_add_format(out, " to %zu", number);
}

static void
describe_list(const struct edit_transaction *ed, const struct edit_list *edits,
	struct buf *out)
{
	static const char *const verbs[] = {
		[EDIT_ADD] = "added",
		[EDIT_REPLACE] = "replaced",
		[EDIT_DELETE] = "deleted",
		[EDIT_MOVE] = "moved",
		[EDIT_CLEAR] = "removed all",
	};

	buf_add_format(out, "%s %zu edit%s",
		ed->dry_run ? "Would make" : "Made", edits->count,
		edits->count == 1 ? "" : "s");
	for (size_t i = 0; i < edits->count; i++) {
		if (i == TOLD_MAX) {
			buf_add_format(out, " and %zu more", edits->count - i);
			return;
		}
		buf_add_format(out, "%s %s ", i == 0 ? ":" : ",",
			verbs[edits->dones[i].op]);
		describe_done(ed, &edits->dones[i], out);
	}
}

void
edits_describe(const struct edit_transaction *ed, struct buf *out)
{
	static const char *const verbs[][2] = {
		[EDIT_ADD] = {"Added ", "Would add "},
		[EDIT_REPLACE] = {"Replaced ", "Would replace "},
		[EDIT_DELETE] = {"Deleted ", "Would delete "},
		[EDIT_MOVE] = {"Moved ", "Would move "},
		[EDIT_CLEAR] = {"Removed all ", "Would remove all "},
	};
	const struct edit_list *edits = ed->plan;

	if (edits->is_list) {
		describe_list(ed, edits, out);
		return;
	}
	buf_add_text(out, verbs[edits->dones[0].op][ed->dry_run]);
	describe_done(ed, &edits->dones[0], out);
}

/* The numbers that the deleted items had, in their order. */
static struct json_object *
list_deleted(const struct edit_transaction *ed)
{
	struct json_object *numbers = json_new_array();

	for (size_t i = 0; i < ed->diff.removed.count; i++)
		json_add(numbers,
			json_new_int((int64_t)ed->diff.removed.at[i].number));
	return numbers;
}

/* The number of an item after one edit more; -1 if that deletes it. */
static int64_t
follow(int64_t number, const struct edit_done *done)
{
	int64_t index = (int64_t)done->index;
	int64_t to = (int64_t)done->to;

	switch (done->op) {
	case EDIT_ADD:
		return number + (index <= number);
	case EDIT_DELETE:
		return index == number ? -1 : number - (index < number);
	case EDIT_MOVE:
		if (index == number)
			return to;
		number -= index < number;
		return number + (to <= number);
	case EDIT_REPLACE:
		break;
	case EDIT_CLEAR:
		return -1;
	}
	return number;
}

/* Where the items of the edits are now; -1 for a deleted one. */
static struct json_object *
list_numbers(const struct edit_list *edits)
{
	struct json_object *numbers = json_new_array();

	for (size_t i = 0; i < edits->count; i++) {
		const struct edit_done *done = &edits->dones[i];
		int64_t number = done->op == EDIT_DELETE ? -1
				 : done->op == EDIT_MOVE ? (int64_t)done->to
							 : (int64_t)done->index;

		for (size_t j = i + 1; j < edits->count && number >= 0; j++)
			number = follow(number, &edits->dones[j]);
		json_add(numbers, json_new_int(number));
	}
	return numbers;
}

void
edits_put(const struct edit_transaction *ed, struct json_object *answer)
{
	const struct edit_list *edits = ed->plan;
	const struct edit_done *done = &edits->dones[0];

	if (edits->is_list) {
		json_put(answer, "numbers", list_numbers(edits));
	} else if (done->op == EDIT_DELETE) {
		json_put(answer, "deleted", list_deleted(ed));
	} else if (done->op != EDIT_CLEAR) {
		json_put_int(answer, "index", (int64_t)number_of(ed, done));
		if (done->name[0] != '\0')
			json_put_string(answer, "name", done->name);
	}
}
