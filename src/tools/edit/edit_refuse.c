#include "tools/edit/edit_refuse.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "model/deps/affected.h"
#include "model/deps/index.h"
#include "model/items/model.h"
#include "tools/call/job_failure.h"
#include "tools/edit/candidate.h"
#include "tools/hints/declared_symbols.h"
#include "tools/hints/more_errors.h"

enum { EXPLAINED = 10 /* items that a refusal speaks of */ };

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

/* --- faults of new items -------------------------------------------------- */

/* What the messages about the faults of a candidate speak of. */
struct subjects {
	const struct candidate *cand;
	const struct edit_phrases *phrases;
	struct declared_symbols known; /* a text for each item of the model */
	char *name;		       /* of the last item; or NULL */
};

/* The number of the item before the edit; -1 for a new one. */
static ptrdiff_t
number_before(const struct candidate *cand, const struct item *item)
{
	size_t number = model_rank(cand->base, item->place);

	return number < cand->base->count &&
			       model_at(cand->base, number)->place ==
				       item->place
		       ? (ptrdiff_t)number
		       : -1;
}

/* A name that the item uses and only a later one declares. */
static void
find_late(const struct candidate *cand, const struct item *item,
	struct advice_place *place)
{
	const struct index_record *record = item->record;

	for (size_t i = 0; i < record->count && place->late == NULL; i++) {
		const struct index_word *word = record->mentions[i].word;
		const struct item *declarer =
			index_declarer(cand->index, word->name);

		if (word->is_builtin || declarer == NULL ||
			declarer->place <= item->place)
			continue;
		place->late = word->name;
		place->late_index = model_rank(
			number_before(cand, declarer) >= 0 ? cand->base
							   : cand->model,
			declarer->place);
	}
}

static void
place_in_item(
	struct subjects *s, const struct item *item, struct advice_place *place)
{
	size_t number = model_rank(s->cand->model, item->place);

	assert(number < s->known.text_count); /* a text for each item */
	*place = (struct advice_place){
		.text = item->content,
		.size = item->size,
		.index = number_before(s->cand, item),
		.name = item->name,
		.symbols = s->known.symbols,
		.symbol_count = s->known.ends[number],
	};
	free(s->name);
	s->name = s->phrases->name(s->phrases->plan, item, number, place);
	place->what = place->whole != NULL ? "the text" : s->name;
	if (s->name == NULL && place->index < 0)
		place->index = (ptrdiff_t)number;
	find_late(s->cand, item, place);
}

/* False for a fault that is not in a new item. */
static bool
place_of_fault(
	struct diagnostic *fault, struct advice_place *place, void *argument)
{
	struct subjects *s = argument;
	const struct item *item =
		candidate_locate(s->cand, fault->line, &fault->line);

	if (item == NULL || !items_have(&s->cand->diff.added, item))
		return false;
	place_in_item(s, item, place);
	return true;
}

/* False when the first fault is in another item. */
static bool
refuse_new_items(const struct candidate *cand, const struct edit_phrases *p,
	const struct answer *answer, struct err *e)
{
	struct subjects s = {.cand = cand, .phrases = p};
	struct diagnostic first = answer->fault;
	struct advice_place place;
	bool is_new;

	for (size_t i = 0; i < cand->model->count; i++) {
		const struct item *item = model_at(cand->model, i);

		declared_symbols_add(&s.known, item->content, item->size);
	}
	is_new = place_of_fault(&first, &place, &s);
	if (is_new) {
		(void)advice_fault(&first, &place, e);
		more_errors_append(
			&(struct more_errors){
				.text = cand->render.text.data,
				.size = cand->render.text.size,
				.first = &answer->fault,
				.further = &answer->further,
				.locate = place_of_fault,
				.argument = &s,
			},
			e);
	}
	declared_symbols_drop(&s.known);
	free(s.name);
	return is_new;
}

/* --- items that break ----------------------------------------------------- */

bool
edit_refuse_broken(const struct candidate *cand, const struct edit_phrases *p,
	struct err *e)
{
	size_t count = cand->broken.count;
	struct advice_user *users = mem_new(count * sizeof(*users));
	struct advice_break refused = p->refused;

	for (size_t i = 0; i < count; i++) {
		const struct numbered *broken = &cand->broken.at[i];

		users[i].index = broken->number;
		users[i].name = broken->item->name;
		if (i < EXPLAINED) /* if our index knows */
			users[i].symbols = affected_names(cand->index,
				&cand->diff, broken->item, &users[i].declares,
				&users[i].symbol_count);
	}
	refused.users = users;
	refused.user_count = count;
	(void)advice_dependents(&refused, e);
	for (size_t i = 0; i < count; i++)
		free((void *)(uintptr_t)users[i].symbols);
	free(users);
	return false;
}

/* --- the answer of a check ------------------------------------------------ */

static bool
refuse_outcome(const char *what, const struct answer *answer, int memory_mb,
	struct err *e)
{
	struct advice_job job = {
		.what = what,
		.is_check = true,
		.limit_ms = CHECK_TIMEOUT_MS,
		.memory_mb = memory_mb,
	};
	DROP(text) char *message = job_failure_message(answer, &job);

	if (answer->outcome == OUTCOME_NO_WORKER)
		return err_set(e, ERR_WORKER,
			"%s\nThe edit was not made, because Z3 has to check "
			"it.",
			message);
	return err_set(e, ERR_TEXT, "%s", message);
}

bool
edit_refuse_answer(const struct candidate *cand, const struct edit_phrases *p,
	const struct answer *answer, int memory_mb, struct err *e)
{
	unsigned line;

	if (answer->fault.kind == DIAGNOSTIC_NONE)
		return refuse_outcome(p->result, answer, memory_mb, e);
	if (candidate_locate(cand, answer->fault.line, &line) == NULL)
		return err_advise(e, ERR_TEXT,
			"Z3 refuses the model that this edit would give, and "
			"does not say where: %s. Nothing was changed; make the "
			"edit in smaller pieces to see which command it is; or "
			"send the whole text to solve_smtlib",
			answer->fault.what);
	if (refuse_new_items(cand, p, answer, e))
		return false;
	(void)edit_refuse_broken(cand, p, e);
	return err_add(e,
		"\nThere may be more of them: the search stopped after %u "
		"checks.",
		cand->rounds);
}
