#include "smt/names/scope.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "smt/names/builtin.h"

void
scope_init(struct scope *s, const char *text, struct symbols *out)
{
	*s = (struct scope){.text = text, .out = out};
}

void
scope_release(struct scope *s)
{
	symbol_table_release(&s->names);
	free(s->open.at);
	free(s->waiting.at);
	*s = (struct scope){0};
}

static size_t
name_of(struct scope *s, const struct token *t)
{
	return symbol_table_find(&s->names, token_name(s->text, t));
}

static enum space
space_of(enum symbol_kind kind)
{
	return kind == SYMBOL_SORT ? SPACE_SORT : SPACE_FUNCTION;
}

static struct symbol
make_symbol(const struct scope *s, const struct token *t, char *name)
{
	return (struct symbol){
		.name = name,
		.command = s->command,
		.offset = t->offset,
		.line = t->line,
		.column = t->column,
	};
}

static void
add_use(struct scope *s, const struct token *t, enum space space,
	bool is_pattern)
{
	size_t number = name_of(s, t); /* moves the names */
	struct name *name = &s->names.at[number];
	struct symbols *out = s->out;
	struct symbol *use;

	if (name->used[space] != 0)
		out->used[name->used[space] - 1].is_pattern &= is_pattern;
	if (name->declared[space] || name->used[space] != 0)
		return;
	out->used = mem_room(out->used, out->used_count, &out->used_capacity,
		sizeof(*out->used));
	use = &out->used[out->used_count++];
	name->used[space] = out->used_count;
	*use = make_symbol(
		s, t, text_copy_n(name->text.start, name->text.length));
	use->is_sort = space == SPACE_SORT;
	use->is_builtin = builtin_has_slice(name->text);
	use->is_pattern = is_pattern;
}

void
scope_use(struct scope *s, const struct token *t, enum space space)
{
	size_t number = name_of(s, t);

	if (s->names.at[number].bound[space] == 0)
		add_use(s, t, space, false);
}

void
scope_use_global(struct scope *s, const struct token *t)
{
	add_use(s, t, SPACE_FUNCTION, false);
}

void
scope_use_pattern(struct scope *s, const struct token *t)
{
	add_use(s, t, SPACE_FUNCTION, true);
}

static void
bounds_add(struct bounds *b, size_t name, enum space space)
{
	b->at = mem_room(b->at, b->count, &b->capacity, sizeof(*b->at));
	b->at[b->count++] = (struct bound){name, space};
}

void
scope_bind(struct scope *s, const struct token *t, enum space space)
{
	size_t number = name_of(s, t);

	bounds_add(&s->open, number, space);
	s->names.at[number].bound[space]++;
}

void
scope_bind_name(struct scope *s, size_t name)
{
	bounds_add(&s->open, name, SPACE_FUNCTION);
	s->names.at[name].bound[SPACE_FUNCTION]++;
}

void
scope_leave(struct scope *s, size_t count)
{
	while (s->open.count > count) {
		struct bound last = s->open.at[--s->open.count];

		s->names.at[last.name].bound[last.space]--;
	}
}

void
scope_wait(struct scope *s, const struct token *t)
{
	bounds_add(&s->waiting, name_of(s, t), SPACE_FUNCTION);
}

void
scope_bind_waiting(struct scope *s, size_t count)
{
	for (size_t i = count; i < s->waiting.count; i++)
		scope_bind_name(s, s->waiting.at[i].name);
	s->waiting.count = count;
}

static long
add_declared(struct scope *s, struct symbol symbol)
{
	struct symbols *out = s->out;

	out->declared = mem_room(out->declared, out->declared_count,
		&out->declared_capacity, sizeof(*out->declared));
	out->declared[out->declared_count] = symbol;
	return (long)out->declared_count++;
}

long
scope_declare(struct scope *s, const struct token *t, enum symbol_kind kind)
{
	struct slice name = token_name(s->text, t);
	struct symbol symbol =
		make_symbol(s, t, text_copy_n(name.start, name.length));

	symbol.kind = kind;
	symbol.is_sort = kind == SYMBOL_SORT;
	return add_declared(s, symbol);
}

void
scope_declare_tester(struct scope *s, const struct token *constructor)
{
	struct slice name = token_name(s->text, constructor);
	struct symbol symbol = make_symbol(s, constructor,
		text_format("is-%.*s", (int)name.length, name.start));

	symbol.kind = SYMBOL_TESTER;
	symbol.arity = 1;
	scope_publish(s, add_declared(s, symbol));
}

void
scope_publish(struct scope *s, long declared)
{
	const struct symbol *symbol = &s->out->declared[declared];
	size_t number = symbol_table_find(&s->names, slice_of(symbol->name));

	s->names.at[number].declared[space_of(symbol->kind)] = true;
}
