#include "smt/rules/command_syntax.h"

#include <stddef.h>
#include <stdint.h>

#include "smt/rules/setting.h"
#include "smt/text/lexer.h"

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
	{COMMAND_SIMPLIFY, ARGUMENT_TERM, 1, 1,
		"(simplify TERM :OPTION VALUE ...); options may be left out"},
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
		"may be left out"},
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

/* :weight and :id, each with its value. */
static bool
attributes_fit(const char *text, struct lexer *walk)
{
	struct token key;
	struct token value;

	while (command_next(walk, &key)) {
		if (!command_next(walk, &value))
			return false;
		if (token_is(text, &key, ":weight") &&
			(value.kind == TOKEN_NUMERAL ||
				value.kind == TOKEN_DECIMAL))
			continue;
		if (!token_is(text, &key, ":id") || !token_is_symbol(&value))
			return false;
	}
	return true;
}

/* Of two weights libz3's command counts the last, and who wrote them may have
 * meant either. The arguments fit. */
static bool
attributes_differ(
	const struct command *form, const char *text, struct diagnostic *fault)
{
	static const char *const keys[] = {":weight", ":id"};
	size_t counts[] = {0, 0};
	struct token t;
	struct lexer walk;

	command_walk(form, text, &walk);
	while (command_next(&walk, &t)) {
		for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
			if (token_is(text, &t, keys[i]) && counts[i]++ > 0)
				return diagnostic_at(fault, DIAGNOSTIC_USAGE,
					&t,
					"%s stands twice in one assert-soft; "
					"write it once",
					keys[i]);
		}
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
	if (setting_is_of(form->command))
		return true;
	return !command_next(&walk, &t);
}

static bool
settings_fit(
	const struct command *form, const char *text, struct diagnostic *fault)
{
	struct diagnostic wrong = {.kind = DIAGNOSTIC_NONE};
	struct setting_given given;
	struct lexer walk;

	setting_walk(form, text, &walk);
	while (setting_next(form, text, &walk, &given, &wrong))
		;
	if (wrong.kind != DIAGNOSTIC_NONE)
		*fault = wrong;
	return wrong.kind == DIAGNOSTIC_NONE;
}

bool
command_syntax_check(
	const struct command *form, const char *text, struct diagnostic *fault)
{
	const struct usage *u = usage_of(form->command);

	if (u == NULL)
		return true;
	if (!arguments_fit(u, form, text))
		return diagnostic_at(fault, DIAGNOSTIC_USAGE, &form->list,
			"%s is written %s",
			command_kind_info(form->command)->name, u->written);
	if (form->command == COMMAND_ASSERT_SOFT)
		return attributes_differ(form, text, fault);
	return !setting_is_of(form->command) || settings_fit(form, text, fault);
}
