#include "smt/literals.h"

#include <stdlib.h>

#include "base/alloc.h"

enum { NONE = -1 };

void
literals_release(struct literals *l)
{
	names_release(&l->names);
	free(l->meanings);
	free(l->tops);
	free(l->bindings);
	*l = (struct literals){0};
}

size_t
literals_name(struct literals *l, const char *text, const struct token *t)
{
	size_t name = names_find(&l->names, token_name(text, t));

	if (l->count == l->names.count)
		return name;
	l->meanings =
		mem_grow(l->meanings, l->names.capacity, sizeof(*l->meanings));
	l->tops = mem_grow(l->tops, l->names.capacity, sizeof(*l->tops));
	l->meanings[l->count] = (struct meaning){0};
	l->tops[l->count++] = NONE;
	return name;
}

void
literals_set(struct literals *l, size_t name, struct meaning meaning)
{
	l->meanings[name] = meaning;
}

struct meaning
literals_get(const struct literals *l, size_t name)
{
	ptrdiff_t top = l->tops[name];

	if (top == NONE || (size_t)top < l->base)
		return l->meanings[name];
	return (struct meaning){MEANS_LITERAL, l->bindings[top].literal, 0};
}

void
literals_bind(struct literals *l, size_t name, int32_t literal)
{
	l->bindings = mem_room(l->bindings, l->binding_count,
		&l->binding_capacity, sizeof(*l->bindings));
	l->bindings[l->binding_count] =
		(struct literals_binding){name, literal, l->tops[name]};
	l->tops[name] = (ptrdiff_t)l->binding_count++;
}

void
literals_unbind(struct literals *l, size_t count)
{
	while (l->binding_count > count) {
		const struct literals_binding *last =
			&l->bindings[--l->binding_count];

		l->tops[last->name] = last->shadowed;
	}
}
