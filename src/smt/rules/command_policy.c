#include "smt/rules/command_policy.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/utf8.h"
#include "base/wording.h"
#include "smt/text/lexer.h"

/* --- the text that is left ----------------------------------------------- */

void
admitted_text_release(struct admitted_text *a)
{
	for (size_t i = 0; i < a->warning_count; i++)
		free(a->warnings[i].text);
	free(a->warnings);
	parsed_text_release(&a->parsed);
	free(a->text);
	*a = (struct admitted_text){0};
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
		if (from[i] == '\n' || !text_is_blank(from[i]))
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

	for (size_t i = 0; i < end && text_is_blank(a->text[i]); i++)
		if (a->text[i] == '\n')
			start = i + 1;
	while (end > start && text_is_blank(a->text[end - 1]))
		end--;
	for (size_t i = 0; i < a->parsed.commands.count; i++) {
		const struct token *list = &a->parsed.commands.at[i].list;

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
static const struct command_syntax {
	enum command_kind command;
	enum token_kind argument; /* END: any but a keyword */
	size_t least;
	size_t most;
	const char *written;
} syntaxes[] = {
	{COMMAND_SET_LOGIC, TOKEN_END, 1, 1, "(set-logic NAME)"},
	{COMMAND_PUSH, TOKEN_NUMERAL, 0, 1, "(push N), N the levels"},
	{COMMAND_POP, TOKEN_NUMERAL, 0, 1, "(pop N), N the levels"},
	/* With terms it is libz3's older way to write check-sat-assuming. */
	{COMMAND_CHECK_SAT, TOKEN_END, 0, SIZE_MAX, "(check-sat)"},
	{COMMAND_CHECK_SAT_ASSUMING, TOKEN_OPEN, 1, 1,
		"(check-sat-assuming (TERM ...)), each TERM a Bool"},
	{COMMAND_GET_VALUE, TOKEN_OPEN, 1, 1, "(get-value (TERM ...))"},
	{COMMAND_EVAL, TOKEN_END, 1, 1, "(eval TERM)"},
	{COMMAND_SIMPLIFY, TOKEN_END, 1, 1, "(simplify TERM)"},
	{COMMAND_ECHO, TOKEN_STRING, 1, 1, "(echo \"text\")"},
	{COMMAND_GET_INFO, TOKEN_KEYWORD, 1, 1,
		"(get-info KEY), KEY one of :reason-unknown, :all-statistics, "
		":version, :name, :authors and :error-behavior"},
	{COMMAND_GET_OPTION, TOKEN_KEYWORD, 1, 1, "(get-option :random-seed)"},
	{COMMAND_GET_ASSIGNMENT, TOKEN_END, 0, 0, "(get-assignment)"},
	{COMMAND_GET_OBJECTIVES, TOKEN_END, 0, 0, "(get-objectives)"},
	{COMMAND_GET_UNSAT_ASSUMPTIONS, TOKEN_END, 0, 0,
		"(get-unsat-assumptions)"},
	{COMMAND_GET_MODEL, TOKEN_END, 0, 0, "(get-model)"},
	{COMMAND_GET_UNSAT_CORE, TOKEN_END, 0, 0, "(get-unsat-core)"},
	{COMMAND_RESET_ASSERTIONS, TOKEN_END, 0, 0, "(reset-assertions)"},
	{COMMAND_MINIMIZE, TOKEN_END, 1, 1, "(minimize TERM)"},
	{COMMAND_MAXIMIZE, TOKEN_END, 1, 1, "(maximize TERM)"},
	{COMMAND_ASSERT_SOFT, TOKEN_END, 1, 1,
		"(assert-soft TERM :weight NUMBER :id NAME); :weight and :id "
		"are optional, each at most once"},
};

static bool
fits(const struct command_syntax *u, const char *text, const struct token *t)
{
	struct token first;

	if (u->argument == TOKEN_END)
		return t->kind != TOKEN_KEYWORD;
	if (u->command == COMMAND_GET_VALUE)
		return list_element(text, t, 0, &first);
	if (u->command == COMMAND_GET_INFO)
		return slice_is_one_of(token_name(text, t),
			":reason-unknown :all-statistics :version :name "
			":authors :error-behavior");
	return t->kind == u->argument &&
	       (t->kind != TOKEN_NUMERAL || token_number(text, t) != SIZE_MAX);
}

/* What may follow the term: :weight and :id of assert-soft, each once, since of
 * two weights libz3 counts the last, and who wrote them may have meant either;
 * :completion of eval, which changes nothing that was asked for. */
static bool
attributes_fit(const struct command *form, const char *text, struct lexer *walk)
{
	bool has_weight = form->command != COMMAND_ASSERT_SOFT;
	bool has_id = has_weight;
	struct token key;
	struct token value;

	while (command_next(walk, &key)) {
		if (!command_next(walk, &value))
			return false;
		if (form->command == COMMAND_EVAL &&
			token_is(text, &key, ":completion") &&
			slice_is_one_of(token_name(text, &value), "true false"))
			continue;
		if (!has_weight && token_is(text, &key, ":weight") &&
			(value.kind == TOKEN_NUMERAL ||
				value.kind == TOKEN_DECIMAL))
			has_weight = true;
		else if (!has_id && token_is(text, &key, ":id") &&
			 token_is_symbol(&value))
			has_id = true;
		else
			return false;
	}
	return true;
}

/* False with DIAGNOSTIC_USAGE and how the command is written. True for commands
 * that libz3 reads. */
static bool
check_syntax(
	const struct command *form, const char *text, struct diagnostic *fault)
{
	const size_t count = sizeof(syntaxes) / sizeof(syntaxes[0]);
	struct lexer walk = command_walk(form, text);
	const struct command_syntax *u = syntaxes;
	struct token t;
	size_t arguments = 0;
	bool is_well = true;

	while (u < syntaxes + count && u->command != form->command)
		u++;
	if (u == syntaxes + count)
		return true;
	for (; is_well && arguments < u->most && command_next(&walk, &t);
		arguments++)
		is_well = fits(u, text, &t);
	return (is_well && arguments >= u->least &&
		       attributes_fit(form, text, &walk)) ||
	       diagnostic_at(fault, DIAGNOSTIC_USAGE, &form->list,
		       "%s is written %s",
		       command_kind_info(form->command)->name, u->written);
}

/* --- what is kept -------------------------------------------------------- */

/* A text while it is looked through. */
struct filter {
	struct admitted_text found;
	bool is_item;
	size_t kept; /* commands moved to the front of found.parsed */
	struct diagnostic *fault;
};

static void
admit(struct filter *s, const struct command *form)
{
	s->found.parsed.commands.at[s->kept++] = *form;
}

/* Takes the command out of the text, with a warning if there is a reason. */
static void
omit(struct filter *s, const struct command *form, const char *why)
{
	struct admitted_text *a = &s->found;
	char *start = a->text + form->list.offset;
	size_t shown = utf8_cut(start, form->list.length, 60);
	struct warning warning = {.line = form->list.line};

	if (*why != '\0') {
		DROP(text) char *reason = wording_text(why);

		warning.text = text_format("%.*s%s was left out: %s.",
			(int)shown, start,
			shown < form->list.length ? "..." : "", reason);
		for (size_t i = 0; i < shown; i++)
			if (iscntrl((unsigned char)warning.text[i]))
				warning.text[i] = ' ';
		*ARRAY_ADD(a->warnings, a->warning_count, a->warning_capacity) =
			warning;
	}
	text_blank(start, form->list.length);
}

static bool
refuse(struct filter *s, const struct command *form, const char *why)
{
	DROP(text) char *reason = wording_text(why);

	return diagnostic_at(
		s->fault, DIAGNOSTIC_REFUSED, &form->head, "%s", reason);
}

static bool
filter_option(struct filter *s, const struct command *form)
{
	const char *why = NULL;
	bool ignored;

	if (!option_check(form, s->found.text, &why, s->fault))
		return false;
	if (s->is_item && option_is_global(form, s->found.text, &ignored))
		why = "a session has no scopes, so all is global";
	if (why == NULL)
		admit(s, form);
	else
		omit(s, form, why);
	return true;
}

static bool
filter_command(struct filter *s, size_t number)
{
	const struct command *form = &s->found.parsed.commands.at[number];
	const struct command_kind_info *info = command_kind_info(form->command);
	struct token first;

	switch (s->is_item ? info->in_item : info->in_script) {
	case VERDICT_KEEP:
		admit(s, form);
		return check_syntax(form, s->found.text, s->fault);
	case VERDICT_OPTION:
		return filter_option(s, form);
	case VERDICT_INFO:
		/* libz3 calls a check that disagrees with it an error. */
		if (command_argument(form, s->found.text, 0, &first) &&
			token_is(s->found.text, &first, ":status"))
			omit(s, form, s->is_item ? info->why : "");
		else
			admit(s, form);
		return true;
	case VERDICT_DROP:
		/* libz3 takes assumptions there, which are part of what is
		 * asked. */
		if (form->command == COMMAND_CHECK_SAT &&
			command_argument(form, s->found.text, 0, &first))
			return refuse(s, form,
				command_kind_info(COMMAND_CHECK_SAT_ASSUMING)
					->why);
		omit(s, form, info->why);
		return true;
	case VERDICT_EXIT:
		if (number + 1 < s->found.parsed.commands.count)
			return refuse(s, form,
				"the commands after it would never run; take "
				"it out; or send only the text before it");
		omit(s, form, s->is_item ? info->why : "");
		return true;
	case VERDICT_REFUSE:
		break;
	}
	return refuse(s, form, info->why);
}

static bool
filter_commands(struct filter *s)
{
	struct commands *forms = &s->found.parsed.commands;
	bool is_empty = forms->count == 0;
	size_t checks = 0;

	for (size_t i = 0; i < forms->count; i++) {
		const struct command form = forms->at[i];

		checks += form.command == COMMAND_CHECK_SAT ||
			  form.command == COMMAND_CHECK_SAT_ASSUMING;
		if (checks > LIMIT_CHECKS)
			return diagnostic_at(s->fault, DIAGNOSTIC_LIMIT,
				&form.head,
				"more than %d checks in one text; the limit is "
				"%d",
				LIMIT_CHECKS, LIMIT_CHECKS);
		if (!filter_command(s, i))
			return false;
	}
	forms->count = s->kept;
	return (!is_empty && (!s->is_item || s->kept > 0)) ||
	       diagnostic_at(s->fault, DIAGNOSTIC_EMPTY, NULL, "%s",
		       s->found.warning_count > 0 ? s->found.warnings[0].text
						  : "");
}

static bool
filter_text(struct filter s, const char *text, size_t size,
	struct admitted_text *out)
{
	*out = (struct admitted_text){0};
	if (!text_check(text, size, s.fault))
		return false;
	s.found.text = text_copy_n(text, size);
	s.found.size = size;
	if (parsed_text_init(&s.found.parsed, s.found.text, size, s.fault) &&
		filter_commands(&s)) {
		*out = s.found;
		return true;
	}
	admitted_text_release(&s.found);
	return false;
}

bool
command_policy_item(const char *text, size_t size, struct admitted_text *out,
	struct diagnostic *fault)
{
	*out = (struct admitted_text){0};
	if (size > LIMIT_ITEM)
		return diagnostic_at(fault, DIAGNOSTIC_LIMIT, NULL,
			"an item of %zu bytes; the limit is %d", size,
			LIMIT_ITEM);
	return filter_text((struct filter){.is_item = true, .fault = fault},
		text, size, out);
}

bool
command_policy_script(const char *text, size_t size, struct admitted_text *out,
	struct diagnostic *fault)
{
	return filter_text((struct filter){.fault = fault}, text, size, out);
}

/* --- options ------------------------------------------------------------- */

static const struct option_policy {
	const char *name; /* or, of what is dropped, how it begins */
	const char *why;  /* it is dropped; NULL: it stays */
	/* Its value is one of the words, or a number up to `most`. */
	const char *words; /* with a blank after each, or "" */
	size_t most;
	const char *values;
} option_policies[] = {
#define ALLOW(name, words, most, values) {name, NULL, words, most, values},
#define IGNORE(name, why) {name, why, "", 0, ""},
#include "smt/rules/option.def"
#undef ALLOW
#undef IGNORE
};

bool
option_check(const struct command *form, const char *text, const char **why,
	struct diagnostic *fault)
{
	const struct option_policy *o = option_policies;
	struct slice word;
	struct token name;
	struct token value;
	struct token more;
	bool is_allowed;

	if (!command_argument(form, text, 0, &name) ||
		name.kind != TOKEN_KEYWORD)
		return diagnostic_at(fault, DIAGNOSTIC_OPTION, &form->head,
			"an option begins with a colon, as in (set-option "
			":random-seed 1)");
	word = token_name(text, &name);
	/* The first that fits; the last one, a colon, fits each. */
	while (o->why == NULL
			? !slice_is(word, o->name)
			: strncmp(word.start, o->name, strlen(o->name)) != 0)
		o++;
	*why = o->why;
	if (o->why != NULL)
		return true;
	is_allowed = command_argument(form, text, 1, &value) &&
		     !command_argument(form, text, 2, &more);
	if (is_allowed && value.kind == TOKEN_NUMERAL)
		is_allowed = *o->words == '\0' &&
			     token_number(text, &value) <= o->most;
	else if (is_allowed)
		is_allowed =
			slice_is_one_of(token_name(text, &value), o->words);
	return is_allowed || diagnostic_at(fault, DIAGNOSTIC_OPTION, &name,
				     "%s takes %s", o->name, o->values);
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
