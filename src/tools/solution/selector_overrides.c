#include "tools/solution/selector_overrides.h"

#include <string.h>

#include "base/limits.h"
#include "smt/text/lexer.h"
#include "wire/answer.h"

static const char line_start[] = COMPLETION_PREFIX "(define-fun ";

void
selector_overrides_read(struct selector_overrides *p, const char *solution)
{
	const char *line = solution;

	*p = (struct selector_overrides){0};
	buf_init(&p->text, LIMIT_ANSWER);
	while ((line = strstr(line, "\n" COMPLETION_PREFIX)) != NULL) {
		line++;
		if (strncmp(line, line_start, strlen(line_start)) != 0)
			continue;
		line += strlen(COMPLETION_PREFIX);
		buf_add(&p->text, line, strcspn(line, "\n"));
		buf_add_char(&p->text, '\n');
	}
	if (parsed_text_read(&p->source, p->text.data, p->text.size))
		return;
	parsed_text_release(&p->source);
	p->source = (struct parsed_text){0};
}

void
selector_overrides_release(struct selector_overrides *p)
{
	parsed_text_release(&p->source);
	buf_release(&p->text);
}

/* The text from `*at` up to a symbol, and the symbol under another name. */
static void
rename_at(const char *text, size_t *at, size_t symbol, struct buf *out)
{
	if (text[symbol] == '|')
		symbol++;
	buf_add(out, text + *at, symbol - *at);
	buf_add_text(out, "satchel!");
	*at = symbol;
}

void
selector_overrides_add_datatypes(const struct selector_overrides *p,
	const struct parsed_text *model, size_t number, struct buf *out)
{
	const struct token *list = &model->forms.at[number].list;
	const struct symbols *symbols = &model->symbols[number];
	const char *text = model->text + list->offset;
	size_t at = 0;

	for (size_t i = 0; i < symbols->declared_count; i++) {
		const struct symbol *one = &symbols->declared[i];

		if (one->kind == SYMBOL_SELECTOR &&
			parsed_text_find(&p->source, one->name) != NULL)
			rename_at(text, &at, one->offset, out);
	}
	buf_add(out, text + at, list->length - at);
	buf_add_char(out, '\n');
}

/* Of (ite TESTER (hd x!0) VALUE) where hd stands. */
static bool
find_inner(
	const struct parsed_text *s, const struct command *form, size_t *offset)
{
	struct lexer walk;
	struct token t;

	if (!command_argument(form, s->text, 3, &t) || t.kind != TOKEN_OPEN)
		return false;
	lexer_enter(&walk, s->text, &t);
	for (int i = 0; i < 3; i++) {
		if (!command_next(&walk, &t))
			return false;
	}
	if (t.kind != TOKEN_OPEN)
		return false;
	lexer_enter(&walk, s->text, &t);
	if (!command_next(&walk, &t))
		return false;
	*offset = t.offset;
	return true;
}

void
selector_overrides_add_definitions(
	const struct selector_overrides *p, struct buf *out)
{
	const struct parsed_text *s = &p->source;

	for (size_t i = 0; i < s->forms.count; i++) {
		const struct command *form = &s->forms.at[i];
		size_t at = form->list.offset;
		size_t end = at + form->list.length;
		size_t inner;

		if (!find_inner(s, form, &inner))
			continue;
		rename_at(s->text, &at, inner, out);
		buf_add(out, s->text + at, end - at);
		buf_add_char(out, '\n');
	}
}
