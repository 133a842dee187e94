#include "tools/hints/declared_symbols.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/buf.h"

enum { TYPE_MAX = 200 };

void
declared_symbols_drop(struct declared_symbols *k)
{
	for (size_t i = 0; i < k->count; i++) {
		free((char *)(uintptr_t)k->symbols[i].name);
		free((char *)(uintptr_t)k->symbols[i].type);
	}
	free(k->symbols);
	*k = (struct declared_symbols){0};
}

/* "(Int Bool) Int", as it was declared or defined; NULL where more than one
 * command says it. */
static char *
read_type(const char *text, const struct command *form)
{
	struct command_signature f;
	DROP(buf) struct buf out;
	struct lexer walk;
	struct token t;

	buf_init(&out, TYPE_MAX);
	if (!command_signature(form, text, &f))
		return NULL;
	walk = lexer_enter(text, &f.parameters);
	for (size_t i = 0; i < f.arity && command_next(&walk, &t); i++) {
		buf_add_char(&out, i == 0 ? '(' : ' ');
		if (form->command == COMMAND_DECLARE_FUN ||
			list_element(text, &t, 1, &t))
			buf_add(&out, text + t.offset, t.length);
	}
	buf_add_text(&out, f.arity > 0 ? ") " : "");
	buf_add(&out, text + f.sort.offset, f.sort.length);
	return out.overflowed ? NULL : buf_detach(&out);
}

/* The sort of a constructor without fields, if its command declares no other;
 * libz3 does not know those of sorts with parameters by their names alone. */
static const char *
sort_of_constructor(const struct symbols *found, size_t number)
{
	const struct symbol *symbol = &found->declared[number];
	const struct symbol *sort = NULL;

	if (symbol->kind != SYMBOL_CONSTRUCTOR || symbol->arity > 0)
		return NULL;
	for (size_t i = 0; i < found->declared_count; i++) {
		const struct symbol *other = &found->declared[i];

		if (other->command != symbol->command || !other->is_sort)
			continue;
		if (sort != NULL || other->arity > 0)
			return NULL;
		sort = other;
	}
	return sort != NULL ? sort->name : NULL;
}

void
declared_symbols_add(struct declared_symbols *k, struct parsed_text *parsed,
	size_t from, size_t to)
{
	const struct symbols *found = parsed_text_symbols(parsed);

	for (size_t i = 0; i < found->declared_count; i++) {
		const struct symbol *symbol = &found->declared[i];
		const char *sort = symbol->is_sort
					   ? ADVICE_SORT
					   : sort_of_constructor(found, i);
		bool has_type = symbol->kind == SYMBOL_FUNCTION ||
				symbol->kind == SYMBOL_DEFINED ||
				symbol->kind == SYMBOL_RECURSIVE;

		/* Nobody writes those. */
		if (symbol->command < from || symbol->command >= to ||
			symbol_is_outside(symbol->name))
			continue;
		*ARRAY_ADD(k->symbols, k->count,
			k->capacity) = (struct advice_symbol){
			text_copy(symbol->name),
			has_type
				? read_type(parsed->text,
					  &parsed->commands.at[symbol->command])
				: text_copy(sort),
		};
	}
}
