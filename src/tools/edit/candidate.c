#include "tools/edit/candidate.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "model/deps/affected.h"
#include "smt/names/builtin.h"
#include "smt/names/symbols.h"
#include "smt/rules/lint.h"
#include "store/revisions/revisions.h"
#include "tools/call/reply.h"
#include "wire/answer.h"
#include "json/json.h"

enum {
	/* Items of a slice, see candidate_slice. */
	MANY = 1000,
	BEGINNING = 250,
	EXTENSION = 20,
	/* Warnings of one edit; more say nothing new. The last of them are
	 * kept for what libz3 has seen. */
	WARNINGS_MAX = 30,
	TEXT_WARNINGS_MAX = 20,
	TWINS_MAX = 50, /* new items that are compared with all others */
	SHOWN = 64,	/* bytes of a name */
};

ptrdiff_t
candidate_number(const struct candidate *cand, const struct item *item)
{
	for (size_t i = 0; i < cand->diff.added.count; i++) {
		if (cand->diff.added.at[i].item == item)
			return (ptrdiff_t)cand->diff.added.at[i].number;
	}
	return -1;
}

/* Takes it out of the candidate. */
static void
mark(struct candidate *cand, struct item *item)
{
	items_add(&cand->broken, item, model_rank(cand->base, item->place));
	model_remove(cand->model, model_rank(cand->model, item->place));
}

static int
compare(const void *a, const void *b)
{
	const struct numbered *x = a;
	const struct numbered *y = b;

	return x->number < y->number ? -1 : 1;
}

void
candidate_find_diff(struct candidate *cand)
{
	diff_drop(&cand->diff);
	diff_find(&cand->diff, cand->base, cand->model);
}

void
candidate_find_broken(const struct candidate *cand, const struct answer *answer,
	struct items *found)
{
	for (size_t i = 0; i <= answer->further.count; i++) {
		const struct diagnostic *fault =
			i > 0 ? &answer->further.at[i - 1] : &answer->fault;
		struct item *item;
		size_t index;
		unsigned line;

		if (!render_locate(&cand->render, fault->line, &index, &line))
			continue;
		item = model_at(cand->slice, index);
		if (i > 0 && cand->trim.is_trimmed &&
			item->place > cand->trim.at)
			return;
		if (items_have(&cand->diff.added, item)) {
			if (i == 0)
				return;
		} else if (!items_have(found, item)) {
			items_add(found, item, 0);
		}
	}
}

/* Many in a beginning: the next one may be longer. */
static void
widen(struct candidate *cand, size_t found)
{
	if (cand->trim.is_trimmed && !cand->trim.leaves_orphans &&
		found > BEGINNING / 2)
		cand->trim.extensions++;
}

bool
candidate_remove_broken(struct candidate *cand, struct items *found)
{
	struct items orphans;

	if (cand->rounds == CANDIDATE_ROUNDS)
		return false;
	cand->rounds++;
	independent_errors_keep(cand->index, &cand->diff, found);
	for (size_t i = 0; i < found->count; i++)
		mark(cand, found->at[i].item);
	widen(cand, found->count);
	candidate_find_diff(cand);
	undeclared_users_find(cand->index, &cand->diff, cand->base, &orphans);
	for (size_t i = 0; i < orphans.count; i++)
		mark(cand, orphans.at[i].item);
	items_release(&orphans);
	candidate_find_diff(cand);
	if (cand->broken.count > 0)
		qsort(cand->broken.at, cand->broken.count,
			sizeof(cand->broken.at[0]), compare);
	return true;
}

/* The beginning of a slice with very many old items. */
static bool
trim_end(struct candidate *cand)
{
	struct model *slice = cand->slice;
	size_t most = BEGINNING;

	for (unsigned i = 0; i < cand->trim.extensions; i++)
		most *= EXTENSION;
	if (slice->count < cand->diff.added.count + MANY ||
		slice->count <= most)
		return false;
	cand->trim.at = model_at(slice, most - 1)->place;
	while (slice->count > most)
		model_remove(slice, slice->count - 1);
	return true;
}

static bool
trim_orphans(struct candidate *cand)
{
	struct items orphans;
	size_t left_out = 0;

	undeclared_users_find(cand->index, &cand->diff, cand->base, &orphans);
	for (size_t i = orphans.count; i-- > 1;) {
		const struct item *item = orphans.at[i].item;
		size_t index = model_rank(cand->slice, item->place);

		if (index == cand->slice->count ||
			model_at(cand->slice, index) != item)
			continue;
		model_remove(cand->slice, index);
		left_out++;
	}
	if (left_out > 0)
		cand->trim.at = orphans.at[0].item->place;
	items_release(&orphans);
	return left_out > 0;
}

static void
forget_slice(struct candidate *cand)
{
	model_free(cand->slice);
	cand->slice = NULL;
	render_release(&cand->render);
}

bool
candidate_slice(struct candidate *cand)
{
	struct candidate_trim *trim = &cand->trim;
	bool is_beginning;

	forget_slice(cand);
	cand->slice = slice_find(cand->index, &cand->diff, cand->model);
	if (cand->slice->count == 0)
		return false;
	is_beginning = trim_end(cand);
	trim->leaves_orphans = !trim->orphans_fit && trim_orphans(cand);
	trim->is_trimmed = is_beginning || trim->leaves_orphans;
	render_worker(cand->slice, &cand->render);
	return true;
}

bool
candidate_is_decided(const struct candidate *cand, const struct answer *answer)
{
	bool is_refused = answer->fault.kind != DIAGNOSTIC_NONE;
	size_t index;
	unsigned line;

	if (!cand->trim.is_trimmed ||
		(answer->outcome != OUTCOME_DONE && !is_refused))
		return true;
	return is_refused &&
	       render_locate(
		       &cand->render, answer->fault.line, &index, &line) &&
	       model_at(cand->slice, index)->place <= cand->trim.at;
}

void
candidate_extend(struct candidate *cand)
{
	/* The first of them was read, and is fine. */
	if (cand->trim.leaves_orphans)
		cand->trim.orphans_fit = true;
	else
		cand->trim.extensions++;
}

/* --- warnings --------------------------------------------------------- */

/* The warnings of an edit while they are collected; and the items that go, by
 * id, for edits that replace very many. */
struct warnings {
	const struct candidate *cand;
	struct json_object *notes;
	const struct item **olds;
	size_t count;
	unsigned warned;
};

static int
compare_ids(const void *a, const void *b)
{
	const struct item *const *x = a;
	const struct item *const *y = b;

	return ((*x)->id > (*y)->id) - ((*x)->id < (*y)->id);
}

static void
list_olds(struct warnings *w)
{
	const struct items *removed = &w->cand->diff.removed;

	w->count = removed->count;
	w->olds = mem_grow(NULL, w->count, sizeof(*w->olds));
	for (size_t i = 0; i < w->count; i++)
		w->olds[i] = removed->at[i].item;
	if (w->count > 0)
		qsort(w->olds, w->count, sizeof(*w->olds), compare_ids);
}

/* Only its place or its name is new. */
static bool
is_old(const struct warnings *w, const struct item *item)
{
	const struct item *const *old;

	if (item->id == 0 || w->count == 0)
		return false;
	old = bsearch(&item, w->olds, w->count, sizeof(*w->olds), compare_ids);
	return old != NULL && strcmp((*old)->content, item->content) == 0;
}

static void
warn(struct warnings *w, const struct item *item, unsigned line,
	const char *text)
{
	if (w->warned++ < WARNINGS_MAX)
		warnings_add(w->notes, "item %td, line %u: %s.",
			candidate_number(w->cand, item), line, text);
}

/* The number of an item that declares the name before the edit and after it;
 * -1 if there is none. */
static ptrdiff_t
declarer(const struct candidate *cand, const char *name)
{
	const struct item *item = index_declarer(cand->index, name);

	if (item == NULL || items_have(&cand->diff.removed, item))
		return -1;
	return (ptrdiff_t)model_rank(cand->model, item->place);
}

static void
warn_of_remark(struct warnings *w, const struct item *item,
	const struct remark *remark)
{
	DROP(text) char *text = NULL;
	ptrdiff_t other;

	if (remark->kind != REMARK_BOUND) {
		text = remark_text(remark);
		warn(w, item, remark->line, text);
		return;
	}
	other = declarer(w->cand, remark->name);
	if (other < 0)
		return;
	text = text_format("`%.*s` of this `%s` hides the `%.*s` that item "
			   "%td declares: rename it, unless that is meant",
		SHOWN, remark->name, remark->head, SHOWN, remark->name, other);
	warn(w, item, remark->line, text);
}

static void
warn_of_symbol(struct warnings *w, const struct item *item,
	const struct symbol *symbol)
{
	DROP(text) char *text = NULL;
	ptrdiff_t other;

	if (symbol->kind == SYMBOL_TESTER)
		return;
	if (builtin_has(symbol->name)) {
		text = text_format("`%.*s` is a name of Z3's own, which this "
				   "overloads: choose another name",
			SHOWN, symbol->name);
		warn(w, item, symbol->line, text);
		return;
	}
	other = declarer(w->cand, symbol->name);
	if (other < 0)
		return;
	text = text_format("`%.*s` is declared by item %td too: Z3 tells the "
			   "two apart by their sorts, or finds a use "
			   "ambiguous; choose another name",
		SHOWN, symbol->name, other);
	warn(w, item, symbol->line, text);
}

/* New assertions that no item before them is known to repeat. */
struct twins {
	const struct item *of[TWINS_MAX];
	size_t count;
};

static void
list_assertions(const struct warnings *w, struct twins *t)
{
	static const char assertion[] = "(assert ";
	const struct items *added = &w->cand->diff.added;

	for (size_t i = 0; i < added->count && t->count < TWINS_MAX; i++) {
		const struct item *item = added->at[i].item;

		if (strncmp(item->content, assertion, strlen(assertion)) == 0 &&
			!is_old(w, item))
			t->of[t->count++] = item;
	}
}

static void
warn_of_twin(struct warnings *w, struct twins *t, size_t at, size_t number)
{
	DROP(text)
	char *text = text_format(
		"this is what item %zu says: delete one of them", number);

	warn(w, t->of[at], 1, text);
	t->of[at] = t->of[--t->count];
}

/* Items that hold the same assertion as one before them. Two wishes count
 * twice. One pass over the model, which may be large. */
static void
warn_of_twins(struct warnings *w)
{
	const struct model *m = w->cand->model;
	struct twins t = {.count = 0};

	list_assertions(w, &t);
	for (size_t i = 0; i < m->count && t.count > 0; i++) {
		const struct item *item = m->items[i];

		for (size_t k = t.count; k-- > 0;) {
			if (t.of[k]->size == item->size &&
				item->place < t.of[k]->place &&
				strcmp(t.of[k]->content, item->content) == 0)
				warn_of_twin(w, &t, k, i);
		}
	}
}

static void
warn_of_item(struct warnings *w, const struct item *item)
{
	DROP(lint) struct lint remarks = {0};
	DROP(symbols) struct symbols symbols = {0};

	lint_scan(item->content, item->size, &remarks);
	for (size_t i = 0; i < remarks.count; i++)
		warn_of_remark(w, item, &remarks.at[i]);
	if (!symbols_scan(item->content, item->size, &symbols))
		return;
	for (size_t i = 0; i < symbols.declared_count; i++)
		warn_of_symbol(w, item, &symbols.declared[i]);
}

/* What libz3 has seen. */
static void
warn_of_answer(struct warnings *w, const struct answer_remark_at *remark)
{
	DROP(text) char *text = warnings_remark(remark->remark);
	const struct item *item;
	size_t index;
	unsigned line;

	if (!render_locate(&w->cand->render, remark->line, &index, &line))
		return;
	item = model_at(w->cand->slice, index);
	if (items_have(&w->cand->diff.added, item) && !is_old(w, item))
		warn(w, item, line, text);
}

void
candidate_add_warnings(const struct candidate *cand,
	const struct answer *answer, struct json_object *notes)
{
	const struct items *added = &cand->diff.added;
	struct warnings w = {.cand = cand, .notes = notes};

	list_olds(&w);
	for (size_t i = 0; i < added->count && w.warned < TEXT_WARNINGS_MAX;
		i++)
		if (!is_old(&w, added->at[i].item))
			warn_of_item(&w, added->at[i].item);
	warn_of_twins(&w);
	for (size_t i = 0; i < answer->remarks.count; i++)
		warn_of_answer(&w, &answer->remarks.at[i]);
	if (w.warned >= TEXT_WARNINGS_MAX)
		warnings_add(notes,
			"there may be more: no more than %d of these are "
			"shown.",
			TEXT_WARNINGS_MAX);
	free(w.olds);
}

/* --- memory ----------------------------------------------------------- */

void
candidate_release(struct candidate *cand)
{
	forget_slice(cand);
	diff_drop(&cand->diff);
	items_release(&cand->broken);
	model_free(cand->model);
	model_cache_put(cand->cache, cand->store, cand->cached);
	cand->model = NULL;
	cand->cached = NULL;
	cand->rounds = 0;
	cand->trim = (struct candidate_trim){0};
}

void
edit_phrases_release(struct edit_phrases *p)
{
	for (size_t i = 0; i < p->part_count; i++)
		free(p->parts[i].name);
	free(p->parts);
	free(p->record);
	free(p->done);
	free(p->result);
	free(p->subject);
	free(p->origin);
	json_free(p->members);
	*p = (struct edit_phrases){.is_dry_run = p->is_dry_run};
}

const struct edit_part *
edit_phrases_part(const struct edit_phrases *p, const struct item *item)
{
	for (size_t i = p->part_count; i-- > 0;) {
		if (p->parts[i].item == item)
			return &p->parts[i];
	}
	return NULL;
}
