/*
 * The items stand in chunks that copies of the model share; a change first
 * makes the chunk that it is in the model's own. So an edit of n items costs
 * about the root of n.
 */
#include "model/items/model.h"

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "model/items/leaf.h"

/* --- places ---------------------------------------------------------------- */

/*
 * Places: numbers that rise from item to item of a model and never change, so
 * that an item is found, and two are put in order, without counting, and an
 * insert touches no other item.
 */

/* The distance where there is room on one side: for 2^18 of them each way. */
#define PLACE_GAP (INT64_C(1) << 44)

/* The part of the room that a run of inserts takes with each of them. */
enum { RUN_SHARE = 64 };

/*
 * A place behind *low (NULL: there is nothing before) and before *high (NULL:
 * nothing behind). `recent` is the place that was given last: inserts come in
 * runs, so a new item next to that one stands close to it and leaves the room
 * to those that follow. False when there is no room.
 */
static bool
place_between(
	const int64_t *low, const int64_t *high, int64_t recent, int64_t *place)
{
	/* Unsigned, since the distance may be the whole range. */
	uint64_t room;
	uint64_t step;

	if (low == NULL && high == NULL) {
		*place = 0;
		return true;
	}
	if (high == NULL)
		room = (uint64_t)INT64_MAX - (uint64_t)*low;
	else if (low == NULL)
		room = (uint64_t)*high - (uint64_t)INT64_MIN;
	else
		room = (uint64_t)*high - (uint64_t)*low;
	if (room < 2)
		return false;
	step = room / 2;
	if (low == NULL || high == NULL)
		step = step < PLACE_GAP ? step : PLACE_GAP;
	else if (room >= RUN_SHARE && (*low == recent || *high == recent))
		step = room / RUN_SHARE;
	if (high == NULL || (low != NULL && *high != recent))
		*place = (int64_t)((uint64_t)*low + step);
	else
		*place = (int64_t)((uint64_t)*high - step);
	return true;
}

/* --- models ---------------------------------------------------------------- */

struct model *
model_new(void)
{
	return mem_new(sizeof(struct model));
}

struct model *
model_copy(const struct model *m)
{
	struct model *copy = model_new();

	*copy = *m;
	copy->part_capacity = m->part_count + 1;
	copy->parts =
		mem_grow(NULL, copy->part_capacity, sizeof(copy->parts[0]));
	for (size_t i = 0; i < m->part_count; i++) {
		copy->parts[i] = m->parts[i];
		(void)leaf_hold(copy->parts[i].chunk);
	}
	return copy;
}

void
model_free(struct model *m)
{
	if (m == NULL)
		return;
	for (size_t i = 0; i < m->part_count; i++)
		leaf_free(m->parts[i].chunk);
	free(m->parts);
	free(m);
}

void
model_drop(struct model **m)
{
	model_free(*m);
	*m = NULL;
}

/* --- parts ---------------------------------------------------------------- */

/* The part that the item of that number is in; the last one for the end. */
static size_t
find_part(const struct model *m, size_t index)
{
	size_t low = 0;
	size_t high = m->part_count;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (m->parts[middle].start <= index)
			low = middle;
		else
			high = middle;
	}
	return low;
}

static void
insert_part(struct model *m, size_t at, struct leaf *chunk)
{
	m->parts = mem_room(m->parts, m->part_count, &m->part_capacity,
		sizeof(m->parts[0]));
	memmove(&m->parts[at + 1], &m->parts[at],
		(m->part_count - at) * sizeof(m->parts[0]));
	m->parts[at].chunk = chunk;
	m->part_count++;
}

static void
remove_part(struct model *m, size_t at)
{
	leaf_free(m->parts[at].chunk);
	m->part_count--;
	memmove(&m->parts[at], &m->parts[at + 1],
		(m->part_count - at) * sizeof(m->parts[0]));
}

/* Counts again from a part on. */
static void
renumber(struct model *m, size_t at)
{
	size_t start = 0;

	if (at > 0)
		start = m->parts[at - 1].start + m->parts[at - 1].chunk->count;
	for (; at < m->part_count; at++) {
		m->parts[at].start = start;
		start += m->parts[at].chunk->count;
	}
	m->count = start;
}

static struct leaf *
own(struct model *m, size_t at)
{
	m->parts[at].chunk = leaf_own(m->parts[at].chunk);
	return m->parts[at].chunk;
}

/* A part with room for one more before the item of that number. What is
 * appended to a full chunk begins a new one, so that loading fills them. */
static size_t
make_room(struct model *m, size_t index)
{
	size_t at = find_part(m, index);

	if (m->part_count == 0) {
		insert_part(m, 0, leaf_new());
		m->parts[0].start = 0;
		return 0;
	}
	if (m->parts[at].chunk->count < LEAF_MAX)
		return at;
	if (index == m->count) {
		insert_part(m, at + 1, leaf_new());
		m->parts[at + 1].start = m->count;
		return at + 1;
	}
	insert_part(m, at + 1, leaf_split(own(m, at), LEAF_MAX / 2));
	renumber(m, at);
	return find_part(m, index);
}

static void
put(struct model *m, size_t index, struct item *item)
{
	size_t at = make_room(m, index);

	leaf_insert(own(m, at), index - m->parts[at].start, item);
	m->bytes += item->size;
	renumber(m, at);
}

/* --- items ---------------------------------------------------------------- */

struct item *
model_at(const struct model *m, size_t index)
{
	const struct leaf_ref *part = &m->parts[find_part(m, index)];

	assert(index < m->count);
	return part->chunk->items[index - part->start];
}

static bool
find_place(const struct model *m, size_t index, int64_t *place)
{
	const int64_t *low = index > 0 ? &model_at(m, index - 1)->place : NULL;
	const int64_t *high =
		index < m->count ? &model_at(m, index)->place : NULL;

	return place_between(low, high, m->recent, place);
}

/* New versions of all items, with places far apart. */
static void
renew(struct model *m)
{
	struct model *fresh = model_new();

	for (size_t i = 0; i < m->count; i++) {
		const struct item *old = model_at(m, i);
		struct item *item =
			item_new(old->content, old->name, old->note);

		item->id = old->id;
		model_insert(fresh, i, item);
	}
	for (size_t i = 0; i < m->part_count; i++)
		leaf_free(m->parts[i].chunk);
	free(m->parts);
	fresh->revision = m->revision;
	*m = *fresh;
	free(fresh);
}

void
model_insert(struct model *m, size_t index, struct item *item)
{
	bool has_room;

	assert(index <= m->count && item->references == 1);
	has_room = find_place(m, index, &item->place);
	if (!has_room) {
		renew(m);
		has_room = find_place(m, index, &item->place);
	}
	assert(has_room);
	(void)has_room;
	m->recent = item->place;
	put(m, index, item);
}

void
model_append(struct model *m, struct item *item)
{
	assert(m->count == 0 || model_at(m, m->count - 1)->place < item->place);
	put(m, m->count, item);
}

void
model_put(struct model *m, struct item *item)
{
	size_t index = model_rank(m, item->place);

	assert(index == m->count || model_at(m, index)->place > item->place);
	put(m, index, item);
}

void
model_replace(struct model *m, size_t index, struct item *item)
{
	size_t at = find_part(m, index);
	struct leaf *chunk;
	struct item *old;

	assert(index < m->count && item->references == 1);
	chunk = own(m, at);
	old = leaf_take(chunk, index - m->parts[at].start);
	item->place = old->place;
	leaf_insert(chunk, index - m->parts[at].start, item);
	m->bytes += item->size;
	m->bytes -= old->size;
	item_free(old);
}

void
model_remove(struct model *m, size_t index)
{
	size_t at = find_part(m, index);
	struct leaf *chunk;
	struct item *item;

	assert(index < m->count);
	chunk = own(m, at);
	item = leaf_take(chunk, index - m->parts[at].start);
	m->bytes -= item->size;
	item_free(item);
	if (chunk->count == 0)
		remove_part(m, at);
	renumber(m, at);
}

/* --- finding -------------------------------------------------------------- */

ptrdiff_t
model_find(const struct model *m, const char *name)
{
	uint32_t tag = leaf_tag(name);

	for (size_t i = 0; i < m->part_count; i++) {
		const struct leaf *chunk = m->parts[i].chunk;

		for (size_t k = 0; k < chunk->count; k++) {
			if (chunk->tags[k] == tag &&
				strcmp(chunk->items[k]->name, name) == 0)
				return (ptrdiff_t)(m->parts[i].start + k);
		}
	}
	return -1;
}

size_t
model_rank(const struct model *m, int64_t place)
{
	size_t low = 0;
	size_t high = m->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (model_at(m, middle)->place < place)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}
