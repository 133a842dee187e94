/*
 * One walk over the commands of all items, into one buffer per section. What
 * stands in an entry is tokens of the text with one space between them, so
 * that comments and line breaks of an item do not get into the outline.
 */
#include "model/outline.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "model/line.h"
#include "smt/form.h"
#include "smt/lexer.h"

/* What is shown of an entry, or of a note behind it, and what is kept of an
 * entry before it is cut. */
enum { SHOWN_MAX = 100, ENTRY_MAX = 4 * KIB };

enum section { SETTINGS, SORTS, FUNCTIONS, ASSERTIONS, OBJECTIVES, SECTIONS };

static const char *const titles[SECTIONS] = {
	"Settings", "Sorts", "Functions", "Assertions", "Objectives"};

/* A command at work: its text and its entry. */
struct entry {
	const char *text;
	const struct form *form;
	struct buf line;
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
	put(&entry->line, text, strlen(text));
}

/* The tokens of a list or atom: `(assert (> x 0))`. */
static void
add_tokens(struct buf *line, const char *text, const struct token *list)
{
	struct lexer lexer;
	struct token t;
	struct fault fault;
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

	if (form_argument(entry->form, entry->text, number, &t))
		add_tokens(&entry->line, entry->text, &t);
}

/* `(Int Int) Bool` of `((a Int) (b Int))` and `Bool`; no list for none. */
static void
add_parameter_sorts(struct entry *entry, const struct token *parameters)
{
	struct lexer walk;
	struct token parameter;
	const char *before = "(";

	lexer_enter(&walk, entry->text, parameters);
	while (form_next(&walk, &parameter)) {
		struct lexer inner;
		struct token part;

		if (parameter.kind != TOKEN_OPEN)
			continue;
		lexer_enter(&inner, entry->text, &parameter);
		(void)form_next(&inner, &part); /* its name */
		if (!form_next(&inner, &part))
			continue;
		put_text(entry, before);
		add_tokens(&entry->line, entry->text, &part);
		before = " ";
	}
	if (*before == ' ')
		put_text(entry, ") ");
}

static void
whole_command(struct entry *entry)
{
	add_tokens(&entry->line, entry->text, &entry->form->list);
}

static void
declare_sort(struct entry *entry)
{
	struct token t;

	add_argument(entry, 0);
	if (!form_argument(entry->form, entry->text, 1, &t) ||
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
	if (form_argument(entry->form, entry->text, 1, &t) && t.length > 2) {
		put_text(entry, " ");
		add_tokens(&entry->line, entry->text, &t);
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

	if (!form_argument(entry->form, entry->text, 0, &list))
		return;
	lexer_enter(&walk, entry->text, &list);
	is_empty = !form_next(&walk, &first);
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
	if (!form_argument(entry->form, entry->text, 1, &sorts))
		return;
	lexer_enter(&walk, entry->text, &sorts);
	if (form_next(&walk, &first)) {
		add_tokens(&entry->line, entry->text, &sorts);
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
	if (form_argument(entry->form, entry->text, 1, &parameters))
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

	if (!form_argument(entry->form, entry->text, 0, &list))
		return;
	lexer_enter(&walk, entry->text, &list);
	while (form_next(&walk, &signature)) {
		struct lexer inner;
		struct token t;

		if (signature.kind != TOKEN_OPEN)
			continue;
		lexer_enter(&inner, entry->text, &signature);
		if (form_next(&inner, &t))
			add_tokens(&entry->line, entry->text, &t);
		put_text(entry, ": ");
		if (form_next(&inner, &t) && t.kind == TOKEN_OPEN)
			add_parameter_sorts(entry, &t);
		if (form_next(&inner, &t))
			add_tokens(&entry->line, entry->text, &t);
		put_text(entry, ", ");
	}
	put_text(entry, "defined");
}

/* Commands that are not here have no place in an item. */
static const struct rule {
	enum command command;
	enum section section;
	describe *describe;
} rules[] = {
	{COMMAND_ASSERT, ASSERTIONS, whole_command},
	{COMMAND_DECLARE_CONST, FUNCTIONS, declare_const},
	{COMMAND_DECLARE_FUN, FUNCTIONS, declare_fun},
	{COMMAND_DEFINE_FUN, FUNCTIONS, define_fun},
	{COMMAND_DEFINE_CONST, FUNCTIONS, define_const},
	{COMMAND_DEFINE_FUN_REC, FUNCTIONS, define_fun},
	{COMMAND_DEFINE_FUNS_REC, FUNCTIONS, define_funs_rec},
	{COMMAND_DECLARE_SORT, SORTS, declare_sort},
	{COMMAND_DEFINE_SORT, SORTS, define_sort},
	{COMMAND_DECLARE_DATATYPE, SORTS, declare_datatype},
	{COMMAND_DECLARE_DATATYPES, SORTS, declare_datatypes},
	{COMMAND_ASSERT_SOFT, OBJECTIVES, whole_command},
	{COMMAND_MINIMIZE, OBJECTIVES, whole_command},
	{COMMAND_MAXIMIZE, OBJECTIVES, whole_command},
	{COMMAND_SET_LOGIC, SETTINGS, whole_command},
	{COMMAND_SET_OPTION, SETTINGS, whole_command},
	{COMMAND_SET_INFO, SETTINGS, whole_command},
};

static const struct rule *
find_rule(enum command command)
{
	for (size_t i = 0; i < sizeof(rules) / sizeof(*rules); i++) {
		if (rules[i].command == command)
			return &rules[i];
	}
	return NULL;
}

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
	const struct entry *entry)
{
	/* A quoted symbol or a string may hold a line break. */
	DROP(text) char *line = line_flat(entry->line.data);

	(void)buf_add_format(section, "%zu | ", index);
	add_cut(section, line, !entry->line.overflowed);
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
	DROP(forms) struct forms forms = {0};
	struct fault fault;

	if (!forms_cut(item->content, item->size, &forms, &fault))
		return;
	for (size_t i = 0; i < forms.count; i++) {
		const struct rule *rule = find_rule(forms.at[i].command);
		struct entry entry = {
			.text = item->content, .form = &forms.at[i]};

		if (rule == NULL)
			continue;
		buf_init(&entry.line, ENTRY_MAX);
		rule->describe(&entry);
		add_entry(&sections[rule->section], index, item, &entry);
		buf_release(&entry.line);
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
