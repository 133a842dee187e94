#include "language/translation.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "smt/text/text.h"
#include "json/json.h"

void
translation_init(struct translation *t, const char *source, size_t source_size)
{
	*t = (struct translation){.source = source, .source_size = source_size};
	/* Twice what can be sent: a clause is longer in SMT-LIB. */
	buf_init(&t->text, 2 * LIMIT_MESSAGE);
}

void
translation_release(struct translation *t)
{
	for (size_t i = 0; i < t->count; i++) {
		free(t->items[i].name);
		free(t->items[i].note);
	}
	free(t->items);
	free(t->places);
	json_free(t->options);
	buf_release(&t->text);
	*t = (struct translation){0};
}

void
translation_drop(struct translation *t)
{
	translation_release(t);
}

void
translation_add_item(struct translation *t, const char *name, const char *note,
	unsigned line)
{
	t->has_items = true;
	t->items =
		mem_room(t->items, t->count, &t->capacity, sizeof(*t->items));
	t->items[t->count++] = (struct translation_item){
		.offset = t->text.size,
		.name = text_copy(name),
		.note = text_copy(note),
		.line = line,
	};
}

void
translation_add_place(struct translation *t, size_t source, size_t source_size)
{
	t->places = mem_room(t->places, t->place_count, &t->place_capacity,
		sizeof(*t->places));
	t->places[t->place_count++] =
		(struct translation_place){t->text.size, source, source_size};
}

const char *
translation_locate(const struct translation *t, struct diagnostic *fault)
{
	size_t at = text_offset(
		t->text.data, t->text.size, fault->line, fault->column);
	size_t low = 0;
	size_t high = t->place_count;

	if (t->place_count == 0)
		return t->has_items ? t->text.data : t->source;
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (t->places[middle].offset <= at)
			low = middle;
		else
			high = middle;
	}
	fault->offset = t->places[low].source;
	fault->length = t->places[low].source_size;
	text_place(t->source, fault->offset, &fault->line, &fault->column);
	return t->source;
}
