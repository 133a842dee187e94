#include "model/items/item.h"

#include <stdlib.h>
#include <string.h>

#include "smt/rules/parsed_text.h"

struct item_text {
	unsigned references;
	bool is_parsed;
	struct parsed_text parsed;
	char bytes[];
};

static char *
copy_unless_empty(const char *text)
{
	return text != NULL && *text != '\0' ? text_copy(text) : NULL;
}

static struct item_text *
new_text(const char *content, size_t size)
{
	struct item_text *text = mem_new(sizeof(*text) + size + 1);

	memcpy(text->bytes, content, size);
	return text;
}

/* Refers to the text. */
static struct item *
make_item(
	struct item_text *text, size_t size, const char *name, const char *note)
{
	struct item *item = mem_new(sizeof(*item));

	text->references++;
	item->references = 1;
	item->text = text;
	item->content = text->bytes;
	item->size = size;
	item->name = copy_unless_empty(name);
	item->note = copy_unless_empty(note);
	return item;
}

struct item *
item_new(const char *content, const char *name, const char *note)
{
	static uint64_t last_lineage;
	size_t size = strlen(content);
	struct item *item =
		make_item(new_text(content, size), size, name, note);

	item->lineage = ++last_lineage;
	return item;
}

struct item *
item_new_version(const struct item *old, const char *content, const char *name,
	const char *note)
{
	size_t size = content != NULL ? strlen(content) : old->size;
	struct item *item =
		make_item(content != NULL ? new_text(content, size) : old->text,
			size, name, note);

	item->id = old->id;
	item->lineage = old->lineage;
	return item;
}

struct item *
item_copy(const struct item *item)
{
	return item_new_version(item, NULL, item->name, item->note);
}

struct parsed_text *
item_parsed(const struct item *item)
{
	struct item_text *text = item->text;
	struct diagnostic ignored; /* what cannot be cut is in no model */

	if (!text->is_parsed)
		(void)parsed_text_init(
			&text->parsed, text->bytes, item->size, &ignored);
	text->is_parsed = true;
	return &text->parsed;
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
	if (--item->text->references == 0) {
		parsed_text_release(&item->text->parsed);
		free(item->text);
	}
	free(item->name);
	free(item->note);
	free(item);
}
