#include "model/deps/item_flags.h"

#include <stdbool.h>
#include <string.h>

#include "base/alloc.h"
#include "model/deps/index.h"
#include "smt/text/commands.h"
#include "smt/text/lexer.h"

/* ((List 1) (T 0)), and as before SMT-LIB 2.6 (T), () */
static bool
has_parameters(const char *text, const struct token *sorts)
{
	struct lexer walk;
	struct token sort;

	lexer_enter(&walk, text, sorts);
	while (command_next(&walk, &sort)) {
		struct lexer inner;
		struct token t;

		if (sort.kind != TOKEN_OPEN)
			return true;
		lexer_enter(&inner, text, &sort);
		(void)command_next(&inner, &t); /* its name */
		if (!command_next(&inner, &t) || t.kind != TOKEN_NUMERAL ||
			token_number(text, &t) != 0)
			return true;
	}
	return false;
}

/* (par (T) ...) */
static bool
begins_with_par(const char *text, const struct token *datatype)
{
	struct lexer walk;
	struct token t;

	if (datatype->kind != TOKEN_OPEN)
		return false;
	lexer_enter(&walk, text, datatype);
	return command_next(&walk, &t) && token_is(text, &t, "par");
}

static bool
is_parametric(const struct command *form, const char *text)
{
	struct token t;

	if (form->command == COMMAND_DECLARE_DATATYPE)
		return command_argument(form, text, 1, &t) &&
		       begins_with_par(text, &t);
	return form->command == COMMAND_DECLARE_DATATYPES &&
	       command_argument(form, text, 0, &t) && t.kind == TOKEN_OPEN &&
	       has_parameters(text, &t);
}

unsigned
item_flags_of(const struct item *item)
{
	DROP(commands) struct commands forms = {0};
	struct diagnostic fault;
	unsigned traits = 0;

	if (strstr(item->content, "set-logic") == NULL &&
		strstr(item->content, "declare-datatype") == NULL)
		return 0;
	if (!commands_split(item->content, item->size, &forms, &fault))
		return 0;
	for (size_t i = 0; i < forms.count; i++) {
		if (forms.at[i].command == COMMAND_SET_LOGIC)
			traits |= INDEX_LOGIC;
		if (is_parametric(&forms.at[i], item->content))
			traits |= INDEX_PARAMETRIC;
	}
	return traits;
}
