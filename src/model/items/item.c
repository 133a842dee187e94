#include "model/items/item.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static char *
copy_unless_empty(const char *text)
{
	return text != NULL && *text != '\0' ? text_copy(text) : NULL;
}

struct item *
item_new(const char *content, const char *name, const char *note)
{
	static uint64_t last_lineage;
	struct item *item = mem_new(sizeof(*item));

	assert(content != NULL);
	item->references = 1;
	item->lineage = ++last_lineage;
	item->size = strlen(content);
	item->content = text_copy_n(content, item->size);
	item->name = copy_unless_empty(name);
	item->note = copy_unless_empty(note);
	return item;
}

struct item *
item_copy(const struct item *item)
{
	struct item *copy = item_new(item->content, item->name, item->note);

	copy->id = item->id;
	copy->lineage = item->lineage;
	return copy;
}

unsigned
item_lines(const struct item *item)
{
	unsigned count = 1;

	for (const char *at = item->content; (at = strchr(at, '\n')) != NULL;
		at++)
		count++;
	return count;
}

static bool
is_same_text(const char *a, const char *b)
{
	return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

bool
item_equals(const struct item *a, const struct item *b)
{
	return a->id == b->id && a->size == b->size &&
	       memcmp(a->content, b->content, a->size) == 0 &&
	       is_same_text(a->name, b->name) && is_same_text(a->note, b->note);
}

struct item *
item_ref(struct item *item)
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
