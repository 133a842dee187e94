#include "model/items/model.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

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
 * A place for a new item of that number. `recent` is the place that was given
 * last: inserts come in runs, so a new item next to that one stands close to it
 * and leaves the room to those that follow. False when there is no room.
 */
static bool
find_place(const struct model *m, size_t index, int64_t *place)
{
	bool is_first = index == 0;
	bool is_last = index == m->count;
	int64_t from = is_first ? INT64_MIN : m->items[index - 1]->place;
	int64_t to = is_last ? INT64_MAX : m->items[index]->place;
	/* Unsigned, since the distance may be the whole range. */
	uint64_t room = (uint64_t)to - (uint64_t)from;
	uint64_t step = room / 2;

	*place = 0;
	if (is_first && is_last)
		return true;
	if (is_first || is_last)
		step = step < PLACE_GAP ? step : PLACE_GAP;
	else if (room >= RUN_SHARE && (from == m->recent || to == m->recent))
		step = room / RUN_SHARE;
	if (is_last || (!is_first && to != m->recent))
		*place = (int64_t)((uint64_t)from + step);
	else
		*place = (int64_t)((uint64_t)to - step);
	return room >= 2;
}

/* What stands between so many items at both ends is not the base's. */
static void
touch(struct model *m, size_t head, size_t tail)
{
	if (head < m->head)
		m->head = head;
	if (tail < m->tail)
		m->tail = tail;
}

/* The reference that comes with an item of the model. */
static void
take_reference(struct model *m, struct item *item)
{
	m->bytes += item->size;
	name_table_add(&m->names, item);
	if (m->base != NULL)
		*ARRAY_ADD(m->given, m->given_count, m->given_capacity) = item;
}

static void
drop_reference(struct model *m, struct item *item)
{
	m->bytes -= item->size;
	name_table_remove(&m->names, item);
	if (m->base == NULL)
		item_free(item);
}

static void
put(struct model *m, size_t index, struct item *item)
{
	touch(m, index, m->count - index);
	m->items =
		mem_room(m->items, m->count, &m->capacity, sizeof(m->items[0]));
	memmove(&m->items[index + 1], &m->items[index],
		(m->count - index) * sizeof(m->items[0]));
	m->items[index] = item;
	m->count++;
	take_reference(m, item);
}

struct model *
model_new(void)
{
	return mem_new(sizeof(struct model));
}

/* An array with room for one item more. */
static struct item **
copy_items(const struct model *m)
{
	struct item **items =
		mem_grow(NULL, m->count + 1, sizeof(struct item *));

	if (m->count > 0)
		memcpy(items, m->items, m->count * sizeof(struct item *));
	return items;
}

struct model *
model_copy(const struct model *m)
{
	struct model *copy = model_new();

	*copy = (struct model){
		.items = copy_items(m),
		.count = m->count,
		.capacity = m->count + 1,
		.bytes = m->bytes,
		.revision = m->revision,
		.recent = m->recent,
	};
	for (size_t i = 0; i < m->count; i++)
		(void)item_ref(m->items[i]);
	if (m->base == NULL)
		name_table_copy(&copy->names, &m->names);
	for (size_t i = 0; i < m->count && m->base != NULL; i++)
		name_table_add(&copy->names, m->items[i]);
	return copy;
}

struct model *
model_draft(const struct model *base)
{
	struct model *draft = model_new();

	*draft = (struct model){
		.items = copy_items(base),
		.count = base->count,
		.capacity = base->count + 1,
		.bytes = base->bytes,
		.revision = base->revision,
		.recent = base->recent,
		.base = base,
		.head = base->count,
		.tail = base->count,
	};
	return draft;
}

void
model_free(struct model *m)
{
	bool is_draft;

	if (m == NULL)
		return;
	is_draft = m->base != NULL;
	for (size_t i = 0; i < (is_draft ? m->given_count : m->count); i++)
		item_free(is_draft ? m->given[i] : m->items[i]);
	name_table_release(&m->names);
	free(m->given);
	free(m->items);
	free(m);
}

struct item *
model_at(const struct model *m, size_t index)
{
	assert(index < m->count);
	return m->items[index];
}

/* New versions of all items, with places far apart. */
static void
renew(struct model *m)
{
	touch(m, 0, 0);
	for (size_t i = 0; i < m->count; i++) {
		struct item *old = m->items[i];

		m->items[i] = item_copy(old);
		m->items[i]->place = (int64_t)i * PLACE_GAP;
		take_reference(m, m->items[i]);
		drop_reference(m, old);
	}
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
	struct item *old = model_at(m, index);

	assert(item->references == 1 || item->place == old->place);
	touch(m, index, m->count - index - 1);
	item->place = old->place;
	m->items[index] = item;
	take_reference(m, item);
	drop_reference(m, old);
}

void
model_remove(struct model *m, size_t index)
{
	struct item *item = model_at(m, index);

	m->count--;
	touch(m, index, m->count - index);
	memmove(&m->items[index], &m->items[index + 1],
		(m->count - index) * sizeof(m->items[0]));
	drop_reference(m, item);
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

void
model_filter(struct model *m,
	bool (*keeps)(const struct item *item, void *argument), void *argument)
{
	size_t count = m->count;
	size_t kept = 0;

	for (size_t i = 0; i < count; i++) {
		struct item *item = m->items[i];

		if (keeps(item, argument)) {
			m->items[kept++] = item;
			continue;
		}
		touch(m, kept, count - i - 1);
		drop_reference(m, item);
	}
	m->count = kept;
}

/* The number of an item of that name in the table that is in the model; -1 if
 * there is none. */
static ptrdiff_t
find_among(
	const struct name_table *names, const struct model *m, const char *name)
{
	size_t at = SIZE_MAX;
	struct item *item;

	while ((item = name_table_next(names, name, &at)) != NULL) {
		size_t index = model_rank(m, item->place);

		if (index < m->count && m->items[index] == item)
			return (ptrdiff_t)index;
	}
	return -1;
}

/* The items of a draft that it was not given are those of its base that it
 * still has. */
ptrdiff_t
model_find(const struct model *m, const char *name)
{
	ptrdiff_t found = -1;

	for (const struct model *at = m; at != NULL && found < 0; at = at->base)
		found = find_among(&at->names, m, name);
	return found;
}

/* --- line breaks --------------------------------------------------------- */

size_t
line_breaks_find(const char *text)
{
	if (*text == '\r')
		return text[1] == '\n' ? 2 : 1;
	if (*text == '\n' || *text == '\v' || *text == '\f')
		return 1;
	if (strncmp(text, "\xc2\x85", 2) == 0) /* NEL */
		return 2;
	/* LINE SEPARATOR and PARAGRAPH SEPARATOR */
	if (strncmp(text, "\xe2\x80\xa8", 3) == 0 ||
		strncmp(text, "\xe2\x80\xa9", 3) == 0)
		return 3;
	return 0;
}

static size_t
gap(const char *text)
{
	unsigned char c = (unsigned char)*text;
	size_t size = line_breaks_find(text);

	if (size == 0 && (c < ' ' || c == 0x7f))
		size = 1;
	return size;
}

char *
line_breaks_flatten(const char *text)
{
	char *flat = mem_new(strlen(text) + 1);
	size_t size = 0;
	bool after_gap = true; /* no spaces at the start */

	while (*text != '\0') {
		size_t skip = gap(text);

		if (skip > 0) {
			while (size > 0 && flat[size - 1] == ' ')
				size--;
			if (size > 0)
				flat[size++] = ' ';
			after_gap = true;
		} else if (*text != ' ' || !after_gap) {
			flat[size++] = *text;
			after_gap = false;
		}
		text += skip > 0 ? skip : 1;
	}
	while (size > 0 && flat[size - 1] == ' ')
		size--;
	flat[size] = '\0';
	return flat;
}
