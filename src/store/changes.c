#include "store/changes.h"

#include <stdlib.h>

#include "base/alloc.h"

/* Where the base has a row. */
struct place {
	int64_t row;
	size_t index;
};

static int
compare(const void *a, const void *b)
{
	const struct place *x = a;
	const struct place *y = b;

	return x->row < y->row ? -1 : x->row > y->row;
}

static bool
is_same_row(const struct item *a, const struct item *b)
{
	return a->row != 0 && a->row == b->row;
}

/* The part of the base that differs, by row. The caller's. */
static struct place *
sort_rows(const struct model *base, size_t from, size_t to)
{
	struct place *places = mem_grow(NULL, to - from, sizeof(*places));

	for (size_t i = from; i < to; i++)
		places[i - from] = (struct place){base->items[i]->row, i};
	qsort(places, to - from, sizeof(*places), compare);
	return places;
}

/* Rows of base[from..base_to) against candidate[from..to). */
static void
find_between(struct changes *c, const struct model *base, size_t base_to,
	const struct model *candidate, size_t from, size_t to)
{
	struct place *places = sort_rows(base, from, base_to);
	size_t next = from; /* the first of the base that may still be kept */

	c->dead = mem_grow(NULL, base_to - from, sizeof(int64_t));
	for (size_t i = from; i < to; i++) {
		struct place key = {.row = candidate->items[i]->row};
		const struct place *found =
			key.row == 0 ? NULL
				     : bsearch(&key, places, base_to - from,
					       sizeof(key), compare);

		if (found == NULL || found->index < next)
			continue;
		c->is_kept[i] = true;
		while (next < found->index)
			c->dead[c->dead_count++] = base->items[next++]->row;
		next++;
	}
	while (next < base_to)
		c->dead[c->dead_count++] = base->items[next++]->row;
	free(places);
}

void
changes_find(struct changes *c, const struct model *base,
	const struct model *candidate)
{
	size_t old = base->count;
	size_t now = candidate->count;
	size_t same = 0;

	*c = (struct changes){0};
	c->is_kept = mem_new(now * sizeof(bool));
	while (same < old && same < now &&
		is_same_row(base->items[same], candidate->items[same]))
		c->is_kept[same++] = true;
	while (old > same && now > same &&
		is_same_row(base->items[old - 1], candidate->items[now - 1])) {
		old--;
		c->is_kept[--now] = true;
	}
	find_between(c, base, old, candidate, same, now);
}

void
changes_drop(struct changes *c)
{
	free(c->dead);
	free(c->is_kept);
	*c = (struct changes){0};
}

bool
changes_place(const int64_t *low, const int64_t *high, size_t count,
	int64_t *first, int64_t *step)
{
	/* Unsigned, since the distance may be the whole range. */
	uint64_t room = UINT64_MAX;
	uint64_t slots = (uint64_t)count + 1;

	if (low == NULL && high == NULL) {
		*first = 0;
		*step = CHANGES_GAP;
		return true;
	}
	if (low == NULL)
		room = (uint64_t)*high - (uint64_t)INT64_MIN;
	else if (high == NULL)
		room = (uint64_t)INT64_MAX - (uint64_t)*low;
	else
		room = (uint64_t)*high - (uint64_t)*low;
	if (room / slots == 0)
		return false;
	*step = room / slots < CHANGES_GAP ? (int64_t)(room / slots)
					   : CHANGES_GAP;
	*first = low != NULL ? *low + *step : *high - *step * (int64_t)count;
	return true;
}
