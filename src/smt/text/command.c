#include "smt/text/command.h"

void
command_walk(const struct command *form, const char *text, struct lexer *walk)
{
	lexer_enter(walk, text, &form->list);
	walk->at = form->arguments;
	walk->line = form->head.line;
	walk->line_start = form->head.offset - (form->head.column - 1);
}

bool
command_next(struct lexer *walk, struct token *t)
{
	struct diagnostic fault;
	struct token inner;
	size_t depth = 0;

	if (!lexer_next(walk, t, &fault) || t->kind == TOKEN_END)
		return false;
	if (t->kind == TOKEN_CLOSE) {
		walk->at = t->offset;
		return false;
	}
	if (t->kind != TOKEN_OPEN)
		return true;
	for (inner = *t; inner.kind != TOKEN_END;) {
		if (inner.kind == TOKEN_OPEN)
			depth++;
		if (inner.kind == TOKEN_CLOSE && --depth == 0)
			break;
		if (!lexer_next(walk, &inner, &fault))
			return false;
	}
	if (inner.kind != TOKEN_CLOSE)
		return false;
	t->length = inner.offset + 1 - t->offset;
	return true;
}

bool
command_argument(const struct command *form, const char *text, size_t number,
	struct token *t)
{
	struct lexer walk;

	command_walk(form, text, &walk);
	for (size_t i = 0; command_next(&walk, t); i++)
		if (i == number)
			return true;
	return false;
}

bool
command_label(
	const struct command *form, const char *script, struct token *label)
{
	struct lexer walk;
	struct token body;
	struct token t;
	bool is_next = false;

	if (!command_argument(form, script, 0, &body) ||
		body.kind != TOKEN_OPEN)
		return false;
	lexer_enter(&walk, script, &body);
	if (!command_next(&walk, &t) || !token_is(script, &t, "!"))
		return false;
	while (command_next(&walk, &t)) {
		if (is_next) {
			*label = t;
			return token_is_symbol(&t);
		}
		is_next = t.kind == TOKEN_KEYWORD &&
			  token_is(script, &t, ":named");
	}
	return false;
}
