#include "tools/edit/edit_list.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "language/language.h"
#include "model/items/model.h"
#include "smt/rules/command_policy.h"
#include "tools/call/call.h"
#include "tools/call/warnings.h"
#include "tools/edit/edit_messages.h"
#include "tools/edit/edit_refuse.h"
#include "tools/edit/edit_transaction.h"
#include "json/json.h"

static void
release(void *plan)
{
	struct edit_list *edits = plan;

	for (size_t i = 0; i < edits->count; i++)
		free(edits->contents[i]);
	free(edits->contents);
	free(edits->dones);
	free(edits->list);
	free(edits);
}

/* --- the contents ----------------------------------------------------- */

/* As it is to be kept, with what there is to say of it. */
static bool
read_content(struct edit_list *edits, size_t at, struct json_object *warnings,
	struct err *e)
{
	struct edit *edit = &edits->list[at];
	DROP(translation) struct translation t;
	DROP(admitted_text) struct admitted_text allowed = {0};
	DROP(buf) struct buf what;
	struct diagnostic fault;

	buf_init(&what, LIMIT_REPLY);
	edits_name(edits, at, &what);
	if (!language_read(edit->content, strlen(edit->content), &t, &fault))
		return edit_refuse_text(edit->content, what.data, &fault, e);
	if (!command_policy_item(t.text.data, t.text.size, &allowed, &fault))
		return edit_refuse_text(
			translation_locate(&t, &fault), what.data, &fault, e);
	buf_clear(&what);
	if (edits->is_list)
		buf_add_format(&what, "edits[%zu], ", at);
	warnings_add_of(warnings, what.data, &allowed);
	edits->contents[at] = admitted_text_content(&allowed);
	edit->content = edits->contents[at];
	return true;
}

static bool
read_contents(
	struct edit_list *edits, struct json_object *warnings, struct err *e)
{
	for (size_t i = 0; i < edits->count; i++) {
		if (edits->list[i].content != NULL &&
			!read_content(edits, i, warnings, e))
			return false;
	}
	return true;
}

/* --- making ----------------------------------------------------------- */

static bool
make(struct call *c, struct edit_transaction *ed, struct err *e)
{
	struct edit_list *edits = ed->plan;

	(void)c;
	for (size_t i = 0; i < edits->count; i++) {
		struct err cause;

		if (model_apply(ed->candidate, &edits->list[i],
			    &edits->dones[i], &cause))
			continue;
		if (!edits->is_list)
			return err_set(e, cause.code, "%s", cause.text);
		return err_set(e, cause.code,
			"edits[%zu]: %s\nEach index counts in the model as the "
			"edits before it leave it. Nothing was changed.",
			i, cause.text);
	}
	return true;
}

static void
record(const struct edit_transaction *ed, struct buf *out)
{
	const struct edit_list *edits = ed->plan;

	for (size_t i = 0; i < edits->count; i++) {
		if (i > 0)
			buf_add_char(out, '\n');
		edit_describe(&edits->dones[i], out);
	}
}

static const struct edit_transaction_kind kind = {
	.make = make,
	.record = record,
	.describe = edits_describe,
	.put = edits_put,
	.name_item = edits_name_item,
	.name_result = edits_name_result,
	.name_edit = edits_name_edit,
	.release = release,
};

/* --- the beginning ---------------------------------------------------- */

static void
start(struct call *c, struct edit_list *edits, bool cascade)
{
	struct json_object *warnings = json_new_array();
	struct err e;

	edits->dones = mem_new(edits->count * sizeof(edits->dones[0]));
	edits->contents = mem_new(edits->count * sizeof(edits->contents[0]));
	if (read_contents(edits, warnings, &e)) {
		edit_transaction_start(c, &kind, edits, warnings, cascade);
		return;
	}
	json_free(warnings);
	release(edits);
	call_fail(c, &e);
}

static struct edit_list *
copy(const struct edit *list, size_t count)
{
	struct edit_list *edits = mem_new(sizeof(*edits));

	edits->count = count;
	edits->list = mem_grow(NULL, count, sizeof(*list));
	for (size_t i = 0; i < count; i++)
		edits->list[i] = list[i];
	return edits;
}

void
edit_list_start(struct call *c, const struct edit *list, size_t count)
{
	struct edit_list *edits = copy(list, count);

	edits->is_list = true;
	start(c, edits, false);
}

void
edit_list_start_one(struct call *c, const struct edit *edit, bool cascade)
{
	start(c, copy(edit, 1), cascade);
}
