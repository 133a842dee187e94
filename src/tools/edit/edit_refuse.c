#include "tools/edit/edit_refuse.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "advice/advice.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "model/deps/affected.h"
#include "model/deps/index.h"
#include "model/items/model.h"
#include "tools/call/call.h"
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

static bool
is_in_base(const struct candidate *cand, int64_t place)
{
	size_t number = model_rank(cand->base, place);

	return number < cand->base->count &&
	       model_at(cand->base, number)->place == place;
}

/* The number that the client knows it by; one that is new, as it would be. */
static size_t
number_of(const struct candidate *cand, int64_t place)
{
	return model_rank(
		is_in_base(cand, place) ? cand->base : cand->model, place);
}

/* An item of the candidate, and how a message speaks of it. */
struct subject {
	struct visible_symbols scope;
	char *what; /* or NULL */
	struct advice_place place;
};

/* An item was accepted once, maybe by another libz3: then it has no part. */
static void
name_item(struct subject *v, const struct candidate *cand,
	const struct edit_phrases *p, const struct item *item)
{
	const struct edit_part *part = edit_phrases_part(p, item);

	if (part == NULL && p->origin != NULL)
		v->what = text_format(
			"item %td %s", candidate_number(cand, item), p->origin);
	v->place.what = part != NULL ? part->name : v->what;
	if (part != NULL && !is_in_base(cand, item->place))
		v->place.index = -1; /* the client knows no number of it */
	if (part == NULL || part->offset == SIZE_MAX)
		return;
	v->place.what = "the text";
	v->place.whole = p->whole.start;
	v->place.whole_size = p->whole.length;
	v->place.whole_offset = part->offset;
}

static void
subject_init(struct subject *v, const struct candidate *cand,
	const struct edit_phrases *p, const struct item *item)
{
	v->place = (struct advice_place){
		.text = item->content,
		.size = item->size,
		.index = (ptrdiff_t)number_of(cand, item->place),
		.name = item->name,
	};
	name_item(v, cand, p, item);
	visible_symbols_find(&v->scope, cand->index, cand->model, item);
	v->place.symbols = v->scope.known.symbols;
	v->place.symbol_count = v->scope.known.count;
	v->place.late = v->scope.late;
	if (v->scope.late != NULL)
		v->place.late_index = number_of(cand, v->scope.late_place);
}

static void
subject_drop(struct subject *v)
{
	visible_symbols_drop(&v->scope);
	free(v->what);
}

/* A further fault, if it is in a new item. */
static void
add_further(const struct candidate *cand, const struct edit_phrases *p,
	const struct diagnostic *fault, struct more_errors *further)
{
	DROP(subject) struct subject v = {0};
	struct diagnostic inside = *fault;
	const struct item *item;
	size_t index;

	if (!render_locate(&cand->render, fault->line, &index, &inside.line))
		return;
	item = model_at(cand->slice, index);
	if (!items_have(&cand->diff.added, item) ||
		(cand->trim.is_trimmed && item->place > cand->trim.at))
		return;
	if (more_errors_is_full(further)) {
		further->omitted++;
		return;
	}
	subject_init(&v, cand, p, item);
	more_errors_add(further, &inside, &v.place);
}

static void
add_all_further(const struct candidate *cand, const struct edit_phrases *p,
	struct answer *answer, struct err *e)
{
	DROP(more_errors) struct more_errors further = {0};

	more_errors_keep_causes(&answer->further, &answer->fault,
		cand->render.text.data, cand->render.text.size);
	for (size_t i = 0; i < answer->further.count; i++)
		add_further(cand, p, &answer->further.at[i], &further);
	more_errors_append(&further, e);
}

bool
edit_refuse_item(const struct candidate *cand, const struct edit_phrases *p,
	const struct item *item, struct answer *answer, unsigned line,
	struct err *e)
{
	DROP(subject) struct subject v = {0};
	struct diagnostic inside = answer->fault;

	index_overlay_enter(cand->index, &cand->diff);
	subject_init(&v, cand, p, item);
	inside.line = line;
	(void)advice_fault(&inside, &v.place, e);
	add_all_further(cand, p, answer, e);
	index_overlay_leave(cand->index, &cand->diff);
	return false;
}

bool
edit_refuse_unplaced(const struct diagnostic *fault, struct err *e)
{
	return err_advise(e, ERR_TEXT,
		"Z3 refuses the model that this edit would give, and does not "
		"say where: %s. Nothing was changed; make the edit in smaller "
		"pieces to see which command it is; or send the whole text to "
		"solve_smtlib",
		fault->what);
}

/* What it has to do with the edit, if our index knows. */
static void
explain(const struct candidate *cand, const struct item *item,
	struct advice_user *user)
{
	user->symbols = undeclared_users_names(
		cand->index, &cand->diff, item, &user->symbol_count);
	if (user->symbol_count > 0)
		return;
	free((void *)(uintptr_t)user->symbols);
	user->declares = true;
	user->symbols = undeclared_users_doubles(
		cand->index, &cand->diff, item, &user->symbol_count);
}

bool
edit_refuse_broken(const struct candidate *cand, const struct edit_phrases *p,
	struct err *e)
{
	size_t count = cand->broken.count;
	struct advice_user *users = mem_new(count * sizeof(*users));
	const struct advice_break refusal = {
		.action = p->action,
		.index = p->index,
		.name = p->name,
		.what = p->subject,
		.users = users,
		.user_count = count,
	};

	for (size_t i = 0; i < count; i++) {
		const struct numbered *broken = &cand->broken.at[i];

		users[i].index = broken->number;
		users[i].name = broken->item->name;
		if (i < EXPLAINED)
			explain(cand, broken->item, &users[i]);
	}
	(void)advice_dependents(&refusal, e);
	for (size_t i = 0; i < count; i++)
		free((void *)(uintptr_t)users[i].symbols);
	free(users);
	return false;
}

bool
edit_refuse_breakage(const struct candidate *cand, const struct edit_phrases *p,
	struct err *e)
{
	if (cand->broken.count == 0)
		return err_set(e, ERR_TEXT,
			"Z3 refuses the model that this edit would give. "
			"Nothing was changed.");
	(void)edit_refuse_broken(cand, p, e);
	return err_add(e,
		"\nThere may be more of them: the search stopped after %u "
		"checks.",
		cand->rounds);
}

bool
edit_refuse_outcome(const struct call *c, const char *result,
	const struct answer *answer, struct err *e)
{
	DROP(text) char *message = NULL;
	struct advice_job job = {
		.what = result,
		.is_check = true,
		.limit_ms = CHECK_TIMEOUT_MS,
		.memory_mb = c->server->memory_mb,
	};

	message = job_failure_message(answer, &job);
	if (answer->outcome == OUTCOME_NO_WORKER)
		return err_set(e, ERR_WORKER,
			"%s\nThe edit was not made, because Z3 has to check "
			"it.",
			message);
	return err_set(e, ERR_TEXT, "%s", message);
}
