#include "smt/reading.h"

#include <stdlib.h>

#include "base/alloc.h"

struct reading_list *
reading_top(struct reading *r)
{
	return &r->lists[r->list_count - 1];
}

void
reading_push(struct reading *r, int32_t literal)
{
	r->values = mem_room(r->values, r->value_count, &r->value_capacity,
		sizeof(*r->values));
	r->values[r->value_count++] = literal;
}

struct reading_list *
reading_open(
	struct reading *r, enum reading_kind kind, const struct token *open)
{
	r->lists = mem_room(
		r->lists, r->list_count, &r->list_capacity, sizeof(*r->lists));
	r->lists[r->list_count] = (struct reading_list){
		.kind = kind,
		.open = *open,
		.values = r->value_count,
		.bindings = r->clauses->literals.binding_count,
		.names = r->name_count,
	};
	return &r->lists[r->list_count++];
}

int32_t *
reading_values(const struct reading *r, const struct reading_list *list)
{
	/* To an array that is not there nothing is added. */
	return r->values != NULL ? r->values + list->values : NULL;
}

void
reading_push_name(struct reading *r, size_t name)
{
	r->names = mem_room(
		r->names, r->name_count, &r->name_capacity, sizeof(*r->names));
	r->names[r->name_count++] = name;
}

void
reading_release(struct reading *r)
{
	free(r->lists);
	free(r->values);
	free(r->names);
	*r = (struct reading){0};
}
