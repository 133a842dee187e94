#include "model/model.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

static char *
copy_unless_empty(const char *text)
{
	return text != NULL && *text != '\0' ? text_copy(text) : NULL;
}

struct item *
item_new(const char *content, const char *name, const char *note)
{
	struct item *item = mem_new(sizeof(*item));

	assert(content != NULL);
	item->references = 1;
	item->size = strlen(content);
	item->content = text_copy_n(content, item->size);
	item->name = copy_unless_empty(name);
	item->note = copy_unless_empty(note);
	return item;
}

struct item *
item_hold(struct item *item)
{
	item->references++;
	return item;
}

void
item_free(struct item *item)
{
	if (item == NULL || --item->references > 0)
		return;
	free(item->content);
	free(item->name);
	free(item->note);
	free(item);
}

void
item_drop(struct item **item)
{
	item_free(*item);
	*item = NULL;
}

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
	copy->capacity = m->count + 1; /* most copies get one item more */
	copy->items = mem_grow(NULL, copy->capacity, sizeof(struct item *));
	for (size_t i = 0; i < m->count; i++)
		copy->items[i] = item_hold(m->items[i]);
	return copy;
}

void
model_free(struct model *m)
{
	if (m == NULL)
		return;
	for (size_t i = 0; i < m->count; i++)
		item_free(m->items[i]);
	free(m->items);
	free(m);
}

void
model_drop(struct model **m)
{
	model_free(*m);
	*m = NULL;
}

void
model_insert(struct model *m, size_t index, struct item *item)
{
	assert(index <= m->count);
	m->items = mem_room(
		m->items, m->count, &m->capacity, sizeof(struct item *));
	memmove(m->items + index + 1, m->items + index,
		(m->count - index) * sizeof(struct item *));
	m->items[index] = item;
	m->count++;
	m->bytes += item->size;
}

void
model_remove(struct model *m, size_t index)
{
	struct item *item;

	assert(index < m->count);
	item = m->items[index];
	m->count--;
	m->bytes -= item->size;
	memmove(m->items + index, m->items + index + 1,
		(m->count - index) * sizeof(struct item *));
	item_free(item);
}

ptrdiff_t
model_find(const struct model *m, const char *name)
{
	for (size_t i = 0; i < m->count; i++) {
		if (m->items[i]->name != NULL &&
			strcmp(m->items[i]->name, name) == 0)
			return (ptrdiff_t)i;
	}
	return -1;
}
