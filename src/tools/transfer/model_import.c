#include "tools/transfer/model_import.h"

#include <stdlib.h>
#include <string.h>

#include "advice/advice.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "model/items/edit.h"
#include "model/items/model.h"
#include "smt/names/symbol_table.h"
#include "tools/call/call.h"
#include "tools/call/warnings.h"
#include "tools/edit/edit_transaction.h"
#include "json/json.h"

struct model_import *
model_import_new(void)
{
	return mem_new(sizeof(struct model_import));
}

void
model_import_free(struct model_import *i)
{
	import_release(&i->found);
	session_options_release(&i->settings);
	free(i->made);
	free(i);
}

static void
release(void *plan)
{
	model_import_free(plan);
}

/* --- making -------------------------------------------------------------- */

/* "line 7", "items[3]" */
static void
add_place(const struct model_import *i, size_t at, struct buf *out)
{
	if (i->found.items[at].line > 0)
		buf_add_format(out, "line %u", i->found.items[at].line);
	else
		buf_add_format(out, "items[%zu]", at);
}

static bool
refuse_at(const struct model_import *i, size_t at, const struct err *cause,
	struct err *e)
{
	DROP(buf) struct buf place;

	buf_init(&place, LIMIT_REPLY);
	add_place(i, at, &place);
	return err_set(e, cause->code, "%s: %s. Nothing was imported.",
		place.data, cause->text);
}

/* The names that are taken; each stays where it is. */
static void
take_names(const struct model *m, struct symbol_table *taken)
{
	for (size_t i = 0; i < m->count; i++) {
		const char *name = model_at(m, i)->name;

		if (name != NULL)
			(void)symbol_table_find(taken, slice_of(name));
	}
}

static bool
check_name(const struct model *nothing, const char *name,
	struct symbol_table *taken, struct err *e)
{
	size_t count = taken->count;

	if (name == NULL || *name == '\0')
		return true;
	if (!item_name_check(nothing, name, -1, e))
		return false;
	(void)symbol_table_find(taken, slice_of(name));
	return taken->count > count ||
	       err_set(e, ERR_CONFLICT,
		       "the name \"%s\" is another item's already; give one of "
		       "the two another name",
		       name);
}

static bool
check_size(const struct model *m, const struct import_item *item, struct err *e)
{
	size_t size = m->bytes + strlen(item->content);

	if (m->count >= LIMIT_ITEMS)
		return err_set(e, ERR_LIMIT,
			"the model would have more than %d items; put several "
			"commands into one item, or split the text into two "
			"sessions",
			LIMIT_ITEMS);
	return size <= LIMIT_MODEL ||
	       err_set(e, ERR_LIMIT,
		       "the model would have more than %d bytes; split it into "
		       "two sessions",
		       LIMIT_MODEL);
}

static bool
make_item(struct edit_transaction *ed, const struct model *nothing,
	struct symbol_table *taken, size_t at, struct err *e)
{
	struct model_import *i = ed->plan;
	const struct import_item *from = &i->found.items[at];
	DROP(text) char *note = NULL;

	if (!check_size(ed->candidate, from, e) ||
		!check_name(nothing, from->name, taken, e) ||
		(from->note != NULL &&
			!item_name_check_note(from->note, &note, e)))
		return false;
	i->made[at] = item_new(from->content, from->name, note);
	model_insert(ed->candidate, ed->candidate->count, i->made[at]);
	return true;
}

static bool
make_items(
	struct edit_transaction *ed, struct symbol_table *taken, struct err *e)
{
	struct model_import *i = ed->plan;
	DROP(model) struct model *nothing = model_new();
	struct err cause;

	take_names(ed->candidate, taken);
	for (size_t at = 0; at < i->found.count; at++) {
		if (!make_item(ed, nothing, taken, at, &cause))
			return refuse_at(i, at, &cause, e);
	}
	return true;
}

static bool
make(struct call *c, struct edit_transaction *ed, struct err *e)
{
	struct model_import *i = ed->plan;
	struct symbol_table taken = {0};
	bool done;

	(void)c; /* all that counts is in the plan */
	while (!i->appends && ed->candidate->count > 0)
		model_remove(ed->candidate, ed->candidate->count - 1);
	i->made = mem_grow(i->made, i->found.count + 1, sizeof(*i->made));
	ed->settings = i->has_settings ? &i->settings : NULL;
	done = make_items(ed, &taken, e);
	symbol_table_release(&taken);
	return done;
}

/* --- words --------------------------------------------------------------- */

static void
record(const struct edit_transaction *ed, struct buf *out)
{
	const struct model_import *i = ed->plan;

	buf_add_text(out, "import_model ");
	warnings_add_count(i->found.count, "item", out);
	if (i->appends)
		buf_add_text(out, " at the end");
}

static void
describe(const struct edit_transaction *ed, struct buf *out)
{
	const struct model_import *i = ed->plan;

	buf_add_text(out, ed->dry_run ? "Would import " : "Imported ");
	warnings_add_count(i->found.count, "item", out);
	if (i->appends)
		buf_add_text(out, " at the end");
	else if (ed->base->count > 0)
		buf_add_format(out, " in the place of the %zu that there were",
			ed->base->count);
	if (i->has_settings && i->settings.count > 0)
		buf_add_format(out, " and %zu options", i->settings.count);
}

static void
put(const struct edit_transaction *ed, struct json_object *answer)
{
	const struct model_import *i = ed->plan;

	json_put_int(answer, "imported", (int64_t)i->found.count);
}

/* Its number in the import; found.count if it is none of that. */
static size_t
find_made(const struct model_import *i, const struct item *item)
{
	size_t at = 0;

	while (at < i->found.count && i->made[at] != item)
		at++;
	return at;
}

/* Unless the content is not what the text has there: something of it was left
 * out. */
static void
locate(const struct edit_transaction *ed, const struct item *item,
	struct advice_place *place)
{
	const struct model_import *i = ed->plan;
	size_t at = find_made(i, item);
	size_t offset;

	if (i->found.text == NULL || at == i->found.count)
		return;
	offset = i->found.items[at].offset;
	if (i->found.size - offset < item->size ||
		memcmp(i->found.text + offset, item->content, item->size) != 0)
		return;
	place->what = "the text";
	place->whole = i->found.text;
	place->whole_size = i->found.size;
	place->whole_offset = offset;
}

static void
name_item(const struct edit_transaction *ed, const struct item *item,
	struct buf *out)
{
	const struct model_import *i = ed->plan;
	size_t at = find_made(i, item);

	if (at == i->found.count)
		return;
	buf_add_text(out, i->found.items[at].line > 0
				  ? "the command that begins in "
				  : "the content of ");
	add_place(i, at, out);
}

static void
name_result(const struct edit_transaction *ed, struct buf *out)
{
	(void)ed; /* it is the same for all */
	buf_add_text(out, "the imported model");
}

static void
name_edit(const struct edit_transaction *ed, struct advice_break *b,
	struct buf *what)
{
	(void)ed; /* it is the same for all */
	b->action = "made";
	buf_add_text(what, "This import");
}

static const struct edit_transaction_kind kind = {
	.make = make,
	.record = record,
	.describe = describe,
	.put = put,
	.name_item = name_item,
	.locate = locate,
	.name_result = name_result,
	.name_edit = name_edit,
	.release = release,
};

void
model_import_start(
	struct call *c, struct model_import *i, struct json_object *warnings)
{
	edit_transaction_start(c, &kind, i, warnings, false);
}
