#include "smt/text/commands.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "smt/text/lexer.h"
#include "smt/text/lexical_limits.h"

/* A command while it is cut. */
struct cut {
	const char *text;
	struct lexer lexer;
	struct command form;
	struct lexical_limits ceiling;
	struct token previous;
	/* The first "(" in it that looks like the next command's, and how many
	 * lists were open before it; depth 0: none. */
	struct token next;
	size_t next_depth;
	/* The first "..." and |...| in it that go over the end of a line. */
	struct token long_string;
	struct token long_quoted;
};

/* From a token to the end of its line: what stands there instead of "(". */
static bool
not_a_command(
	const struct cut *c, const struct token *t, struct diagnostic *fault)
{
	const char *start = c->text + t->offset;
	size_t left = c->lexer.size - t->offset;
	const char *end = memchr(start, '\n', left);
	struct token rest = *t;

	rest.length = end != NULL ? (size_t)(end - start) : left;
	while (rest.length > 1 && (start[rest.length - 1] == '\r' ||
					  start[rest.length - 1] == ' '))
		rest.length--;
	return diagnostic_at(fault, DIAGNOSTIC_NOT_COMMAND, &rest, "%s", "");
}

static bool
unclosed(const struct cut *c, struct diagnostic *fault)
{
	struct token open = c->form.list;
	size_t depth = c->next_depth > 0 ? c->next_depth : c->ceiling.depth;
	const char *verb = depth == 1 ? "is" : "are";

	open.length = 1;
	if (c->next_depth > 0)
		return diagnostic_at(fault, DIAGNOSTIC_UNCLOSED, &open,
			"%zu \")\" %s missing before line %u, where the next "
			"command begins",
			depth, verb, c->next.line);
	return diagnostic_at(fault, DIAGNOSTIC_UNCLOSED, &open,
		"%zu \")\" %s missing at the end", depth, verb);
}

/*
 * A string that lacks its end swallows the text up to the beginning of the
 * next one, so the one to blame is the first that goes over a line.
 */
static bool
blame_first(const struct cut *c, struct diagnostic *fault)
{
	const struct token *first = NULL;

	if (fault->kind == DIAGNOSTIC_STRING && c->long_string.length > 0)
		first = &c->long_string;
	if (fault->kind == DIAGNOSTIC_QUOTED && c->long_quoted.length > 0)
		first = &c->long_quoted;
	if (first == NULL)
		return false;
	fault->offset = first->offset;
	fault->line = first->line;
	fault->column = first->column;
	return false;
}

/* Names that are commands and nothing else: nobody calls a function so. */
static bool
is_unmistakable(enum command_kind command)
{
	return command <= COMMAND_GET_OBJECTIVES &&
	       command != COMMAND_MINIMIZE && command != COMMAND_MAXIMIZE;
}

/* False when `t` shows that the command should have ended before it. */
static bool
watch_for_next(struct cut *c, const struct token *t)
{
	enum command_kind command;

	if (c->previous.kind != TOKEN_OPEN || c->previous.column != 1 ||
		!token_is_symbol(t))
		return true;
	command = command_kind_find(token_name(c->text, t));
	if (command == COMMAND_KIND_COUNT)
		return true;
	if (c->next_depth == 0) {
		c->next = c->previous;
		c->next_depth = c->ceiling.depth - 1;
	}
	return !is_unmistakable(command);
}

static void
watch_for_lines(struct cut *c, const struct token *t)
{
	if (t->line == c->lexer.line)
		return;
	if (t->kind == TOKEN_STRING && c->long_string.length == 0)
		c->long_string = *t;
	if (t->kind == TOKEN_QUOTED && c->long_quoted.length == 0)
		c->long_quoted = *t;
}

static bool
cut_head(struct cut *c, struct diagnostic *fault)
{
	struct token *head = &c->form.head;
	const char *nearest;

	if (!lexer_next(&c->lexer, head, fault))
		return false;
	c->ceiling.depth = 1;
	if (head->kind == TOKEN_END)
		return unclosed(c, fault);
	if (!token_is_symbol(head))
		return not_a_command(c, &c->form.list, fault);
	c->form.command = command_kind_find(token_name(c->text, head));
	c->form.arguments = head->offset + head->length;
	if (c->form.command < COMMAND_KIND_COUNT)
		return true;
	nearest = command_kind_nearest(token_name(c->text, head));
	return diagnostic_at(fault, DIAGNOSTIC_UNKNOWN_COMMAND, head, "%s",
		nearest != NULL ? nearest : "");
}

static bool
cut_body(struct cut *c, struct diagnostic *fault)
{
	struct token t;

	lexical_limits_init(&c->ceiling, c->text, c->form.command);
	c->previous = c->form.head;
	while (c->ceiling.depth > 0) {
		if (!lexer_next(&c->lexer, &t, fault))
			return blame_first(c, fault);
		if (t.kind == TOKEN_END || !watch_for_next(c, &t))
			return unclosed(c, fault);
		if (!lexical_limits_pass(&c->ceiling, &t, fault))
			return false;
		watch_for_lines(c, &t);
		c->previous = t;
	}
	c->form.list.length = c->previous.offset + 1 - c->form.list.offset;
	return true;
}

static size_t
count_list(const char *text, const struct token *list)
{
	struct lexer walk;
	struct token t;
	size_t count = 0;

	lexer_enter(&walk, text, list);
	while (command_next(&walk, &t))
		count++;
	return count;
}

/* (name arity) against its (par (A B) ...): libz3 4.8.12 dies of a mismatch
 * while it parses. */
static bool
check_parameters(const char *text, const struct token *sort,
	const struct token *body, struct diagnostic *fault)
{
	struct lexer walk;
	struct token name;
	struct token t;
	size_t arity;
	size_t listed;

	lexer_enter(&walk, text, sort);
	if (!command_next(&walk, &name) || !command_next(&walk, &t) ||
		t.kind != TOKEN_NUMERAL)
		return true;
	arity = token_number(text, &t);
	lexer_enter(&walk, text, body);
	if (!command_next(&walk, &t) || !token_is(text, &t, "par") ||
		!command_next(&walk, &t) || t.kind != TOKEN_OPEN)
		return true;
	listed = count_list(text, &t);
	if (listed == arity)
		return true;
	return diagnostic_at(fault, DIAGNOSTIC_REFUSED, &t,
		"the sort is announced with %zu parameter%s, its par lists "
		"%zu; make the two equal",
		arity, arity == 1 ? "" : "s", listed);
}

static bool
check_datatypes(const struct cut *c, struct diagnostic *fault)
{
	struct lexer sorts;
	struct lexer bodies;
	struct token sort;
	struct token body;

	if (!command_argument(&c->form, c->text, 0, &sort) ||
		!command_argument(&c->form, c->text, 1, &body) ||
		sort.kind != TOKEN_OPEN || body.kind != TOKEN_OPEN)
		return true;
	lexer_enter(&sorts, c->text, &sort);
	lexer_enter(&bodies, c->text, &body);
	while (command_next(&sorts, &sort) && command_next(&bodies, &body))
		if (sort.kind == TOKEN_OPEN && body.kind == TOKEN_OPEN &&
			!check_parameters(c->text, &sort, &body, fault))
			return false;
	return true;
}

static bool
starts_block_comment(const struct cut *c, const struct token *t)
{
	return t->offset + 1 < c->lexer.size &&
	       memcmp(c->text + t->offset, "#|", 2) == 0;
}

/* The next command, or the end (form.list.kind). */
static bool
cut_form(struct cut *c, struct diagnostic *fault)
{
	struct token *list = &c->form.list;

	if (!lexer_next(&c->lexer, list, fault)) {
		if (starts_block_comment(c, list))
			return false;
		return not_a_command(c, list, fault);
	}
	if (list->kind == TOKEN_END)
		return true;
	if (list->kind == TOKEN_CLOSE)
		return diagnostic_at(
			fault, DIAGNOSTIC_UNOPENED, list, "%s", "");
	if (list->kind != TOKEN_OPEN)
		return not_a_command(c, list, fault);
	c->next_depth = 0;
	c->long_string.length = 0;
	c->long_quoted.length = 0;
	return cut_head(c, fault) && cut_body(c, fault) &&
	       (c->form.command != COMMAND_DECLARE_DATATYPES ||
		       check_datatypes(c, fault));
}

bool
commands_split(const char *text, size_t size, struct commands *forms,
	struct diagnostic *fault)
{
	DROP(commands) struct commands found = {0};
	struct cut c = {.text = text};

	lexer_init(&c.lexer, text, size);
	for (;;) {
		if (!cut_form(&c, fault))
			return false;
		if (c.form.list.kind == TOKEN_END)
			break;
		if (found.count == LIMIT_COMMANDS)
			return diagnostic_at(fault, DIAGNOSTIC_LIMIT,
				&c.form.head, "a text of more than %d commands",
				LIMIT_COMMANDS);
		found.at = mem_room(found.at, found.count, &found.capacity,
			sizeof(*found.at));
		found.at[found.count++] = c.form;
	}
	forms->count = found.count;
	forms->capacity = found.capacity;
	forms->at = TAKE(found.at);
	return true;
}

void
commands_release(struct commands *forms)
{
	free(forms->at);
	*forms = (struct commands){0};
}

void
commands_drop(struct commands *forms)
{
	commands_release(forms);
}

bool
commands_have(const struct commands *forms, const enum command_kind *commands)
{
	for (; *commands != COMMAND_KIND_COUNT; commands++) {
		for (size_t i = 0; i < forms->count; i++) {
			if (forms->at[i].command == *commands)
				return true;
		}
	}
	return false;
}
