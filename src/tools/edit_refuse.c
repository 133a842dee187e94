#include "tools/edit_refuse.h"

#include <string.h>

#include "advice/advice.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "model/model.h"
#include "tools/breakage.h"
#include "tools/call.h"
#include "tools/editing.h"
#include "tools/outcome.h"
#include "tools/scope.h"

bool
edit_refuse_text(const char *content, const char *what,
	const struct fault *fault, struct err *e)
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
number_of(const struct editing *ed, int64_t place)
{
	size_t number = model_rank(ed->base, place);

	if (number < ed->base->count &&
		model_at(ed->base, number)->place == place)
		return number;
	return model_rank(ed->candidate, place);
}

bool
edit_refuse_item(const struct editing *ed, const struct item *item,
	const struct fault *fault, unsigned line, struct err *e)
{
	DROP(scope) struct scope scope;
	DROP(buf) struct buf what;
	struct fault inside = *fault;
	struct advice_place place = {
		.text = item->content,
		.size = item->size,
		.index = (ptrdiff_t)number_of(ed, item->place),
		.name = item->name,
	};

	buf_init(&what, LIMIT_REPLY);
	ed->kind->name_item(ed, item, &what);
	place.what = what.size > 0 ? what.data : NULL;
	if (ed->kind->locate != NULL)
		ed->kind->locate(ed, item, &place);
	scope_find(&scope, ed->index, &ed->diff, ed->candidate, item);
	place.symbols = scope.known.symbols;
	place.symbol_count = scope.known.count;
	inside.line = line;
	(void)advice_fault(&inside, &place, e);
	if (scope.late != NULL)
		(void)err_add(e,
			"\nItem %zu declares %.*s, but it comes later, and an "
			"item can use only what stands before it: put this one "
			"behind it, or move that one up with edit_model.",
			number_of(ed, scope.late_place), LIMIT_NAME,
			scope.late);
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
	if (ed->broken.count == 0)
		return err_set(e, ERR_TEXT,
			"Z3 refuses the model that this edit would give. "
			"Nothing was changed.");
	(void)breakage_refuse(ed, e);
	return err_add(e,
		"\nThere may be more of them: the search stopped after %u "
		"checks.",
		ed->rounds);
}

bool
edit_refuse_outcome(const struct call *c, const struct editing *ed,
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
	message = outcome_message(answer, &job);
	if (answer->outcome == OUTCOME_NO_WORKER)
		return err_set(e, ERR_WORKER,
			"%s\nThe edit was not made, because Z3 has to check "
			"it.",
			message);
	return err_set(e, ERR_TEXT, "%s", message);
}
