#include "tools/edit_refuse.h"

#include <string.h>

#include "advice/advice.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "model/model.h"
#include "smt/symbols.h"
#include "tools/call.h"
#include "tools/editing.h"
#include "tools/known.h"
#include "tools/outcome.h"

/* "the new item", or NULL: by its number. */
static char *
name_item(const struct edit *edit)
{
	if (edit->op == EDIT_ADD)
		return text_copy("the new item");
	if (edit->has_index)
		return text_format(
			"the new content of item %lld", (long long)edit->index);
	return text_format("the new content of item \"%.*s\"", LIMIT_NAME,
		edit->target != NULL ? edit->target : "");
}

bool
edit_refuse_text(
	const struct edit *edit, const struct fault *fault, struct err *e)
{
	DROP(text) char *what = name_item(edit);
	const struct advice_place place = {
		.text = edit->content,
		.size = strlen(edit->content),
		.what = what,
		.index = -1,
	};

	return advice_fault(fault, &place, e);
}

/* A name that the new content uses and that only a later item declares. */
static void
add_order(const struct editing *ed, const struct item *item, size_t index,
	const struct known *known, struct err *e)
{
	DROP(known) struct known later = {0};
	DROP(symbols) struct symbols symbols = {0};
	size_t owner;

	if (!symbols_scan(item->content, item->size, &symbols))
		return;
	for (size_t i = index + 1; i < ed->candidate->count; i++)
		known_add(&later, model_at(ed->candidate, i)->content,
			model_at(ed->candidate, i)->size, i);
	for (size_t i = 0; i < symbols.used_count; i++) {
		const char *name = symbols.used[i].name;
		size_t shift = editing_done(ed)->op == EDIT_ADD;

		if (known_find(known, name, &owner) ||
			!known_find(&later, name, &owner))
			continue;
		(void)err_add(e,
			"\nItem %zu declares %.*s, but it comes later, and an "
			"item can use only what stands before it.",
			owner - shift, LIMIT_NAME, name);
		return;
	}
}

bool
edit_refuse_item(const struct editing *ed, size_t index,
	const struct fault *fault, unsigned line, struct err *e)
{
	const struct item *item = model_at(ed->candidate, index);
	DROP(text) char *what = name_item(&ed->edit);
	DROP(known) struct known known = {0};
	struct fault inside = *fault;
	struct advice_place place = {
		.text = item->content,
		.size = item->size,
		.what = what,
		.index = ed->edit.op == EDIT_ADD ? -1 : (ptrdiff_t)index,
		.name = item->name,
	};

	for (size_t i = 0; i <= index; i++)
		known_add(&known, model_at(ed->candidate, i)->content,
			model_at(ed->candidate, i)->size, i);
	inside.line = line;
	place.symbols = known.symbols;
	place.symbol_count = known.count;
	(void)advice_fault(&inside, &place, e);
	add_order(ed, item, index, &known, e);
	return false;
}

bool
edit_refuse_unplaced(const struct fault *fault, struct err *e)
{
	return err_set(e, ERR_TEXT,
		"Z3 refuses the model that this edit would give, and does not "
		"say where: %s\nNothing was changed. Make the edit in smaller "
		"pieces to see which command it is.",
		fault->what);
}

bool
edit_refuse_breakage(const struct editing *ed, struct err *e)
{
	if (ed->breakage.count == 0)
		return err_set(e, ERR_TEXT,
			"Z3 refuses the model that this edit would give. "
			"Nothing was changed.");
	(void)breakage_refuse(&ed->breakage, ed->base, editing_done(ed), e);
	return err_add(e,
		"\nThere may be more of them: the search stopped after %u "
		"checks.",
		ed->breakage.rounds);
}

bool
edit_refuse_outcome(const struct call *c, const struct editing *ed,
	const struct answer *answer, struct err *e)
{
	const struct edit_done *done = editing_done(ed);
	DROP(text) char *what = NULL;
	DROP(text) char *message = NULL;
	struct advice_job job = {
		.is_check = true,
		.limit_ms = CHECK_TIMEOUT_MS,
		.memory_mb = c->server->memory_mb,
	};

	if (done->op == EDIT_DELETE)
		what = text_format("the model without item %zu", done->index);
	else
		what = name_item(&ed->edit);
	job.what = what;
	message = outcome_message(answer, &job);
	if (answer->outcome == OUTCOME_NO_WORKER)
		return err_set(e, ERR_WORKER,
			"%s\nThe edit was not made, because Z3 has to check "
			"it.",
			message);
	return err_set(e, ERR_TEXT, "%s", message);
}
