#include "model/items/diff.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/coroutine.h"

/* --- lists ---------------------------------------------------------------- */

void
items_add(struct items *list, struct item *item, size_t number)
{
	*ARRAY_ADD(list->at, list->count, list->capacity) =
		(struct numbered){item, number};
}

static int
compare_places(const void *a, const void *b)
{
	const struct item *x = ((const struct numbered *)a)->item;
	const struct item *y = ((const struct numbered *)b)->item;

	return (x->place > y->place) - (x->place < y->place);
}

static int
compare_ids(const void *a, const void *b)
{
	const struct numbered *x = a;
	const struct numbered *y = b;

	return (x->item->id > y->item->id) - (x->item->id < y->item->id);
}

static int
compare_lineages(const void *a, const void *b)
{
	const struct numbered *x = a;
	const struct numbered *y = b;

	return (x->item->lineage > y->item->lineage) -
	       (x->item->lineage < y->item->lineage);
}

static void
sort_items(struct items *list, int (*compare)(const void *, const void *))
{
	if (list->count > 0)
		qsort(list->at, list->count, sizeof(list->at[0]), compare);
}

void
items_sort(struct items *list)
{
	sort_items(list, compare_places);
}

/* The list in another order. */
static void
copy_sorted(struct items *copy, const struct items *list,
	int (*compare)(const void *, const void *))
{
	*copy = (struct items){0};
	for (size_t i = 0; i < list->count; i++)
		items_add(copy, list->at[i].item, list->at[i].number);
	sort_items(copy, compare);
}

static const struct numbered *
find_sorted(const struct items *sorted, struct item *sought,
	int (*compare)(const void *, const void *))
{
	return sorted->count > 0
		       ? bsearch(&(struct numbered){sought, 0}, sorted->at,
				 sorted->count, sizeof(sorted->at[0]), compare)
		       : NULL;
}

void
items_copy_by_id(struct items *copy, const struct items *list)
{
	copy_sorted(copy, list, compare_ids);
}

const struct numbered *
items_find_id(const struct items *by_id, int64_t id)
{
	return id != 0 ? find_sorted(
				 by_id, &(struct item){.id = id}, compare_ids)
		       : NULL;
}

void
items_copy_by_lineage(struct items *copy, const struct items *list)
{
	copy_sorted(copy, list, compare_lineages);
}

const struct numbered *
items_find_lineage(const struct items *by_lineage, uint64_t lineage)
{
	return find_sorted(by_lineage, &(struct item){.lineage = lineage},
		compare_lineages);
}

bool
items_have(const struct items *list, const struct item *item)
{
	const struct numbered key = {(struct item *)(uintptr_t)item, 0};
	const struct numbered *found =
		list->count > 0 ? bsearch(&key, list->at, list->count,
					  sizeof(key), compare_places)
				: NULL;

	return found != NULL && found->item == item;
}

void
items_release(struct items *list)
{
	free(list->at);
	*list = (struct items){0};
}

void
diff_find(
	struct diff *d, const struct model *base, const struct model *candidate)
{
	bool is_draft = candidate->base == base;
	size_t tail = is_draft ? candidate->tail : 0;
	size_t i = is_draft ? candidate->head : 0;
	size_t k = i;

	*d = (struct diff){0};
	while (i + tail < base->count || k + tail < candidate->count) {
		struct item *old =
			i + tail < base->count ? base->items[i] : NULL;
		struct item *now = k + tail < candidate->count
					   ? candidate->items[k]
					   : NULL;

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
diff_share_items(const struct model *base, struct model *candidate)
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
		if (old->place == new->item->place &&
			item_equals(old, new->item))
			model_replace(candidate, new->number, item_ref(old));
	}
}

void
diff_commit(const struct diff *d, struct model *base, struct model *draft)
{
	assert(draft->base == base);
	for (size_t i = 0; i < d->removed.count; i++) {
		coroutine_pause();
		name_table_remove(&base->names, d->removed.at[i].item);
		item_free(d->removed.at[i].item);
	}
	for (size_t i = 0; i < d->added.count; i++) {
		coroutine_pause();
		name_table_add(&base->names, item_ref(d->added.at[i].item));
	}
	name_table_release(&draft->names);
	draft->names = base->names;
	base->names = (struct name_table){0};
	for (size_t i = 0; i < draft->given_count; i++)
		item_free(draft->given[i]);
	free(draft->given);
	draft->base = NULL;
	draft->given = NULL;
	draft->given_count = draft->given_capacity = 0;
	draft->head = draft->tail = 0;
	base->count = 0; /* the draft holds the others */
	model_free(base);
}

/* --- models of two sessions ----------------------------------------------- */

static int
compare_texts(const char *a, const char *b)
{
	return strcmp(a != NULL ? a : "", b != NULL ? b : "");
}

static int
compare_contents(const void *a, const void *b)
{
	const struct item *x = ((const struct numbered *)a)->item;
	const struct item *y = ((const struct numbered *)b)->item;
	int order = strcmp(x->content, y->content);

	if (order == 0)
		order = compare_texts(x->name, y->name);
	return order != 0 ? order : compare_texts(x->note, y->note);
}

static void
add_sorted(struct items *list, const struct model *m)
{
	for (size_t i = 0; i < m->count; i++)
		items_add(list, m->items[i], i);
	sort_items(list, compare_contents);
}

void
diff_compare(
	struct diff *d, const struct model *base, const struct model *candidate)
{
	DROP(items) struct items old = {0};
	DROP(items) struct items now = {0};
	size_t i = 0;
	size_t k = 0;

	*d = (struct diff){0};
	add_sorted(&old, base);
	add_sorted(&now, candidate);
	while (i < old.count || k < now.count) {
		int order = i == old.count ? 1
			    : k == now.count
				    ? -1
				    : compare_contents(&old.at[i], &now.at[k]);

		if (order < 0)
			items_add(
				&d->removed, old.at[i].item, old.at[i].number);
		else if (order > 0)
			items_add(&d->added, now.at[k].item, now.at[k].number);
		i += order <= 0;
		k += order >= 0;
	}
	items_sort(&d->removed);
	items_sort(&d->added);
}

void
diff_drop(struct diff *d)
{
	items_release(&d->removed);
	items_release(&d->added);
}

/* --- how items were renumbered ------------------------------------------- */

/* Items that moved together. */
struct moved_range {
	size_t old; /* number of the first; NONE: it is new */
	size_t now;
	size_t length;
};

#define NONE SIZE_MAX

static void
describe(const struct moved_range *run, size_t shown, struct buf *out)
{
	buf_add_text(out, shown > 0 ? ", " : "");
	if (run->length == 1)
		buf_add_format(out, "item %zu is now %zu", run->old, run->now);
	else
		buf_add_format(out, "items %zu..%zu are now %zu..%zu", run->old,
			run->old + run->length - 1, run->now,
			run->now + run->length - 1);
}

size_t
diff_first_number(const struct diff *d, size_t otherwise)
{
	size_t first = otherwise;

	if (d->removed.count > 0)
		first = d->removed.at[0].number;
	if (d->added.count > 0 && d->added.at[0].number < first)
		first = d->added.at[0].number;
	return first;
}

void
diff_describe_numbers(
	const struct diff *d, size_t count, size_t ranges, struct buf *out)
{
	DROP(items) struct items removed = {0};
	size_t end = count - d->removed.count + d->added.count;
	struct moved_range run = {0};
	size_t shown = 0;
	size_t old =
		diff_first_number(d, count); /* before it, all keep theirs */
	size_t i = 0;
	size_t k = 0;

	items_copy_by_id(&removed, &d->removed);
	for (size_t now = old; now <= end && shown <= ranges; now++) {
		size_t number = NONE;

		if (k < d->added.count && d->added.at[k].number == now) {
			const struct numbered *old_one = items_find_id(
				&removed, d->added.at[k++].item->id);

			/* Of an item that went and came again as another
			 * version: it was moved. */
			if (old_one != NULL)
				number = old_one->number;
		} else if (now < end) {
			for (; i < d->removed.count &&
				d->removed.at[i].number == old;
				i++)
				old++;
			number = old++;
		}
		if (run.length > 0 && number == run.old + run.length) {
			run.length++;
			continue;
		}
		if (run.length > 0 && shown++ < ranges)
			describe(&run, shown - 1, out);
		run = (struct moved_range){
			number, now, number != NONE && number != now};
	}
	if (shown > ranges)
		buf_add_text(out, " and so on");
}
