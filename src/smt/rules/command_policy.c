/* --- the text that is left ----------------------------------------------- */
#include "smt/rules/command_policy.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/utf8.h"
#include "smt/text/lexer.h"

/* Takes a command out of the text. */
static void
admitted_text_blank(struct admitted_text *a, const struct command *form)
{
	char *at = a->text + form->list.offset;

	for (size_t i = 0; i < form->list.length; i++)
		if (at[i] != '\n' && at[i] != '\r')
			at[i] = ' ';
}

/* Adds the warning "WHAT was left out: WHY." */
static void
admitted_text_warn(struct admitted_text *a, unsigned line, const char *what,
	const char *why)
{
	*ARRAY_ADD(a->warnings, a->warning_count, a->warning_capacity) =
		(struct warning){
			.line = line,
			.text = text_format("%s was left out: %s.", what, why),
		};
}

void
admitted_text_release(struct admitted_text *a)
{
	for (size_t i = 0; i < a->warning_count; i++)
		free(a->warnings[i].text);
	free(a->warnings);
	free(a->text);
	commands_release(&a->forms);
	*a = (struct admitted_text){0};
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Copies what lies between commands without the white space at the ends of
 * lines. */
static char *
copy_between(char *to, const char *from, size_t size)
{
	char *solid = to; /* after the last byte that has to stay */

	for (size_t i = 0; i < size; i++) {
		if (from[i] == '\n')
			to = solid;
		*to++ = from[i];
		if (from[i] == '\n' || !is_blank(from[i]))
			solid = to;
	}
	return to;
}

char *
admitted_text_content(const struct admitted_text *a)
{
	char *copy = text_copy_n(a->text, a->size);
	char *to = copy;
	size_t start = 0;
	size_t end = a->size;

	for (size_t i = 0; i < end && is_blank(a->text[i]); i++)
		if (a->text[i] == '\n')
			start = i + 1;
	while (end > start && is_blank(a->text[end - 1]))
		end--;
	for (size_t i = 0; i < a->forms.count; i++) {
		const struct token *list = &a->forms.at[i].list;

		to = copy_between(to, a->text + start, list->offset - start);
		memcpy(to, a->text + list->offset, list->length);
		to += list->length;
		start = list->offset + list->length;
	}
	to = copy_between(to, a->text + start, end - start);
	*to = '\0';
	return copy;
}

/* --- how commands are written -------------------------------------------- */

/* Of those whose arguments never reach libz3's parser, because the server
 * carries them out itself. What libz3 would have refused is refused here. */
enum argument {
	ARGUMENT_TERM,
	ARGUMENT_LIST,	  /* of terms, maybe none */
	ARGUMENT_SOME,	  /* a list with at least one term */
	ARGUMENT_NUMERAL, /* not negative */
	ARGUMENT_STRING,
	ARGUMENT_KEYWORD,
};

static const struct usage {
	enum command_kind command;
	enum argument argument;
	size_t least;
	size_t most;
	const char *written;
} usages[] = {
	{COMMAND_SET_LOGIC, ARGUMENT_TERM, 1, 1, "(set-logic NAME)"},
	{COMMAND_PUSH, ARGUMENT_NUMERAL, 0, 1, "(push N), N the levels"},
	{COMMAND_POP, ARGUMENT_NUMERAL, 0, 1, "(pop N), N the levels"},
	/* With terms it is libz3's older way to write check-sat-assuming. */
	{COMMAND_CHECK_SAT, ARGUMENT_TERM, 0, SIZE_MAX, "(check-sat)"},
	{COMMAND_CHECK_SAT_ASSUMING, ARGUMENT_LIST, 1, 1,
		"(check-sat-assuming (TERM ...)), each TERM a Bool"},
	{COMMAND_GET_VALUE, ARGUMENT_SOME, 1, 1, "(get-value (TERM ...))"},
	{COMMAND_EVAL, ARGUMENT_TERM, 1, 1, "(eval TERM)"},
	{COMMAND_SIMPLIFY, ARGUMENT_TERM, 1, 1, "(simplify TERM)"},
	{COMMAND_ECHO, ARGUMENT_STRING, 1, 1, "(echo \"text\")"},
	{COMMAND_GET_INFO, ARGUMENT_KEYWORD, 1, 1,
		"(get-info :reason-unknown)"},
	{COMMAND_GET_OPTION, ARGUMENT_KEYWORD, 1, 1,
		"(get-option :random-seed)"},
	{COMMAND_GET_ASSIGNMENT, ARGUMENT_TERM, 0, 0, "(get-assignment)"},
	{COMMAND_GET_OBJECTIVES, ARGUMENT_TERM, 0, 0, "(get-objectives)"},
	{COMMAND_GET_UNSAT_ASSUMPTIONS, ARGUMENT_TERM, 0, 0,
		"(get-unsat-assumptions)"},
	{COMMAND_GET_MODEL, ARGUMENT_TERM, 0, 0, "(get-model)"},
	{COMMAND_GET_UNSAT_CORE, ARGUMENT_TERM, 0, 0, "(get-unsat-core)"},
	{COMMAND_RESET_ASSERTIONS, ARGUMENT_TERM, 0, 0, "(reset-assertions)"},
	{COMMAND_MINIMIZE, ARGUMENT_TERM, 1, 1, "(minimize TERM)"},
	{COMMAND_MAXIMIZE, ARGUMENT_TERM, 1, 1, "(maximize TERM)"},
	{COMMAND_ASSERT_SOFT, ARGUMENT_TERM, 1, 1,
		"(assert-soft TERM :weight NUMBER :id NAME); :weight and :id "
		"are optional, each at most once"},
};

static const struct usage *
usage_of(enum command_kind command)
{
	for (size_t i = 0; i < sizeof(usages) / sizeof(usages[0]); i++)
		if (usages[i].command == command)
			return &usages[i];
	return NULL;
}

static bool
has_element(const char *text, const struct token *list)
{
	struct lexer inside;
	struct token first;

	lexer_enter(&inside, text, list);
	return command_next(&inside, &first);
}

static bool
fits(const char *text, const struct token *t, enum argument argument)
{
	switch (argument) {
	case ARGUMENT_TERM:
		return t->kind != TOKEN_KEYWORD;
	case ARGUMENT_LIST:
		return t->kind == TOKEN_OPEN;
	case ARGUMENT_SOME:
		return t->kind == TOKEN_OPEN && has_element(text, t);
	case ARGUMENT_NUMERAL:
		return t->kind == TOKEN_NUMERAL &&
		       token_number(text, t) != SIZE_MAX;
	case ARGUMENT_STRING:
		return t->kind == TOKEN_STRING;
	case ARGUMENT_KEYWORD:
		return t->kind == TOKEN_KEYWORD;
	}
	return false;
}

/* :weight and :id, each with its value, and once: of two weights libz3 counts
 * the last, and who wrote them may have meant either. */
static bool
attributes_fit(const char *text, struct lexer *walk)
{
	bool has_weight = false, has_id = false;
	struct token key;
	struct token value;

	while (command_next(walk, &key)) {
		if (!command_next(walk, &value))
			return false;
		if (token_is(text, &key, ":weight") && !has_weight &&
			(value.kind == TOKEN_NUMERAL ||
				value.kind == TOKEN_DECIMAL))
			has_weight = true;
		else if (token_is(text, &key, ":id") && !has_id &&
			 token_is_symbol(&value))
			has_id = true;
		else
			return false;
	}
	return true;
}

/* After the term of eval: :completion, which changes nothing that was asked
 * for. */
static bool
options_fit(const char *text, struct lexer *walk)
{
	struct token key;
	struct token value;

	while (command_next(walk, &key)) {
		if (!token_is(text, &key, ":completion") ||
			!command_next(walk, &value) ||
			(!token_is(text, &value, "true") &&
				!token_is(text, &value, "false")))
			return false;
	}
	return true;
}

static bool
arguments_fit(
	const struct usage *u, const struct command *form, const char *text)
{
	struct lexer walk;
	struct token t;
	size_t count = 0;

	command_walk(form, text, &walk);
	while (count < u->most && command_next(&walk, &t)) {
		if (!fits(text, &t, u->argument))
			return false;
		count++;
	}
	if (count < u->least)
		return false;
	if (form->command == COMMAND_ASSERT_SOFT)
		return attributes_fit(text, &walk);
	if (form->command == COMMAND_EVAL)
		return options_fit(text, &walk);
	return !command_next(&walk, &t);
}

/* False with DIAGNOSTIC_USAGE and how the command is written. True for commands
 * that libz3 reads. */
static bool
command_syntax_check(
	const struct command *form, const char *text, struct diagnostic *fault)
{
	const struct usage *u = usage_of(form->command);

	return u == NULL || arguments_fit(u, form, text) ||
	       diagnostic_at(fault, DIAGNOSTIC_USAGE, &form->list,
		       "%s is written %s",
		       command_kind_info(form->command)->name, u->written);
}

/* --- what is kept -------------------------------------------------------- */

/* A text while it is looked through. */
struct sieve {
	struct admitted_text found;
	bool is_item;
	size_t kept; /* commands moved to the front of found.forms */
	struct diagnostic *fault;
};

static enum verdict
verdict_on(const struct sieve *s, enum command_kind command)
{
	const struct command_kind_info *info = command_kind_info(command);

	return s->is_item ? info->in_item : info->in_script;
}

static void
keep(struct sieve *s, const struct command *form)
{
	s->found.forms.at[s->kept++] = *form;
}

/* The command as it was sent, on one line, not too long. */
static char *
quote(const struct sieve *s, const struct command *form)
{
	const char *start = s->found.text + form->list.offset;
	size_t shown = utf8_cut(start, form->list.length, 60);
	char *quoted = text_format("%.*s%s", (int)shown, start,
		shown < form->list.length ? "..." : "");

	for (char *c = quoted; *c != '\0'; c++)
		if (iscntrl((unsigned char)*c))
			*c = ' ';
	return quoted;
}

static void
drop_loudly(struct sieve *s, const struct command *form, const char *why)
{
	DROP(text) char *quoted = quote(s, form);

	admitted_text_warn(&s->found, form->list.line, quoted, why);
	admitted_text_blank(&s->found, form);
}

static bool
refuse(struct sieve *s, const struct command *form, const char *why)
{
	return diagnostic_at(
		s->fault, DIAGNOSTIC_REFUSED, &form->head, "%s", why);
}

static bool
judge_option(struct sieve *s, const struct command *form)
{
	const char *why = NULL;
	bool ignored;

	if (!option_judge(form, s->found.text, &why, s->fault))
		return false;
	if (s->is_item && option_is_global(form, s->found.text, &ignored))
		why = "a session has no scopes, so all is global";
	if (why == NULL)
		keep(s, form);
	else if (*why == '\0')
		admitted_text_blank(&s->found, form);
	else
		drop_loudly(s, form, why);
	return true;
}

/* libz3 calls a check that disagrees with :status an error. */
static void
judge_info(struct sieve *s, const struct command *form)
{
	struct token name;

	if (!command_argument(form, s->found.text, 0, &name) ||
		!token_is(s->found.text, &name, ":status"))
		keep(s, form);
	else if (s->is_item)
		drop_loudly(s, form, command_kind_info(form->command)->why);
	else
		admitted_text_blank(&s->found, form);
}

/* libz3 takes assumptions there, and they are part of what is asked. */
static bool
judge_check(struct sieve *s, const struct command *form)
{
	struct token t;

	if (form->command == COMMAND_CHECK_SAT &&
		command_argument(form, s->found.text, 0, &t))
		return refuse(s, form,
			command_kind_info(COMMAND_CHECK_SAT_ASSUMING)->why);
	drop_loudly(s, form, command_kind_info(form->command)->why);
	return true;
}

static bool
judge_exit(struct sieve *s, size_t number)
{
	const struct command *form = &s->found.forms.at[number];

	if (number + 1 < s->found.forms.count)
		return refuse(s, form,
			"the commands after it would never run; take it out; "
			"or send only the text before it");
	if (s->is_item)
		drop_loudly(s, form, command_kind_info(form->command)->why);
	else
		admitted_text_blank(&s->found, form);
	return true;
}

static bool
judge_query(struct sieve *s, const struct command *form)
{
	struct token t;

	keep(s, form);
	if (form->command != COMMAND_GET_INFO ||
		!command_argument(form, s->found.text, 0, &t) ||
		slice_is_one_of(token_name(s->found.text, &t),
			":reason-unknown :all-statistics :version :name "
			":authors :error-behavior"))
		return true;
	return refuse(s, form,
		"it knows :reason-unknown, :all-statistics, :version, :name, "
		":authors and :error-behavior");
}

static bool
judge(struct sieve *s, size_t number)
{
	const struct command *form = &s->found.forms.at[number];
	const struct command_kind_info *info = command_kind_info(form->command);

	switch (verdict_on(s, form->command)) {
	case VERDICT_KEEP:
		return command_syntax_check(form, s->found.text, s->fault) &&
		       judge_query(s, form);
	case VERDICT_OPTION:
		return judge_option(s, form);
	case VERDICT_INFO:
		judge_info(s, form);
		return true;
	case VERDICT_DROP:
		return judge_check(s, form);
	case VERDICT_EXIT:
		return judge_exit(s, number);
	case VERDICT_REFUSE:
		break;
	}
	return refuse(s, form, info->why);
}

static bool
nothing(struct sieve *s, const char *what)
{
	const struct token start = {.line = 1, .column = 1};

	return diagnostic_at(s->fault, DIAGNOSTIC_EMPTY, &start, "%s", what);
}

static bool
count_checks(struct sieve *s)
{
	const struct commands *forms = &s->found.forms;
	size_t checks = 0;

	for (size_t i = 0; i < forms->count; i++) {
		enum command_kind command = forms->at[i].command;

		checks += command == COMMAND_CHECK_SAT ||
			  command == COMMAND_CHECK_SAT_ASSUMING;
		if (checks > LIMIT_CHECKS)
			return diagnostic_at(s->fault, DIAGNOSTIC_LIMIT,
				&forms->at[i].head,
				"more than %d checks in one text; the limit is "
				"%d",
				LIMIT_CHECKS, LIMIT_CHECKS);
	}
	return true;
}

static bool
judge_all(struct sieve *s)
{
	struct commands *forms = &s->found.forms;

	if (!count_checks(s))
		return false;
	for (size_t i = 0; i < forms->count; i++)
		if (!judge(s, i))
			return false;
	if (forms->count == 0)
		return nothing(s, "");
	if (s->is_item && s->kept == 0)
		return nothing(s, s->found.warning_count > 0
					  ? s->found.warnings[0].text
					  : "");
	forms->count = s->kept;
	return true;
}

static bool
allow(struct sieve *s, const char *text, size_t size, struct admitted_text *out)
{
	struct admitted_text *a = &s->found;

	if (!text_check(text, size, s->fault))
		return false;
	a->text = text_copy_n(text, size);
	a->size = size;
	if (!commands_split(a->text, size, &a->forms, s->fault) ||
		!judge_all(s)) {
		admitted_text_release(a);
		return false;
	}
	*out = *a;
	return true;
}

bool
command_policy_item(const char *text, size_t size, struct admitted_text *out,
	struct diagnostic *fault)
{
	struct sieve s = {.is_item = true, .fault = fault};
	const struct token start = {.line = 1, .column = 1};

	*out = (struct admitted_text){0};
	if (size > LIMIT_ITEM)
		return diagnostic_at(fault, DIAGNOSTIC_LIMIT, &start,
			"an item of %zu bytes; the limit is %d", size,
			LIMIT_ITEM);
	return allow(&s, text, size, out);
}

bool
command_policy_script(const char *text, size_t size, struct admitted_text *out,
	struct diagnostic *fault)
{
	struct sieve s = {.fault = fault};

	*out = (struct admitted_text){0};
	return allow(&s, text, size, out);
}

/* --- option -------------------------------------------------------------- */

/* Its value is one of the words, or a number up to `most`. */
static const struct kept {
	const char *name;
	const char *words; /* with a blank after each, or "" */
	size_t most;
	const char *values;
} kept[] = {
#define KEEP(name, words, most, values) {name, words, most, values},
#define IGNORE(name, why)
#include "smt/rules/option.def"
#undef KEEP
#undef IGNORE
};

static bool
is_value(const struct kept *option, const char *text, const struct token *t)
{
	if (t->kind == TOKEN_NUMERAL)
		return *option->words == '\0' &&
		       token_number(text, t) <= option->most;
	return slice_is_one_of(token_name(text, t), option->words);
}

static const struct dropped {
	const char *beginning;
	const char *why;
} dropped[] = {
#define KEEP(name, words, most, values)
#define IGNORE(name, why) {name, why},
#include "smt/rules/option.def"
#undef KEEP
#undef IGNORE
};

static const struct kept *
find_kept(const char *text, const struct token *name)
{
	for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++)
		if (token_is(text, name, kept[i].name))
			return &kept[i];
	return NULL;
}

static const char *
why_dropped(const char *text, const struct token *name)
{
	const char *why = NULL;

	for (size_t i = 0; i < sizeof(dropped) / sizeof(dropped[0]); i++) {
		size_t length = strlen(dropped[i].beginning);

		if (why == NULL && name->length >= length &&
			memcmp(text + name->offset, dropped[i].beginning,
				length) == 0)
			why = dropped[i].why;
	}
	return why;
}

bool
option_judge(const struct command *form, const char *text, const char **why,
	struct diagnostic *fault)
{
	const struct kept *option;
	struct token name;
	struct token value;
	struct token more;

	if (!command_argument(form, text, 0, &name) ||
		name.kind != TOKEN_KEYWORD)
		return diagnostic_at(fault, DIAGNOSTIC_OPTION, &form->head,
			"an option begins with a colon, as in (set-option "
			":random-seed 1)");
	option = find_kept(text, &name);
	*why = option != NULL ? NULL : why_dropped(text, &name);
	if (option == NULL)
		return true;
	if (command_argument(form, text, 1, &value) &&
		is_value(option, text, &value) &&
		!command_argument(form, text, 2, &more))
		return true;
	return diagnostic_at(fault, DIAGNOSTIC_OPTION, &name, "%s takes %s",
		option->name, option->values);
}

bool
option_is_global(const struct command *form, const char *text, bool *value)
{
	struct token t;

	if (form->command != COMMAND_SET_OPTION ||
		!command_argument(form, text, 0, &t) ||
		!token_is(text, &t, ":global-declarations"))
		return false;
	*value = command_argument(form, text, 1, &t) &&
		 token_is(text, &t, "true");
	return true;
}
