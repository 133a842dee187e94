#include "tools/hints/declared_symbols.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "smt/text/commands.h"
#include "smt/text/lexer.h"

enum { TYPE_MAX = 200 };

void
declared_symbols_release(struct declared_symbols *k)
{
	for (size_t i = 0; i < k->count; i++) {
		free((char *)(uintptr_t)k->symbols[i].name);
		free((char *)(uintptr_t)k->symbols[i].type);
	}
	free(k->symbols);
	free(k->owners);
	*k = (struct declared_symbols){0};
}

void
declared_symbols_drop(struct declared_symbols *k)
{
	declared_symbols_release(k);
}

/* "(Int Bool)" of the parameters ((x Int) (p Bool)). */
static void
add_parameter_sorts(const char *text, const struct token *list, struct buf *out)
{
	struct lexer walk;
	struct token parameter;

	lexer_enter(&walk, text, list);
	buf_add_char(out, '(');
	while (command_next(&walk, &parameter)) {
		struct lexer inner;
		struct token t;

		if (out->data[out->size - 1] != '(')
			buf_add_char(out, ' ');
		lexer_enter(&inner, text, &parameter);
		(void)command_next(&inner, &t); /* its name */
		if (command_next(&inner, &t))
			buf_add(out, text + t.offset, t.length);
	}
	buf_add_text(out, ") ");
}

static bool
is_empty_list(const char *text, const struct token *list)
{
	struct lexer walk;
	struct token t;

	lexer_enter(&walk, text, list);
	return !command_next(&walk, &t);
}

/* The type as it was declared; NULL where it is no matter of one form. */
static char *
read_type(const char *text, const struct command *form)
{
	DROP(buf) struct buf out;
	struct token first;
	struct token second;

	buf_init(&out, TYPE_MAX);
	if (!command_argument(form, text, 1, &first))
		return NULL;
	if (form->command == COMMAND_DECLARE_CONST ||
		form->command == COMMAND_DEFINE_CONST) {
		buf_add(&out, text + first.offset, first.length);
	} else if (form->command == COMMAND_DECLARE_FUN ||
		   form->command == COMMAND_DEFINE_FUN ||
		   form->command == COMMAND_DEFINE_FUN_REC) {
		if (first.kind != TOKEN_OPEN ||
			!command_argument(form, text, 2, &second))
			return NULL;
		if (form->command != COMMAND_DECLARE_FUN) {
			if (!is_empty_list(text, &first))
				add_parameter_sorts(text, &first, &out);
		} else if (!is_empty_list(text, &first)) {
			buf_add(&out, text + first.offset, first.length);
			buf_add_char(&out, ' ');
		}
		buf_add(&out, text + second.offset, second.length);
	}
	return out.size == 0 || out.overflowed ? NULL : buf_take(&out);
}

static void
add_symbol(struct declared_symbols *k, const struct symbol *symbol,
	const char *type, size_t owner)
{
	k->owners = mem_room(
		k->owners, k->count, &k->owner_capacity, sizeof(k->owners[0]));
	k->symbols = mem_room(
		k->symbols, k->count, &k->capacity, sizeof(k->symbols[0]));
	k->owners[k->count] = owner;
	k->symbols[k->count++] = (struct advice_symbol){
		.name = text_copy(symbol->name), .type = type};
}

void
declared_symbols_add(
	struct declared_symbols *k, const char *text, size_t size, size_t owner)
{
	DROP(symbols) struct symbols found = {0};
	DROP(commands) struct commands forms = {0};
	struct diagnostic fault;

	if (!commands_split(text, size, &forms, &fault) ||
		!symbols_scan(text, size, &found))
		return;
	for (size_t i = 0; i < found.declared_count; i++) {
		const struct symbol *symbol = &found.declared[i];
		bool has_type = symbol->kind == SYMBOL_FUNCTION ||
				symbol->kind == SYMBOL_DEFINED ||
				symbol->kind == SYMBOL_RECURSIVE;

		add_symbol(k, symbol,
			has_type ? read_type(text, &forms.at[symbol->command])
				 : NULL,
			owner);
	}
}

void
declared_symbols_move_last(
	struct declared_symbols *from, struct declared_symbols *to)
{
	size_t last = --from->count;

	to->owners = mem_room(to->owners, to->count, &to->owner_capacity,
		sizeof(to->owners[0]));
	to->symbols = mem_room(
		to->symbols, to->count, &to->capacity, sizeof(to->symbols[0]));
	to->owners[to->count] = from->owners[last];
	to->symbols[to->count++] = from->symbols[last];
}

bool
declared_symbols_find(
	const struct declared_symbols *k, const char *name, size_t *owner)
{
	for (size_t i = 0; i < k->count; i++) {
		if (strcmp(k->symbols[i].name, name) == 0) {
			*owner = k->owners[i];
			return true;
		}
	}
	return false;
}
