/*
 * One walk over the commands of all items, into one buffer per section. What
 * stands in an entry is tokens of the text with one space between them, so
 * that comments and line breaks of an item do not get into it.
 */
#include "model/text/outline.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "model/items/line_breaks.h"
#include "smt/text/commands.h"
#include "smt/text/lexer.h"

/* Maximum bytes shown of an entry or of the note after it, and maximum bytes of
 * an entry before it is cut. */
enum { SHOWN_MAX = 100, ENTRY_MAX = 4 * KIB };

enum section { SETTINGS, SORTS, FUNCTIONS, ASSERTIONS, OBJECTIVES, SECTIONS };

static const char *const titles[SECTIONS] = {
	[SETTINGS] = "Settings",
	[SORTS] = "Sorts",
	[FUNCTIONS] = "Functions",
	[ASSERTIONS] = "Assertions",
	[OBJECTIVES] = "Objectives",
};

/*
 * How an entry is written: 0, 1 and 2 are the command's arguments, C the whole
 * command, N the second argument as a number of parameters, P the sorts of the
 * parameters in the second argument, D the second argument and a space, S a
 * space and the second argument, T the declarations of datatypes, R those of
 * recursive functions; of lists that are empty nothing. All else stands for
 * itself. Commands that are not here have no place in an item.
 */
static const struct rule {
	enum command_kind command;
	enum section section;
	const char *entry;
} rules[] = {
	{COMMAND_ASSERT, ASSERTIONS, "C"},
	{COMMAND_DECLARE_CONST, FUNCTIONS, "0: 1"},
	{COMMAND_DECLARE_FUN, FUNCTIONS, "0: D2"},
	{COMMAND_DEFINE_FUN, FUNCTIONS, "0: P2, defined"},
	{COMMAND_DEFINE_CONST, FUNCTIONS, "0: 1, defined"},
	{COMMAND_DEFINE_FUN_REC, FUNCTIONS, "0: P2, defined"},
	{COMMAND_DEFINE_FUNS_REC, FUNCTIONS, "Rdefined"},
	{COMMAND_DECLARE_SORT, SORTS, "0N"},
	{COMMAND_DEFINE_SORT, SORTS, "0S = 2"},
	{COMMAND_DECLARE_DATATYPE, SORTS, "0: 1"},
	{COMMAND_DECLARE_DATATYPES, SORTS, "T"},
	{COMMAND_ASSERT_SOFT, OBJECTIVES, "C"},
	{COMMAND_MINIMIZE, OBJECTIVES, "C"},
	{COMMAND_MAXIMIZE, OBJECTIVES, "C"},
	{COMMAND_SET_LOGIC, SETTINGS, "C"},
	{COMMAND_SET_OPTION, SETTINGS, "C"},
	{COMMAND_SET_INFO, SETTINGS, "C"},
};

/* --- an entry ------------------------------------------------------------ */

/* Nothing after the first piece that found no room. */
static void
put_text(struct buf *line, const char *text)
{
	if (!line->overflowed)
		(void)buf_add_text(line, text);
}

/* The tokens of a list or atom: `(assert (> x 0))`. */
static void
add_tokens(struct buf *line, const char *text, const struct token *list)
{
	struct lexer lexer;
	struct token t;
	struct diagnostic fault;
	bool apart = false;

	lexer_init(&lexer, text + list->offset, list->length);
	while (!line->overflowed && lexer_next(&lexer, &t, &fault) &&
		t.kind != TOKEN_END) {
		if (apart && t.kind != TOKEN_CLOSE)
			(void)buf_add_char(line, ' ');
		(void)buf_add(line, text + list->offset + t.offset, t.length);
		apart = t.kind != TOKEN_OPEN;
	}
}

/* The first element of a list; false if there is none. */
static bool
first_of(const char *text, const struct token *list, struct token *first)
{
	struct lexer walk;

	if (list->kind != TOKEN_OPEN)
		return false;
	lexer_enter(&walk, text, list);
	return command_next(&walk, first);
}

/* `(Int Int) ` of `((a Int) (b Int))`. */
static void
add_parameter_sorts(
	struct buf *line, const char *text, const struct token *parameters)
{
	struct lexer walk;
	struct token parameter;
	const char *before = "(";

	lexer_enter(&walk, text, parameters);
	while (command_next(&walk, &parameter)) {
		struct lexer inner;
		struct token part;

		if (parameter.kind != TOKEN_OPEN)
			continue;
		lexer_enter(&inner, text, &parameter);
		(void)command_next(&inner, &part); /* its name */
		if (!command_next(&inner, &part))
			continue;
		put_text(line, before);
		add_tokens(line, text, &part);
		before = " ";
	}
	if (*before == ' ')
		put_text(line, ") ");
}

/* ((f ((a Int)) Bool) (g () Int)): `f: (Int) Bool, g: Int, ` */
static void
add_signatures(struct buf *line, const char *text, const struct token *list)
{
	struct lexer walk;
	struct token signature;

	lexer_enter(&walk, text, list);
	while (command_next(&walk, &signature)) {
		struct lexer inner;
		struct token t;

		if (signature.kind != TOKEN_OPEN)
			continue;
		lexer_enter(&inner, text, &signature);
		if (command_next(&inner, &t))
			add_tokens(line, text, &t);
		put_text(line, ": ");
		if (command_next(&inner, &t) && t.kind == TOKEN_OPEN)
			add_parameter_sorts(line, text, &t);
		if (command_next(&inner, &t))
			add_tokens(line, text, &t);
		put_text(line, ", ");
	}
}

/* Also in the old form, `(T) ((List nil (cons (head T) (tail List))))`. */
static void
add_datatypes(struct buf *line, const char *text, const struct token *arguments)
{
	struct token first;
	bool has_list = first_of(text, &arguments[0], &first);

	if (has_list && first.kind == TOKEN_OPEN) {
		add_tokens(line, text, &arguments[0]);
		put_text(line, ": ");
	}
	add_tokens(line, text, &arguments[1]);
	if (has_list && first.kind != TOKEN_OPEN) {
		put_text(line, ", parameters: ");
		add_tokens(line, text, &arguments[0]);
	}
}

static void
add_piece(char piece, struct buf *line, const char *text,
	const struct command *form)
{
	struct token arguments[3] = {
		{.kind = TOKEN_END}, {.kind = TOKEN_END}, {.kind = TOKEN_END}};
	const struct token *second = &arguments[1];
	char letter[] = {piece, '\0'};
	struct token first;

	for (size_t i = 0; i < 3; i++)
		(void)command_argument(form, text, i, &arguments[i]);
	if (piece >= '0' && piece <= '2') {
		add_tokens(line, text, &arguments[piece - '0']);
	} else if (piece == 'C') {
		add_tokens(line, text, &form->list);
	} else if (piece == 'T') {
		add_datatypes(line, text, arguments);
	} else if (piece == 'R') {
		add_signatures(line, text, &arguments[0]);
	} else if (piece == 'P') {
		add_parameter_sorts(line, text, second);
	} else if (piece == 'D' || piece == 'S') {
		if (!first_of(text, second, &first))
			return;
		put_text(line, piece == 'S' ? " " : "");
		add_tokens(line, text, second);
		put_text(line, piece == 'D' ? " " : "");
	} else if (piece == 'N') {
		if (second->kind != TOKEN_NUMERAL ||
			token_number(text, second) == 0)
			return;
		put_text(line, ", parameters: ");
		add_tokens(line, text, second);
	} else {
		put_text(line, letter);
	}
}

/* Up to the ceiling of the line. */
static void
write_entry(const char *entry, struct buf *line, const char *text,
	const struct command *form)
{
	for (; *entry != '\0'; entry++)
		add_piece(*entry, line, text, form);
}

static const struct rule *
find_rule(enum command_kind command)
{
	for (size_t i = 0; i < sizeof(rules) / sizeof(*rules); i++) {
		if (rules[i].command == command)
			return &rules[i];
	}
	return NULL;
}

/* --- the outline --------------------------------------------------------- */

static void
add_cut(struct buf *out, const char *text, bool is_whole)
{
	size_t size = strlen(text);
	size_t fits = utf8_cut(text, size, SHOWN_MAX);

	(void)buf_add(out, text, fits);
	if (fits < size || !is_whole)
		(void)buf_add_text(out, " ...");
}

static void
add_entry(struct buf *section, size_t index, const struct item *item,
	const struct buf *entry)
{
	/* A quoted symbol or a string may hold a line break. */
	DROP(text) char *line = line_breaks_flatten(entry->data);

	(void)buf_add_format(section, "%zu | ", index);
	add_cut(section, line, !entry->overflowed);
	if (item->name != NULL || item->note != NULL)
		(void)buf_add_text(section, " ;");
	if (item->name != NULL)
		(void)buf_add_format(section, " %s%s", item->name,
			item->note != NULL ? ":" : "");
	if (item->note != NULL) {
		(void)buf_add_char(section, ' ');
		add_cut(section, item->note, true);
	}
	(void)buf_add_char(section, '\n');
}

static void
outline_item(const struct item *item, size_t index, struct buf *sections)
{
	DROP(commands) struct commands forms = {0};
	struct diagnostic fault;

	if (!commands_split(item->content, item->size, &forms, &fault))
		return;
	for (size_t i = 0; i < forms.count; i++) {
		DROP(buf) struct buf line;
		const struct rule *rule = find_rule(forms.at[i].command);

		buf_init(&line, ENTRY_MAX);
		if (rule == NULL)
			continue;
		write_entry(rule->entry, &line, item->content, &forms.at[i]);
		add_entry(&sections[rule->section], index, item, &line);
	}
}

void
outline_render(const struct model *m, struct buf *out)
{
	struct buf sections[SECTIONS];

	for (size_t i = 0; i < SECTIONS; i++)
		buf_init(&sections[i], out->ceiling);
	for (size_t i = 0; i < m->count; i++)
		outline_item(model_at(m, i), i, sections);
	for (size_t i = 0; i < SECTIONS; i++) {
		if (sections[i].size > 0) {
			(void)buf_add_format(out, "%s:\n", titles[i]);
			(void)buf_add(out, sections[i].data, sections[i].size);
		}
		out->overflowed |= sections[i].overflowed;
		buf_release(&sections[i]);
	}
}
