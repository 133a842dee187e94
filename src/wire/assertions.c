#include "wire/assertions.h"

#include <stdlib.h>

#include "base/alloc.h"

void
assertions_add(
	struct answer_assertions *list, const struct answer_assertion *one)
{
	struct answer_assertion copy = *one;

	copy.label = text_copy(one->label != NULL ? one->label : "");
	list->list = mem_room(
		list->list, list->count, &list->capacity, sizeof(*list->list));
	list->list[list->count++] = copy;
}

void
assertions_release(struct answer_assertions *list)
{
	for (size_t i = 0; i < list->count; i++)
		free(list->list[i].label);
	free(list->list);
	*list = (struct answer_assertions){0};
}

void
assertions_put(struct buf *out, const struct answer_assertions *list)
{
	put_u32(out, (uint32_t)list->count);
	for (size_t i = 0; i < list->count; i++) {
		const struct answer_assertion *one = &list->list[i];

		put_u32(out, one->index);
		put_u32(out, one->line);
		put_u32(out, one->offset);
		put_u32(out, one->length);
		put_u8(out, one->is_false);
		put_text(out, one->label);
	}
}

/* The count is not believed: reading stops where the payload does. */
void
assertions_get(struct reader *r, struct answer_assertions *list)
{
	uint32_t count = get_u32(r);

	assertions_release(list);
	for (uint32_t i = 0; i < count && !r->failed; i++) {
		DROP(text) char *label = NULL;
		struct answer_assertion one;

		one.index = get_u32(r);
		one.line = get_u32(r);
		one.offset = get_u32(r);
		one.length = get_u32(r);
		one.is_false = get_u8(r) != 0;
		label = get_text(r);
		one.label = label;
		if (!r->failed)
			assertions_add(list, &one);
	}
}
