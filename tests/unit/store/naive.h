#ifndef TESTS_UNIT_STORE_NAIVE_H
#define TESTS_UNIT_STORE_NAIVE_H

/*
 * A model that cannot be wrong: an array of numbers, copied for each revision.
 */

#include "unit/unit.h"

#include <stdio.h>
#include <string.h>

#include "model/items/edit.h"

/* A naive model: an array of numbers, each revision of which is written down.
 */
enum { NAIVE_STEPS = 300, NAIVE_MAX = 40 };

struct naive {
	int items[NAIVE_MAX];
	size_t count;
};

static inline unsigned
naive_pick(unsigned *seed, unsigned below)
{
	*seed = *seed * 1103515245 + 12345;
	return (*seed >> 16) % below;
}

static inline void
naive_insert(struct naive *n, size_t index, int value)
{
	memmove(n->items + index + 1, n->items + index,
		(n->count++ - index) * sizeof(int));
	n->items[index] = value;
}

static inline int
naive_remove(struct naive *n, size_t index)
{
	int value = n->items[index];

	memmove(n->items + index, n->items + index + 1,
		(--n->count - index) * sizeof(int));
	return value;
}

/* One random edit of both; `number` is the content of a new item. */
static inline void
naive_edit(struct naive *n, struct model *m, unsigned *seed, int number)
{
	char content[20];
	struct edit edit = {.has_index = true, .content = content};
	struct edit_done done;
	struct err error;

	(void)snprintf(content, sizeof(content), "%d", number);
	edit.op = n->count == 0 ? EDIT_ADD : naive_pick(seed, 4);
	if (n->count == NAIVE_MAX)
		edit.op = naive_pick(seed, 20) == 0 ? EDIT_CLEAR : EDIT_DELETE;
	edit.index = naive_pick(
		seed, (unsigned)n->count + (edit.op == EDIT_ADD ? 1 : 0));
	edit.to =
		edit.op == EDIT_MOVE ? naive_pick(seed, (unsigned)n->count) : 0;
	edit.has_to = edit.op == EDIT_MOVE;
	assert_true(model_apply(m, &edit, &done, &error));
	if (edit.op == EDIT_ADD)
		naive_insert(n, (size_t)edit.index, number);
	else if (edit.op == EDIT_REPLACE)
		n->items[edit.index] = number;
	else if (edit.op == EDIT_DELETE)
		(void)naive_remove(n, (size_t)edit.index);
	else if (edit.op == EDIT_MOVE)
		naive_insert(n, (size_t)edit.to,
			naive_remove(n, (size_t)edit.index));
	else
		n->count = 0;
}

#endif
