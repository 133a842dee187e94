#include "smt/names/symbols.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "smt/names/scope.h"
#include "smt/names/symbol_walk.h"
#include "smt/text/commands.h"

bool
symbols_scan(const char *text, size_t size, struct symbols *out)
{
	DROP(commands) struct commands forms = {0};
	struct scope scope;
	struct diagnostic fault;

	*out = (struct symbols){0};
	if (!commands_split(text, size, &forms, &fault))
		return false;
	scope_init(&scope, text, out);
	symbol_walk_commands(&scope, &forms);
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
