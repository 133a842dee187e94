#include "model/items/names.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"

/* The slot where the search for a name begins. */
static size_t
first_slot(const struct name_table *t, const char *name)
{
	return (size_t)hash_bytes(name, strlen(name)) & (t->slot_count - 1);
}

static size_t
next_slot(const struct name_table *t, size_t slot)
{
	return (slot + 1) & (t->slot_count - 1);
}

static void
fill_slot(struct name_table *t, struct item *item)
{
	size_t slot = first_slot(t, item->name);

	while (t->slots[slot] != NULL)
		slot = next_slot(t, slot);
	t->slots[slot] = item;
}

/* Keeps at least half of the slots empty. */
static void
grow(struct name_table *t)
{
	enum { SLOTS_MIN = 16 };
	struct name_table old = *t;

	t->slot_count = old.slot_count > 0 ? 2 * old.slot_count : SLOTS_MIN;
	t->slots = mem_new(t->slot_count * sizeof(struct item *));
	for (size_t i = 0; i < old.slot_count; i++) {
		if (old.slots[i] != NULL)
			fill_slot(t, old.slots[i]);
	}
	free(old.slots);
}

void
name_table_add(struct name_table *t, struct item *item)
{
	if (item->name == NULL)
		return;
	if (2 * (t->count + 1) > t->slot_count)
		grow(t);
	fill_slot(t, item);
	t->count++;
}

/* Moves entries back into the slot that became empty, unless the search for
 * their names begins after it (Knuth, volume 3, 6.4, algorithm R). */
static void
close_gap(struct name_table *t, size_t gap)
{
	size_t slot = gap;

	for (;;) {
		size_t home;

		t->slots[gap] = NULL;
		do {
			slot = next_slot(t, slot);
			if (t->slots[slot] == NULL)
				return;
			home = first_slot(t, t->slots[slot]->name);
		} while (gap <= slot ? gap < home && home <= slot
				     : gap < home || home <= slot);
		t->slots[gap] = t->slots[slot];
		gap = slot;
	}
}

void
name_table_remove(struct name_table *t, const struct item *item)
{
	size_t slot;

	if (item->name == NULL || t->count == 0)
		return;
	slot = first_slot(t, item->name);
	while (t->slots[slot] != NULL && t->slots[slot] != item)
		slot = next_slot(t, slot);
	if (t->slots[slot] == NULL)
		return;
	t->count--;
	close_gap(t, slot);
}

void
name_table_copy(struct name_table *copy, const struct name_table *t)
{
	*copy = *t;
	copy->slots = NULL;
	if (t->slot_count == 0)
		return;
	copy->slots = mem_grow(NULL, t->slot_count, sizeof(struct item *));
	memcpy(copy->slots, t->slots, t->slot_count * sizeof(struct item *));
}

void
name_table_release(struct name_table *t)
{
	free(t->slots);
	*t = (struct name_table){0};
}

struct item *
name_table_next(const struct name_table *t, const char *name, size_t *at)
{
	if (t->count == 0)
		return NULL;
	*at = *at == SIZE_MAX ? first_slot(t, name) : next_slot(t, *at);
	while (t->slots[*at] != NULL && strcmp(t->slots[*at]->name, name) != 0)
		*at = next_slot(t, *at);
	return t->slots[*at];
}
