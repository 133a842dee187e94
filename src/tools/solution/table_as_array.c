#include "tools/solution/table_as_array.h"

#include <string.h>

enum {
	/* Shorter ones may be recursive functions. */
	ENTRIES_MIN = 64,
	/* Stores in one definition: each is a level of nesting. */
	STORES_MAX = 100,
	ARGUMENTS_MAX = 16,
};

struct table {
	const struct parsed_text *s;
	size_t number;
	struct token name, range;
	struct token sorts[ARGUMENTS_MAX];
	struct token names[ARGUMENTS_MAX];
	size_t arity;
	struct lexer entries; /* at the first of them */
	size_t entry_count;
	struct token otherwise;
};

static bool
is_argument(const struct table *t, size_t argument, struct slice name)
{
	struct slice wanted = token_name(t->s->text, &t->names[argument]);

	return name.length == wanted.length &&
	       memcmp(name.start, wanted.start, name.length) == 0;
}

static void
add(const struct table *t, const struct token *token, struct buf *out)
{
	buf_add(out, t->s->text + token->offset, token->length);
}

/* --- reading ------------------------------------------------------------- */

/* ((x!0 S) (x!1 T)) */
static bool
read_parameters(struct table *t, const struct token *list)
{
	struct lexer walk;
	struct lexer one;
	struct token parameter;

	lexer_enter(&walk, t->s->text, list);
	while (command_next(&walk, &parameter)) {
		if (t->arity == ARGUMENTS_MAX || parameter.kind != TOKEN_OPEN)
			return false;
		lexer_enter(&one, t->s->text, &parameter);
		if (!command_next(&one, &t->names[t->arity]) ||
			!command_next(&one, &t->sorts[t->arity]))
			return false;
		t->arity++;
	}
	return t->arity > 0;
}

/* (= x!0 3): the 3 */
static bool
read_equation(const struct table *t, const struct token *list, size_t argument,
	struct token *value)
{
	struct lexer walk;
	struct token head;
	struct token name;

	if (list->kind != TOKEN_OPEN)
		return false;
	lexer_enter(&walk, t->s->text, list);
	return command_next(&walk, &head) && token_is(t->s->text, &head, "=") &&
	       command_next(&walk, &name) &&
	       is_argument(t, argument, token_name(t->s->text, &name)) &&
	       command_next(&walk, value);
}

/* (= x!0 3), or (and (= x!0 3) (= x!1 4)) */
static bool
read_condition(const struct table *t, const struct token *list,
	struct token values[ARGUMENTS_MAX])
{
	struct lexer walk;
	struct token one;

	if (t->arity == 1)
		return read_equation(t, list, 0, &values[0]);
	if (list->kind != TOKEN_OPEN)
		return false;
	lexer_enter(&walk, t->s->text, list);
	if (!command_next(&walk, &one) || !token_is(t->s->text, &one, "and"))
		return false;
	for (size_t i = 0; i < t->arity; i++) {
		if (!command_next(&walk, &one) ||
			!read_equation(t, &one, i, &values[i]))
			return false;
	}
	return !command_next(&walk, &one);
}

/*
 * The next (ite CONDITION VALUE behind the lexer, which then stands before what
 * comes otherwise. Lists are not skipped as a whole: each holds all that
 * follow.
 */
static bool
read_entry(const struct table *t, struct lexer *walk,
	struct token values[ARGUMENTS_MAX], struct token *value)
{
	struct lexer inner = *walk;
	struct token token;
	struct diagnostic ignored;

	if (!lexer_next(&inner, &token, &ignored) || token.kind != TOKEN_OPEN ||
		!lexer_next(&inner, &token, &ignored) ||
		!token_is(t->s->text, &token, "ite") ||
		!command_next(&inner, &token) ||
		!read_condition(t, &token, values) ||
		!command_next(&inner, value))
		return false;
	*walk = inner;
	return true;
}

/* What comes otherwise has to be a value. */
static bool
uses_arguments(const struct table *t)
{
	struct lexer walk;
	struct token token;
	struct diagnostic ignored;
	const char *text = t->s->text + t->otherwise.offset;

	lexer_init(&walk, text, t->otherwise.length);
	while (lexer_next(&walk, &token, &ignored) && token.kind != TOKEN_END) {
		for (size_t i = 0; i < t->arity; i++) {
			if (token_is_symbol(&token) &&
				is_argument(t, i, token_name(text, &token)))
				return true;
		}
	}
	return false;
}

static bool
table_read(struct table *t)
{
	const struct command *form = &t->s->forms.at[t->number];
	struct token values[ARGUMENTS_MAX];
	struct token list;
	struct token value;
	struct lexer walk;

	if (form->command != COMMAND_DEFINE_FUN ||
		!command_argument(form, t->s->text, 0, &t->name) ||
		!command_argument(form, t->s->text, 1, &list) ||
		list.kind != TOKEN_OPEN || !read_parameters(t, &list) ||
		!command_argument(form, t->s->text, 2, &t->range))
		return false;
	command_walk(form, t->s->text, &walk);
	for (int i = 0; i < 3; i++)
		(void)command_next(&walk, &list);
	t->entries = walk;
	while (read_entry(t, &walk, values, &value))
		t->entry_count++;
	return t->entry_count >= ENTRIES_MIN &&
	       command_next(&walk, &t->otherwise) && !uses_arguments(t);
}

/* --- writing ------------------------------------------------------------- */

/* (Array S T R) */
static void
add_sort(const struct table *t, struct buf *out)
{
	buf_add_text(out, "(Array ");
	for (size_t i = 0; i < t->arity; i++) {
		add(t, &t->sorts[i], out);
		buf_add_char(out, ' ');
	}
	add(t, &t->range, out);
	buf_add_char(out, ')');
}

static void
add_name(const struct table *t, size_t chunk, struct buf *out)
{
	buf_add_format(out, "satchel!table!%zu!%zu", t->number, chunk);
}

/* The entries of a table are for different arguments, so any order will do. */
static void
add_chunk(struct table *t, size_t chunk, size_t stores, struct buf *out)
{
	struct token values[ARGUMENTS_MAX];
	struct token value;

	buf_add_text(out, "(define-fun ");
	add_name(t, chunk, out);
	buf_add_text(out, " () ");
	add_sort(t, out);
	buf_add_char(out, ' ');
	for (size_t i = 0; i < stores; i++)
		buf_add_text(out, "(store ");
	if (chunk == 0) {
		buf_add_text(out, "((as const ");
		add_sort(t, out);
		buf_add_text(out, ") ");
		add(t, &t->otherwise, out);
		buf_add_char(out, ')');
	} else {
		add_name(t, chunk - 1, out);
	}
	for (size_t i = 0; i < stores; i++) {
		if (!read_entry(t, &t->entries, values, &value))
			break;
		for (size_t j = 0; j < t->arity; j++) {
			buf_add_char(out, ' ');
			add(t, &values[j], out);
		}
		buf_add_char(out, ' ');
		add(t, &value, out);
		buf_add_char(out, ')');
	}
	buf_add_text(out, ")\n");
}

static void
add_function(const struct table *t, size_t chunk, struct buf *out)
{
	buf_add_text(out, "(define-fun ");
	add(t, &t->name, out);
	buf_add_text(out, " (");
	for (size_t i = 0; i < t->arity; i++) {
		buf_add_char(out, '(');
		add(t, &t->names[i], out);
		buf_add_char(out, ' ');
		add(t, &t->sorts[i], out);
		buf_add_char(out, ')');
	}
	buf_add_text(out, ") ");
	add(t, &t->range, out);
	buf_add_text(out, " (select ");
	add_name(t, chunk, out);
	for (size_t i = 0; i < t->arity; i++) {
		buf_add_char(out, ' ');
		add(t, &t->names[i], out);
	}
	buf_add_text(out, "))\n");
}

bool
table_as_array_write(
	const struct parsed_text *s, size_t number, struct buf *out)
{
	struct table t = {.s = s, .number = number};
	size_t chunk = 0;
	size_t left;

	if (!table_read(&t))
		return false;
	for (left = t.entry_count; left > STORES_MAX; left -= STORES_MAX)
		add_chunk(&t, chunk++, STORES_MAX, out);
	add_chunk(&t, chunk, left, out);
	add_function(&t, chunk, out);
	return true;
}
