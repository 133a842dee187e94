#include "smt/text/command.h"

#include <string.h>

#include "base/alloc.h"
#include "base/nearest.h"

static const struct command_kind_info table[] = {
#define COMMAND(id, name, item, script, why) \
	[COMMAND_##id] = {name, VERDICT_##item, VERDICT_##script, why},
#include "smt/text/command_kind.def"
#undef COMMAND
};

/* Of the names; the commonest come first in the table. */
static const unsigned char lengths[] = {
#define COMMAND(id, name, item, script, why) sizeof(name) - 1,
#include "smt/text/command_kind.def"
#undef COMMAND
};

const struct command_kind_info *
command_kind_info(enum command_kind command)
{
	return &table[command];
}

/* libz3 has two dozen commands dbg-...; the row "dbg-" stands for them. */
static bool
is_debugging(struct slice name)
{
	return name.length > 4 && strncmp(name.start, "dbg-", 4) == 0;
}

enum command_kind
command_kind_find(struct slice name)
{
	if (is_debugging(name))
		return COMMAND_DBG;
	for (int i = 0; i < COMMAND_KIND_COUNT; i++)
		if (name.length == lengths[i] &&
			memcmp(name.start, table[i].name, lengths[i]) == 0)
			return (enum command_kind)i;
	return COMMAND_KIND_COUNT;
}

/* Refused commands are not advised. */
const char *
command_kind_nearest(struct slice name)
{
	DROP(text) char *word = text_copy_n(name.start, name.length);
	struct nearest n;

	nearest_init(&n, word);
	for (int i = 0; i < COMMAND_KIND_COUNT; i++)
		if (table[i].in_script != VERDICT_REFUSE)
			nearest_offer(&n, table[i].name);
	return n.best;
}

/* --- command ------------------------------------------------------------- */

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
