#include "model/items/diff.h"

#include <stddef.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/buf.h"

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

void
diff_find(
	struct diff *d, const struct model *base, const struct model *candidate)
{
	size_t i = 0;
	size_t k = 0;

	*d = (struct diff){0};
	while (i < base->count || k < candidate->count) {
		struct item *old = i < base->count ? base->items[i] : NULL;
		struct item *now =
			k < candidate->count ? candidate->items[k] : NULL;

		if (old == now) {
			i++;
			k++;
		} else if (now == NULL ||
			   (old != NULL && old->place <= now->place)) {
			items_add(&d->removed, old, i++);
		} else {
			items_add(&d->added, now, k++);
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

/* --- how items were renumbered -------------------------------------------- */

/*
 * Items that are in both models stand in the same order in both, so between
 * two changes they moved together: a stretch. An item that went and came again
 * as another version (it was moved, or brought back) is a stretch of its own.
 */

struct stretch {
	size_t old; /* number of the first */
	size_t now;
	size_t length;
};

struct stretches {
	struct stretch *at;
	size_t count;
	size_t capacity;
};

static void
stretches_drop(struct stretches *list)
{
	free(list->at);
}

static void
add(struct stretches *list, size_t old, size_t now, size_t length)
{
	if (length == 0)
		return;
	list->at = mem_room(
		list->at, list->count, &list->capacity, sizeof(*list->at));
	list->at[list->count++] = (struct stretch){old, now, length};
}

/* What neither came nor went. */
static void
add_unchanged(struct stretches *list, const struct diff *d, size_t count)
{
	const struct items *removed = &d->removed;
	const struct items *added = &d->added;
	size_t old = 0;
	size_t now = 0;
	size_t i = 0;
	size_t k = 0;

	while (i < removed->count || k < added->count) {
		size_t length;

		if (k == added->count ||
			(i < removed->count &&
				removed->at[i].number - old <=
					added->at[k].number - now)) {
			length = removed->at[i++].number - old;
			add(list, old, now, length);
			old += length + 1;
			now += length;
		} else {
			length = added->at[k++].number - now;
			add(list, old, now, length);
			old += length;
			now += length + 1;
		}
	}
	add(list, old, now, count - old);
}

static int
compare_ids(const void *a, const void *b)
{
	const struct numbered *x = a;
	const struct numbered *y = b;

	return (x->item->id > y->item->id) - (x->item->id < y->item->id);
}

/* A copy of the list by id; the caller's. */
static struct numbered *
sort_by_id(const struct items *list)
{
	struct numbered *sorted =
		mem_grow(NULL, list->count, sizeof(sorted[0]));

	for (size_t i = 0; i < list->count; i++)
		sorted[i] = list->at[i];
	if (list->count > 0)
		qsort(sorted, list->count, sizeof(sorted[0]), compare_ids);
	return sorted;
}

/* What went and came again. */
static void
add_moved(struct stretches *list, const struct diff *d)
{
	struct numbered *removed = sort_by_id(&d->removed);
	struct numbered *added = sort_by_id(&d->added);
	size_t i = 0;
	size_t k = 0;

	while (i < d->removed.count && k < d->added.count) {
		int order = compare_ids(&removed[i], &added[k]);

		if (order == 0 && removed[i].item->id != 0)
			add(list, removed[i].number, added[k].number, 1);
		i += order <= 0;
		k += order >= 0;
	}
	free(removed);
	free(added);
}

static int
compare_now(const void *a, const void *b)
{
	const struct stretch *x = a;
	const struct stretch *y = b;

	return (x->now > y->now) - (x->now < y->now);
}

/* In their present order; neighbours that were neighbours are one. */
static void
join(struct stretches *list)
{
	size_t kept = 0;

	if (list->count > 0)
		qsort(list->at, list->count, sizeof(list->at[0]), compare_now);
	for (size_t i = 0; i < list->count; i++) {
		struct stretch *last = kept > 0 ? &list->at[kept - 1] : NULL;
		struct stretch next = list->at[i];

		if (last != NULL && last->now + last->length == next.now &&
			last->old + last->length == next.old)
			last->length += next.length;
		else
			list->at[kept++] = next;
	}
	list->count = kept;
}

static void
describe(const struct stretch *run, struct buf *out)
{
	if (run->length == 1)
		(void)buf_add_format(
			out, "item %zu is now %zu", run->old, run->now);
	else
		(void)buf_add_format(out, "items %zu..%zu are now %zu..%zu",
			run->old, run->old + run->length - 1, run->now,
			run->now + run->length - 1);
}

void
diff_describe_numbers(
	const struct diff *d, size_t count, size_t ranges, struct buf *out)
{
	DROP(stretches) struct stretches list = {0};
	size_t told = 0;

	add_unchanged(&list, d, count);
	add_moved(&list, d);
	join(&list);
	for (size_t i = 0; i < list.count; i++) {
		if (list.at[i].old == list.at[i].now)
			continue;
		if (told == ranges) {
			(void)buf_add_text(out, " and so on");
			return;
		}
		(void)buf_add_text(out, told++ > 0 ? ", " : "");
		describe(&list.at[i], out);
	}
}
