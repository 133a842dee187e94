/*
 * What stands in an entry is tokens of the text with one space between them,
 * so that comments and line breaks of an item do not get into it.
 */
#include "model/text/outline_entry.h"

#include <string.h>

#include "smt/text/command.h"
#include "smt/text/lexer.h"
#include "smt/text/token.h"

/* A command at work: its text and its entry. */
struct entry {
	const char *text;
	const struct command *form;
	struct buf *line;
};

typedef void describe(struct entry *entry);

/* Nothing after the first piece that found no room. */
static void
put(struct buf *line, const char *text, size_t size)
{
	if (!line->overflowed)
		(void)buf_add(line, text, size);
}

static void
put_text(struct entry *entry, const char *text)
{
	put(entry->line, text, strlen(text));
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

static void
add_argument(struct entry *entry, size_t number)
{
	struct token t;

	if (command_argument(entry->form, entry->text, number, &t))
		add_tokens(entry->line, entry->text, &t);
}

/* `(Int Int) Bool` of `((a Int) (b Int))` and `Bool`; no list for none. */
static void
add_parameter_sorts(struct entry *entry, const struct token *parameters)
{
	struct lexer walk;
	struct token parameter;
	const char *before = "(";

	lexer_enter(&walk, entry->text, parameters);
	while (command_next(&walk, &parameter)) {
		struct lexer inner;
		struct token part;

		if (parameter.kind != TOKEN_OPEN)
			continue;
		lexer_enter(&inner, entry->text, &parameter);
		(void)command_next(&inner, &part); /* its name */
		if (!command_next(&inner, &part))
			continue;
		put_text(entry, before);
		add_tokens(entry->line, entry->text, &part);
		before = " ";
	}
	if (*before == ' ')
		put_text(entry, ") ");
}

static void
whole_command(struct entry *entry)
{
	add_tokens(entry->line, entry->text, &entry->form->list);
}

static void
declare_sort(struct entry *entry)
{
	struct token t;

	add_argument(entry, 0);
	if (!command_argument(entry->form, entry->text, 1, &t) ||
		t.kind != TOKEN_NUMERAL || token_number(entry->text, &t) == 0)
		return;
	put_text(entry, ", parameters: ");
	add_argument(entry, 1);
}

/* name, parameters, sort */
static void
define_sort(struct entry *entry)
{
	struct token t;

	add_argument(entry, 0);
	if (command_argument(entry->form, entry->text, 1, &t) && t.length > 2) {
		put_text(entry, " ");
		add_tokens(entry->line, entry->text, &t);
	}
	put_text(entry, " = ");
	add_argument(entry, 2);
}

static void
declare_datatype(struct entry *entry)
{
	add_argument(entry, 0);
	put_text(entry, ": ");
	add_argument(entry, 1);
}

/* Also in the old form, `(T) ((List nil (cons (head T) (tail List))))`. */
static void
declare_datatypes(struct entry *entry)
{
	struct lexer walk;
	struct token list;
	struct token first;
	bool is_empty;

	if (!command_argument(entry->form, entry->text, 0, &list))
		return;
	lexer_enter(&walk, entry->text, &list);
	is_empty = !command_next(&walk, &first);
	if (!is_empty && first.kind == TOKEN_OPEN) {
		declare_datatype(entry);
		return;
	}
	add_argument(entry, 1);
	if (!is_empty) {
		put_text(entry, ", parameters: ");
		add_argument(entry, 0);
	}
}

static void
declare_const(struct entry *entry)
{
	add_argument(entry, 0);
	put_text(entry, ": ");
	add_argument(entry, 1);
}

static void
define_const(struct entry *entry)
{
	declare_const(entry);
	put_text(entry, ", defined");
}

static void
declare_fun(struct entry *entry)
{
	struct lexer walk;
	struct token sorts;
	struct token first;

	add_argument(entry, 0);
	put_text(entry, ": ");
	if (!command_argument(entry->form, entry->text, 1, &sorts))
		return;
	lexer_enter(&walk, entry->text, &sorts);
	if (command_next(&walk, &first)) {
		add_tokens(entry->line, entry->text, &sorts);
		put_text(entry, " ");
	}
	add_argument(entry, 2);
}

static void
define_fun(struct entry *entry)
{
	struct token parameters;

	add_argument(entry, 0);
	put_text(entry, ": ");
	if (command_argument(entry->form, entry->text, 1, &parameters))
		add_parameter_sorts(entry, &parameters);
	add_argument(entry, 2);
	put_text(entry, ", defined");
}

/* ((f ((a Int)) Bool) (g () Int)): `f: (Int) Bool, g: Int, defined` */
static void
define_funs_rec(struct entry *entry)
{
	struct lexer walk;
	struct token list;
	struct token signature;

	if (!command_argument(entry->form, entry->text, 0, &list))
		return;
	lexer_enter(&walk, entry->text, &list);
	while (command_next(&walk, &signature)) {
		struct lexer inner;
		struct token t;

		if (signature.kind != TOKEN_OPEN)
			continue;
		lexer_enter(&inner, entry->text, &signature);
		if (command_next(&inner, &t))
			add_tokens(entry->line, entry->text, &t);
		put_text(entry, ": ");
		if (command_next(&inner, &t) && t.kind == TOKEN_OPEN)
			add_parameter_sorts(entry, &t);
		if (command_next(&inner, &t))
			add_tokens(entry->line, entry->text, &t);
		put_text(entry, ", ");
	}
	put_text(entry, "defined");
}

/* Commands that are not here have no place in an item. */
static const struct rule {
	enum command_kind command;
	enum outline_entry_section section;
	describe *describe;
} rules[] = {
	{COMMAND_ASSERT, OUTLINE_ENTRY_ASSERTIONS, whole_command},
	{COMMAND_DECLARE_CONST, OUTLINE_ENTRY_FUNCTIONS, declare_const},
	{COMMAND_DECLARE_FUN, OUTLINE_ENTRY_FUNCTIONS, declare_fun},
	{COMMAND_DEFINE_FUN, OUTLINE_ENTRY_FUNCTIONS, define_fun},
	{COMMAND_DEFINE_CONST, OUTLINE_ENTRY_FUNCTIONS, define_const},
	{COMMAND_DEFINE_FUN_REC, OUTLINE_ENTRY_FUNCTIONS, define_fun},
	{COMMAND_DEFINE_FUNS_REC, OUTLINE_ENTRY_FUNCTIONS, define_funs_rec},
	{COMMAND_DECLARE_SORT, OUTLINE_ENTRY_SORTS, declare_sort},
	{COMMAND_DEFINE_SORT, OUTLINE_ENTRY_SORTS, define_sort},
	{COMMAND_DECLARE_DATATYPE, OUTLINE_ENTRY_SORTS, declare_datatype},
	{COMMAND_DECLARE_DATATYPES, OUTLINE_ENTRY_SORTS, declare_datatypes},
	{COMMAND_ASSERT_SOFT, OUTLINE_ENTRY_OBJECTIVES, whole_command},
	{COMMAND_MINIMIZE, OUTLINE_ENTRY_OBJECTIVES, whole_command},
	{COMMAND_MAXIMIZE, OUTLINE_ENTRY_OBJECTIVES, whole_command},
	{COMMAND_SET_LOGIC, OUTLINE_ENTRY_SETTINGS, whole_command},
	{COMMAND_SET_OPTION, OUTLINE_ENTRY_SETTINGS, whole_command},
	{COMMAND_SET_INFO, OUTLINE_ENTRY_SETTINGS, whole_command},
};

static const struct rule *
find_rule(enum command_kind command)
{
	for (size_t i = 0; i < sizeof(rules) / sizeof(*rules); i++) {
		if (rules[i].command == command)
			return &rules[i];
	}
	return NULL;
}

bool
outline_entry_write(const char *text, const struct command *form,
	struct buf *line, enum outline_entry_section *section)
{
	const struct rule *rule = find_rule(form->command);
	struct entry entry = {text, form, line};

	if (rule == NULL)
		return false;
	rule->describe(&entry);
	*section = rule->section;
	return true;
}
