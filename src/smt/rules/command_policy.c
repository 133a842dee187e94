#include "smt/rules/command_policy.h"

#include <ctype.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "smt/rules/command_syntax.h"
#include "smt/rules/option.h"
#include "smt/rules/setting.h"
#include "smt/text/lexer.h"
#include "smt/text/text.h"

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
	const char *why;
	bool ignored;

	if (!option_judge(form, s->found.text, &why, s->fault))
		return false;
	if (s->is_item && option_is_global(form, s->found.text, &ignored))
		why = "a session has no scopes, so all is global";
	if (why == NULL)
		keep(s, form);
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
			"the commands behind it would never run; take it out, "
			"or send only the text before it");
	if (s->is_item)
		drop_loudly(s, form, command_kind_info(form->command)->why);
	else
		admitted_text_blank(&s->found, form);
	return true;
}

/* They stay in the text: whoever answers the query passes over them. */
static void
judge_settings(struct sieve *s, const struct command *form)
{
	struct diagnostic none; /* command_syntax_check has found none */
	struct setting_given given;
	struct lexer walk;

	setting_walk(form, s->found.text, &walk);
	while (setting_next(form, s->found.text, &walk, &given, &none)) {
		DROP(text) char *key = NULL;

		if (given.of->ignored == NULL)
			continue;
		key = text_format("%.*s of %s", (int)given.key.length,
			s->found.text + given.key.offset,
			command_kind_info(form->command)->name);
		admitted_text_warn(
			&s->found, given.key.line, key, given.of->ignored);
	}
}

static bool
judge_query(struct sieve *s, const struct command *form)
{
	static const char *const infos[] = {":reason-unknown",
		":all-statistics", ":version", ":name", ":authors",
		":error-behavior"};
	struct token t;

	keep(s, form);
	if (setting_is_of(form->command))
		judge_settings(s, form);
	if (form->command != COMMAND_GET_INFO ||
		!command_argument(form, s->found.text, 0, &t))
		return true;
	for (size_t i = 0; i < sizeof(infos) / sizeof(infos[0]); i++)
		if (token_is(s->found.text, &t, infos[i]))
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
		return nothing(s, s->found.warnings[0].text);
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
	text_unwrap(a->text, size);
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
