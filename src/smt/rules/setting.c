#include "smt/rules/setting.h"

#include <ctype.h>
#include <stdint.h>

#include "base/alloc.h"
#include "base/nearest.h"

enum { KIND_BOOL, KIND_NUMBER };

static const struct setting settings[] = {
#define SETTING(command, name, kind) \
	{COMMAND_##command, name, KIND_##kind == KIND_NUMBER, NULL},
#define IGNORED(command, name, kind, why) \
	{COMMAND_##command, name, KIND_##kind == KIND_NUMBER, why},
#include "smt/rules/setting.def"
#include "smt/text/lexer.h"
#undef SETTING
#undef IGNORED
};

enum { COUNT = sizeof(settings) / sizeof(settings[0]) };

bool
setting_is_of(enum command_kind command)
{
	return command == COMMAND_SIMPLIFY || command == COMMAND_EVAL;
}

void
setting_walk(const struct command *form, const char *text, struct lexer *walk)
{
	struct token term;

	command_walk(form, text, walk);
	(void)command_next(
		walk, &term); /* without it there is nothing after it */
}

static bool
is_same(char given, char name)
{
	return (given == '-' ? '_' : tolower((unsigned char)given)) == name;
}

static bool
is_named(struct slice key, const char *name)
{
	for (size_t i = 0; i < key.length; i++)
		if (name[i] == '\0' || !is_same(key.start[i], name[i]))
			return false;
	return name[key.length] == '\0';
}

static const struct setting *
find(enum command_kind command, struct slice key)
{
	for (size_t i = 0; i < COUNT; i++)
		if (settings[i].command == command &&
			is_named(key, settings[i].name))
			return &settings[i];
	return NULL;
}

static bool
is_unknown(const struct command *form, const struct setting_given *given,
	struct slice key, struct diagnostic *fault)
{
	DROP(text) char *word = text_copy_n(key.start, key.length);
	const char *command = command_kind_info(form->command)->name;
	struct nearest near;

	nearest_init(&near, word);
	for (size_t i = 0; i < COUNT; i++)
		if (settings[i].command == form->command)
			nearest_offer(&near, settings[i].name);
	if (near.best == NULL)
		return diagnostic_at(fault, DIAGNOSTIC_USAGE, &given->key,
			"%s has no option of this name; without options it is "
			"written (%s TERM)",
			command, command);
	return diagnostic_at(fault, DIAGNOSTIC_USAGE, &given->key,
		"%s has no option of this name; the nearest is :%s", command,
		near.best);
}

static bool
has_value(const char *text, struct lexer *walk, struct setting_given *given)
{
	struct token value;

	if (!command_next(walk, &value))
		return false;
	if (given->of->is_number) {
		size_t number = value.kind == TOKEN_NUMERAL
					? token_number(text, &value)
					: SIZE_MAX;

		given->number = (unsigned)number;
		return number <= UINT32_MAX;
	}
	given->is_true = token_is(text, &value, "true");
	return given->is_true || token_is(text, &value, "false");
}

bool
setting_next(const struct command *form, const char *text, struct lexer *walk,
	struct setting_given *given, struct diagnostic *fault)
{
	struct slice key;

	*given = (struct setting_given){0};
	if (!command_next(walk, &given->key))
		return false;
	if (given->key.kind != TOKEN_KEYWORD)
		return diagnostic_at(fault, DIAGNOSTIC_USAGE, &given->key,
			"%s takes one term, and after it options such as :%s "
			"with their values",
			command_kind_info(form->command)->name,
			form->command == COMMAND_EVAL ? "completion" : "som");
	key = token_name(text, &given->key);
	key.start++;
	key.length--;
	given->of = find(form->command, key);
	if (given->of == NULL)
		return is_unknown(form, given, key, fault);
	return has_value(text, walk, given) ||
	       diagnostic_at(fault, DIAGNOSTIC_USAGE, &given->key,
		       ":%s takes %s", given->of->name,
		       given->of->is_number ? "a number from 0 to 4294967295"
					    : "true or false");
}
