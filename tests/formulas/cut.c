#include "formulas/cut.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "smt/text/commands.h"

/* A cut takes tries, and each of them a few solves. */
enum { TRIES = 600 };

struct cutting {
	char *text;
	cut_shows *shows;
	void *argument;
	unsigned tries;
};

/* `with` in the place of what begins there. True if it was kept. */
static bool
replace(struct cutting *c, size_t offset, size_t length, const char *with)
{
	char *shorter = text_format("%.*s%s%s", (int)offset, c->text, with,
		c->text + offset + length);

	if (c->tries++ < TRIES && c->shows(shorter, c->argument)) {
		free(c->text);
		c->text = shorter;
		return true;
	}
	free(shorter);
	return false;
}

static bool
cut_commands(struct cutting *c)
{
	bool has_cut = false;
	struct commands forms;
	struct diagnostic ignored;

	if (!commands_split(c->text, strlen(c->text), &forms, &ignored))
		return false;
	for (size_t i = forms.count; i-- > 0;) {
		const struct token *list = &forms.at[i].list;

		if (replace(c, list->offset, list->length, ""))
			has_cut = true;
	}
	commands_release(&forms);
	return has_cut;
}

/* The first part of a list that can stand in its place. */
static bool
cut_list(struct cutting *c, const struct token *list)
{
	static const char *const words[] = {"true", "0", "0.0", "\"\""};
	struct lexer walk;
	struct token part;

	lexer_enter(&walk, c->text, list);
	while (command_next(&walk, &part)) {
		DROP(text)
		char *text = text_copy_n(c->text + part.offset, part.length);

		if (replace(c, list->offset, list->length, text))
			return true;
	}
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (list->length > strlen(words[i]) &&
			replace(c, list->offset, list->length, words[i]))
			return true;
	}
	return false;
}

static bool
cut_terms(struct cutting *c)
{
	bool has_cut = false;

	for (size_t at = 0; c->text[at] != '\0'; at++) {
		struct lexer walk;
		struct token list;

		if (c->text[at] != '(' || at == 0 || c->text[at - 1] == '\n')
			continue;
		lexer_init(&walk, c->text + at, strlen(c->text + at));
		if (!command_next(&walk, &list) || list.kind != TOKEN_OPEN)
			continue;
		list.offset += at;
		while (c->text[at] == '(' && cut_list(c, &list)) {
			has_cut = true;
			lexer_init(&walk, c->text + at, strlen(c->text + at));
			if (!command_next(&walk, &list) ||
				list.kind != TOKEN_OPEN)
				break;
			list.offset += at;
		}
	}
	return has_cut;
}

char *
cut_down(const char *text, cut_shows *shows, void *argument)
{
	struct cutting c = {
		.text = text_copy(text), .shows = shows, .argument = argument};
	bool has_cut = true;

	while (has_cut && c.tries < TRIES) {
		has_cut = cut_commands(&c);
		has_cut = cut_terms(&c) || has_cut;
	}
	return c.text;
}
