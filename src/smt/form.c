#include "smt/form.h"

void
form_walk(const struct form *form, const char *text, struct lexer *walk)
{
	lexer_enter(walk, text, &form->list);
	walk->at = form->arguments;
	walk->line = form->head.line;
	walk->line_start = form->head.offset - (form->head.column - 1);
}

bool
form_next(struct lexer *walk, struct token *t)
{
	struct fault fault;
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
form_argument(const struct form *form, const char *text, size_t number,
	struct token *t)
{
	struct lexer walk;

	form_walk(form, text, &walk);
	for (size_t i = 0; form_next(&walk, t); i++)
		if (i == number)
			return true;
	return false;
}

bool
form_label(const struct form *form, const char *script, struct token *label)
{
	struct lexer walk;
	struct token body;
	struct token t;
	bool is_next = false;

	if (!form_argument(form, script, 0, &body) || body.kind != TOKEN_OPEN)
		return false;
	lexer_enter(&walk, script, &body);
	if (!form_next(&walk, &t) || !token_is(script, &t, "!"))
		return false;
	while (form_next(&walk, &t)) {
		if (is_next) {
			*label = t;
			return token_is_symbol(&t);
		}
		is_next = t.kind == TOKEN_KEYWORD &&
			  token_is(script, &t, ":named");
	}
	return false;
}
