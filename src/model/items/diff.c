#include "model/items/diff.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "model/items/leaf.h"

void
items_add(struct items *list, struct item *item, size_t number)
{
	list->at = mem_room(
		list->at, list->count, &list->capacity, sizeof(list->at[0]));
	list->at[list->count++] = (struct numbered){item, number};
}

bool
items_have(const struct items *list, const struct item *item)
{
	size_t low = 0;
	size_t high = list->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (list->at[middle].item->place < item->place)
			low = middle + 1;
		else
			high = middle;
	}
	return low < list->count && list->at[low].item == item;
}

void
items_release(struct items *list)
{
	free(list->at);
	*list = (struct items){0};
}

void
items_drop(struct items *list)
{
	items_release(list);
}

/* Where a walk over a model is. */
struct cursor {
	const struct model *model;
	size_t part;
	size_t at; /* in the part's chunk */
};

static const struct leaf *
chunk_of(const struct cursor *c)
{
	return c->part < c->model->part_count ? c->model->parts[c->part].chunk
					      : NULL;
}

/* NULL at the end. */
static struct item *
item_of(const struct cursor *c)
{
	const struct leaf *chunk = chunk_of(c);

	return chunk != NULL ? chunk->items[c->at] : NULL;
}

static void
step(struct cursor *c)
{
	if (++c->at < c->model->parts[c->part].chunk->count)
		return;
	c->part++;
	c->at = 0;
}

/* Over a chunk that both have here. */
static bool
skip_shared(struct cursor *a, struct cursor *b)
{
	if (a->at > 0 || b->at > 0 || chunk_of(a) == NULL ||
		chunk_of(a) != chunk_of(b))
		return false;
	a->part++;
	b->part++;
	return true;
}

static void
take(struct items *list, struct cursor *c)
{
	items_add(list, item_of(c), c->model->parts[c->part].start + c->at);
	step(c);
}

void
diff_find(
	struct diff *d, const struct model *base, const struct model *candidate)
{
	struct cursor old = {.model = base};
	struct cursor new = {.model = candidate};

	*d = (struct diff){0};
	for (;;) {
		const struct item *a = item_of(&old);
		const struct item *b = item_of(&new);

		if (a == NULL && b == NULL)
			return;
		if (skip_shared(&old, &new))
			continue;
		if (a == b) {
			step(&old);
			step(&new);
		} else if (b == NULL || (a != NULL && a->place <= b->place)) {
			take(&d->removed, &old);
		} else {
			take(&d->added, &new);
		}
	}
}

void
diff_settle(const struct model *base, struct model *candidate)
{
	DROP(diff) struct diff d;
	size_t at = 0;

	diff_find(&d, base, candidate);
	for (size_t i = 0; i < d.added.count; i++) {
		const struct numbered *new = &d.added.at[i];
		struct item *old;

		while (at < d.removed.count &&
			d.removed.at[at].item->place < new->item->place)
			at++;
		if (at == d.removed.count)
			return;
		old = d.removed.at[at].item;
		if (old->place != new->item->place ||
			!item_says(old, new->item))
			continue;
		model_remove(candidate, new->number);
		model_put(candidate, item_hold(old));
	}
}

void
diff_drop(struct diff *d)
{
	items_release(&d->removed);
	items_release(&d->added);
}
