#include "smt/names/symbol_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"

static bool
is_name(const struct name *name, struct slice text, uint64_t hash)
{
	return name->hash == hash && name->text.length == text.length &&
	       memcmp(name->text.start, text.start, text.length) == 0;
}

/* The slot that holds the name or could. */
static size_t *
find_slot(const struct symbol_table *n, struct slice text, uint64_t hash)
{
	size_t mask = n->slot_count - 1;
	size_t i = hash & mask;

	while (n->slots[i] != 0 &&
		!is_name(&n->at[n->slots[i] - 1], text, hash))
		i = (i + 1) & mask;
	return &n->slots[i];
}

static void
grow(struct symbol_table *n)
{
	free(n->slots);
	n->slot_count = n->slot_count > 0 ? n->slot_count * 2 : 64;
	n->slots = mem_grow(NULL, n->slot_count, sizeof(*n->slots));
	memset(n->slots, 0, n->slot_count * sizeof(*n->slots));
	for (size_t i = 0; i < n->count; i++)
		*find_slot(n, n->at[i].text, n->at[i].hash) = i + 1;
}

size_t
symbol_table_find(struct symbol_table *n, struct slice text)
{
	uint64_t hash = hash_bytes(text.start, text.length);
	size_t *slot;

	if (n->count * 2 >= n->slot_count)
		grow(n);
	slot = find_slot(n, text, hash);
	if (*slot == 0) {
		n->at = mem_room(n->at, n->count, &n->capacity, sizeof(*n->at));
		n->at[n->count] = (struct name){.text = text, .hash = hash};
		*slot = ++n->count;
	}
	return *slot - 1;
}

void
symbol_table_release(struct symbol_table *n)
{
	free(n->at);
	free(n->slots);
	*n = (struct symbol_table){0};
}
