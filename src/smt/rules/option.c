#include "smt/rules/option.h"

#include <stdint.h>
#include <string.h>

static bool
is_number(const char *text, const struct token *t, size_t limit)
{
	return t->kind == TOKEN_NUMERAL && token_number(text, t) <= limit;
}

static bool
is_NUMBER(const char *text, const struct token *t)
{
	return is_number(text, t, UINT32_MAX);
}

static bool
is_RELEVANCY(const char *text, const struct token *t)
{
	return is_number(text, t, 2);
}

static bool
is_ARITHMETIC(const char *text, const struct token *t)
{
	return is_number(text, t, 6);
}

static bool
is_BOOL(const char *text, const struct token *t)
{
	return token_is(text, t, "true") || token_is(text, t, "false");
}

static bool
is_PRIORITY(const char *text, const struct token *t)
{
	return token_is(text, t, "lex") || token_is(text, t, "box") ||
	       token_is(text, t, "pareto");
}

typedef bool value_check(const char *text, const struct token *t);

static const struct kept {
	const char *name;
	value_check *is_value;
	const char *values;
} kept[] = {
#define KEEP(name, kind, values) {name, is_##kind, values},
#define DROP(name, why)
#include "smt/rules/option.def"
#undef KEEP
#undef DROP
};

static const struct dropped {
	const char *beginning;
	const char *why;
} dropped[] = {
#define KEEP(name, kind, values)
#define DROP(name, why) {name, why},
#include "smt/rules/option.def"
#undef KEEP
#undef DROP
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
		option->is_value(text, &value) &&
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
