#include "smt/symbols.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "smt/forms.h"
#include "smt/scope.h"
#include "smt/walk.h"

bool
symbols_scan(const char *text, size_t size, struct symbols *out)
{
	DROP(forms) struct forms forms = {0};
	struct scope scope;
	struct fault fault;

	*out = (struct symbols){0};
	if (!forms_cut(text, size, &forms, &fault))
		return false;
	scope_init(&scope, text, out);
	walk_forms(&scope, &forms);
	scope_release(&scope);
	return true;
}

static void
release_all(struct symbol *symbols, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(symbols[i].name);
	free(symbols);
}

void
symbols_release(struct symbols *s)
{
	release_all(s->declared, s->declared_count);
	release_all(s->used, s->used_count);
	*s = (struct symbols){0};
}

void
symbols_drop(struct symbols *s)
{
	symbols_release(s);
}

const struct symbol *
symbols_declared(const struct symbols *s, const char *name)
{
	for (size_t i = 0; i < s->declared_count; i++) {
		if (strcmp(s->declared[i].name, name) == 0)
			return &s->declared[i];
	}
	return NULL;
}
