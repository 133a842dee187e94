#include "smt/rules/parsed_text.h"

#include <stdlib.h>

/* Gives back what an array has room for beyond its elements: most items are a
 * single command, and a session has thousands of them. */
#define FIT(array, count, capacity) \
	((array) = mem_fit((array), (count), &(capacity), sizeof(*(array))))

static void *
mem_fit(void *old, size_t count, size_t *capacity, size_t element_bytes)
{
	if (*capacity == count)
		return old;
	*capacity = count;
	if (count > 0)
		return mem_grow(old, count, element_bytes);
	free(old);
	return NULL;
}

bool
parsed_text_init(struct parsed_text *p, const char *text, size_t size,
	struct diagnostic *fault)
{
	*p = (struct parsed_text){.text = text, .size = size};
	if (!commands_split(text, size, &p->commands, fault))
		return false;
	FIT(p->commands.at, p->commands.count, p->commands.capacity);
	return true;
}

const struct symbols *
parsed_text_symbols(struct parsed_text *p)
{
	if (p->symbols == NULL) {
		p->symbols = mem_new(sizeof(*p->symbols));
		symbols_scan(
			p->text, p->commands.at, p->commands.count, p->symbols);
		FIT(p->symbols->declared, p->symbols->declared_count,
			p->symbols->declared_capacity);
		FIT(p->symbols->used, p->symbols->used_count,
			p->symbols->used_capacity);
		FIT(p->symbols->variables, p->symbols->variable_count,
			p->symbols->variable_capacity);
	}
	return p->symbols;
}

const struct lint *
parsed_text_lint(struct parsed_text *p)
{
	if (p->lint == NULL) {
		p->lint = mem_new(sizeof(*p->lint));
		lint_scan(p->text, p->size, parsed_text_symbols(p), p->lint);
	}
	return p->lint;
}

size_t
parsed_text_bytes(struct parsed_text *p)
{
	enum { NAME_BYTES = 32 }; /* the smallest block of glibc */
	const struct symbols *s = parsed_text_symbols(p);

	return sizeof(*p) + sizeof(*s) +
	       p->commands.count * sizeof(*p->commands.at) +
	       (s->declared_count + s->used_count) *
		       (sizeof(*s->used) + NAME_BYTES) +
	       s->variable_count * sizeof(*s->variables);
}

void
parsed_text_release(struct parsed_text *p)
{
	commands_release(&p->commands);
	if (p->symbols != NULL)
		symbols_release(p->symbols);
	if (p->lint != NULL)
		lint_drop(p->lint);
	free(p->symbols);
	free(p->lint);
	*p = (struct parsed_text){0};
}
