#include "smt/rules/option.h"

#include <stdint.h>
#include <string.h>

/* Its value is one of the words, or a number up to `most`. */
static const struct kept {
	const char *name;
	const char *words; /* with a blank after each, or "" */
	size_t most;
	const char *values;
} kept[] = {
#define KEEP(name, words, most, values) {name, words, most, values},
#define DROP(name, why)
#include "smt/rules/option.def"
#undef KEEP
#undef DROP
};

static bool
is_value(const struct kept *option, const char *text, const struct token *t)
{
	const char *word = option->words;

	if (t->kind == TOKEN_NUMERAL)
		return *word == '\0' && token_number(text, t) <= option->most;
	for (; *word != '\0'; word += strcspn(word, " ") + 1)
		if (slice_equals(token_name(text, t),
			    (struct slice){word, strcspn(word, " ")}))
			return true;
	return false;
}

static const struct dropped {
	const char *beginning;
	const char *why;
} dropped[] = {
#define KEEP(name, words, most, values)
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
