#include "smt/standin.h"

#include <string.h>

#include "base/alloc.h"
#include "smt/lexer.h"
#include "smt/symbols.h"

static const char list[] = "List";

enum { LENGTH = sizeof(list) - 1 };

static bool
introduces_sort(enum command c)
{
	return c == COMMAND_DECLARE_SORT || c == COMMAND_DEFINE_SORT ||
	       c == COMMAND_DECLARE_DATATYPE || c == COMMAND_DECLARE_DATATYPES;
}

static bool
declares_list(const char *text, const struct form *form)
{
	DROP(symbols) struct symbols all = {0};

	if (!symbols_scan(text + form->list.offset, form->list.length, &all))
		return false;
	for (size_t i = 0; i < all.declared_count; i++) {
		if (all.declared[i].kind == SYMBOL_SORT &&
			strcmp(all.declared[i].name, list) == 0)
			return true;
	}
	return false;
}

static bool
is_needed(const struct script *s, const struct script_problem *sp)
{
	bool sets_logic = false;
	bool declares = false;

	for (size_t i = 0; i < sp->active_count; i++) {
		const struct form *form = &s->forms->at[s->active[i]];

		if (form->command == COMMAND_SET_LOGIC)
			sets_logic = true;
		else if (!declares && introduces_sort(form->command))
			declares = declares_list(s->text, form);
	}
	return sets_logic && declares;
}

const char *
standin_find(const struct script *s, const struct script_problem *sp)
{
	static const char *const names[] = {"L!st", "Li!t", "Lis!", "L?st"};

	if (strstr(s->text, list) == NULL || !is_needed(s, sp))
		return NULL;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (strstr(s->text, names[i]) == NULL)
			return names[i];
	}
	return NULL;
}

void
standin_put(char *text, size_t size, const char *name)
{
	struct lexer lexer;
	struct token t;
	struct fault fault;

	lexer_init(&lexer, text, size);
	while (lexer_next(&lexer, &t, &fault) && t.kind != TOKEN_END) {
		if (token_is_symbol(&t) && token_is(text, &t, list))
			memcpy(text + t.offset + (t.kind == TOKEN_QUOTED), name,
				LENGTH);
	}
}

void
standin_take_back(char *bytes, size_t size, const char *name)
{
	char *end = bytes + size;

	while ((bytes = memmem(bytes, (size_t)(end - bytes), name, LENGTH)) !=
		NULL) {
		memcpy(bytes, list, LENGTH);
		bytes += LENGTH;
	}
}
