#include "tools/edit/candidate.h"

#include <stdlib.h>

#include "model/deps/slice.h"
#include "model/deps/undeclared_users.h"
#include "store/revisions/revisions.h"
#include "wire/answer.h"
#include "json/json.h"

enum {
	/* Items of a slice, see candidate_slice. */
	MANY = 1000,
	BEGINNING = 250,
	EXTENSION = 20,
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
