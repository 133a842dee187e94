#include "tools/edit/edit_refuse.h"

#include <string.h>

#include "advice/advice.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "model/deps/index_overlay.h"
#include "model/items/model.h"
#include "tools/call/call.h"
#include "tools/call/job_failure.h"
#include "tools/edit/broken_dependents.h"
#include "tools/edit/edit_transaction.h"
#include "tools/hints/declared_symbols.h"
#include "tools/hints/more_errors.h"

bool
edit_refuse_text(const char *content, const char *what,
	const struct diagnostic *fault, struct err *e)
{
	const struct advice_place place = {
		.text = content,
		.size = strlen(content),
		.what = what,
		.index = -1,
	};

	return advice_fault(fault, &place, e);
}

/* The number that the client knows it by; one that is new, as it would be. */
static size_t
number_of(const struct edit_transaction *ed, int64_t place)
{
	size_t number = model_rank(ed->base, place);

	if (number < ed->base->count &&
		model_at(ed->base, number)->place == place)
		return number;
	return model_rank(ed->candidate, place);
}

/* An item of the candidate, and how a message speaks of it. */
struct subject {
	struct visible_symbols scope;
	struct buf what;
	struct advice_place place;
};

static void
subject_init(struct subject *v, const struct edit_transaction *ed,
	const struct item *item)
{
	v->place = (struct advice_place){
		.text = item->content,
		.size = item->size,
		.index = (ptrdiff_t)number_of(ed, item->place),
		.name = item->name,
	};
	buf_init(&v->what, LIMIT_REPLY);
	ed->kind->name_item(ed, item, &v->what);
	v->place.what = v->what.size > 0 ? v->what.data : NULL;
	if (ed->kind->locate != NULL)
		ed->kind->locate(ed, item, &v->place);
	visible_symbols_find(&v->scope, ed->index, ed->candidate, item);
	v->place.symbols = v->scope.known.symbols;
	v->place.symbol_count = v->scope.known.count;
	v->place.late = v->scope.late;
	if (v->scope.late != NULL)
		v->place.late_index = number_of(ed, v->scope.late_place);
}

static void
subject_drop(struct subject *v)
{
	visible_symbols_drop(&v->scope);
	buf_release(&v->what);
}

/* One fault behind the first, if it is in an item that is new. */
static void
add_further(const struct edit_transaction *ed, const struct diagnostic *fault,
	struct more_errors *further)
{
	DROP(subject) struct subject v = {0};
	struct diagnostic inside = *fault;
	const struct item *item;
	size_t index;

	if (!render_locate(&ed->render, fault->line, &index, &inside.line))
		return;
	item = model_at(ed->slice, index);
	if (!items_have(&ed->diff.added, item) ||
		(ed->is_trimmed && item->place > ed->trimmed_at))
		return;
	if (more_errors_is_full(further)) {
		further->untold++;
		return;
	}
	subject_init(&v, ed, item);
	more_errors_add(further, &inside, &v.place);
}

static void
add_all_further(
	const struct edit_transaction *ed, struct answer *answer, struct err *e)
{
	DROP(more_errors) struct more_errors further = {0};

	diagnostics_keep_causes(&answer->further, &answer->fault,
		ed->render.text.data, ed->render.text.size);
	for (size_t i = 0; i < answer->further.count; i++)
		add_further(ed, &answer->further.at[i], &further);
	more_errors_tell(&further, e);
}

bool
edit_refuse_item(const struct edit_transaction *ed, const struct item *item,
	struct answer *answer, unsigned line, struct err *e)
{
	DROP(subject) struct subject v = {0};
	struct diagnostic inside = answer->fault;

	index_overlay_enter(ed->index, &ed->diff);
	subject_init(&v, ed, item);
	inside.line = line;
	(void)advice_fault(&inside, &v.place, e);
	add_all_further(ed, answer, e);
	index_overlay_leave(ed->index, &ed->diff);
	return false;
}

bool
edit_refuse_unplaced(const struct diagnostic *fault, struct err *e)
{
	return err_set(e, ERR_TEXT,
		"Z3 refuses the model that this edit would give, and does not "
		"say where: %s\nNothing was changed. Make the edit in smaller "
		"pieces to see which command it is.",
		fault->what);
}

bool
edit_refuse_breakage(const struct edit_transaction *ed, struct err *e)
{
	if (ed->broken.count == 0)
		return err_set(e, ERR_TEXT,
			"Z3 refuses the model that this edit would give. "
			"Nothing was changed.");
	(void)broken_dependents_refuse(ed, e);
	return err_add(e,
		"\nThere may be more of them: the search stopped after %u "
		"checks.",
		ed->rounds);
}

bool
edit_refuse_outcome(const struct call *c, const struct edit_transaction *ed,
	const struct answer *answer, struct err *e)
{
	DROP(buf) struct buf what;
	DROP(text) char *message = NULL;
	struct advice_job job = {
		.is_check = true,
		.limit_ms = CHECK_TIMEOUT_MS,
		.memory_mb = c->server->memory_mb,
	};

	buf_init(&what, LIMIT_REPLY);
	ed->kind->name_result(ed, &what);
	job.what = what.data;
	message = job_failure_message(answer, &job);
	if (answer->outcome == OUTCOME_NO_WORKER)
		return err_set(e, ERR_WORKER,
			"%s\nThe edit was not made, because Z3 has to check "
			"it.",
			message);
	return err_set(e, ERR_TEXT, "%s", message);
}
