#include "props/broken.h"

#include <stdio.h>

#include "base/alloc.h"
#include "model/deps/affected.h"
#include "props/judge.h"
#include "tools/edit/candidate.h"

/* What is left, and what is said of that. */
struct rest {
	struct model *model;
	struct judgement verdict;
};

static void
rest_drop(struct rest *r)
{
	model_free(r->model);
}

/* The item of the base that stands there in the candidate, too, or NULL. */
static struct item *
old_item(const struct model *base, const struct model *candidate, int64_t place)
{
	size_t old = model_rank(base, place);
	size_t now = model_rank(candidate, place);

	if (old == base->count || now == candidate->count ||
		model_at(base, old) != model_at(candidate, now))
		return NULL;
	return model_at(base, old);
}

/* The item of the base that the verdict is about, or NULL. */
static struct item *
find_broken(const struct model *base, const struct model *candidate,
	const struct judgement *v)
{
	if (v->is_accepted || !v->is_placed)
		return NULL;
	return old_item(base, candidate, v->place);
}

/* The same and all behind it; false if it is none. */
static bool
find_all_broken(const struct model *base, const struct model *candidate,
	const struct judgement *v, struct items *found)
{
	struct item *item = find_broken(base, candidate, v);

	if (item == NULL)
		return false;
	items_add(found, item, 0);
	for (size_t i = 0; i < v->further_count; i++) {
		item = old_item(base, candidate, v->further[i]);
		if (item != NULL && !items_have(found, item))
			items_add(found, item, 0);
	}
	return true;
}

static void
take_one_by_one(const struct model *base, struct rest *r)
{
	const struct item *item;

	judge(r->model, &r->verdict);
	while ((item = find_broken(base, r->model, &r->verdict)) != NULL) {
		model_remove(r->model, model_rank(r->model, item->place));
		judge(r->model, &r->verdict);
	}
}

static void
judge_slice(struct candidate *cand, struct judgement *v)
{
	DROP(model)
	struct model *slice = slice_find(cand->index, &cand->diff, cand->model);

	judge(slice, v);
}

static void
take_as_the_product(struct index *ix, const struct model *base, struct rest *r)
{
	struct candidate cand = {.index = ix, .base = base, .model = r->model};
	bool goes_on = true;

	candidate_find_diff(&cand);
	while (goes_on) {
		DROP(items) struct items found = {0};

		judge_slice(&cand, &r->verdict);
		goes_on =
			find_all_broken(base, r->model, &r->verdict, &found) &&
			candidate_remove_faulty(&cand, &found);
	}
	index_overlay_undo(ix, &cand.diff);
	items_release(&cand.broken);
	diff_drop(&cand.diff);
}

static bool
is_same_model(const struct model *a, const struct model *b)
{
	if (a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++) {
		if (model_at(a, i) != model_at(b, i))
			return false;
	}
	return true;
}

bool
broken_is_same(struct index *ix, const struct model *base,
	const struct model *candidate)
{
	DROP(rest) struct rest one = {.model = model_copy(candidate)};
	DROP(rest) struct rest other = {.model = model_copy(candidate)};

	take_one_by_one(base, &one);
	take_as_the_product(ix, base, &other);
	/* One that fails by itself ends both, and whom it hides is no matter.
	 */
	if (!one.verdict.is_accepted && !other.verdict.is_accepted &&
		one.verdict.place == other.verdict.place)
		return true;
	if (one.verdict.is_accepted && other.verdict.is_accepted &&
		is_same_model(one.model, other.model))
		return true;
	printf("# one by one %zu of %zu items are left, else %zu\n",
		one.model->count, candidate->count, other.model->count);
	return false;
}
