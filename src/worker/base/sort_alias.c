#include "worker/base/sort_alias.h"

#include <string.h>

#include "base/alloc.h"
#include "smt/names/symbols.h"
#include "smt/text/lexer.h"

/* libz3's sorts. */
static const char *const sorts[] = {"List", "bool", "Int", "Real", "bv",
	"BitVec", "Array", "Set", "String", "Seq", "RegEx", "RegLan", "Unicode",
	"Char", "RoundingMode", "FloatingPoint", "Float16", "Float32",
	"Float64", "Float128"};

static bool
is_taken(const char *name)
{
	for (size_t i = 0; i < sizeof(sorts) / sizeof(sorts[0]); i++)
		if (strcmp(sorts[i], name) == 0)
			return true;
	return false;
}

/* A name that this text does not hold, and libz3 does not make: x!1, 0.5?. */
static bool
make_alias(const char *text, const char *name, char *other)
{
	static const char marks[] = "?~^";
	size_t length = strlen(name);

	for (const char *mark = marks; *mark != '\0'; mark++) {
		for (size_t i = 1; i < length; i++) {
			memcpy(other, name, length + 1);
			other[i] = *mark;
			if (strstr(text, other) == NULL)
				return true;
		}
	}
	return false;
}

static void
add(struct sort_aliases *out, const char *text, const struct command *form,
	const char *name)
{
	struct sort_alias *one = &out->at[out->count];

	for (size_t i = 0; i < out->count; i++) {
		if (strcmp(out->at[i].name, name) == 0)
			return;
	}
	if (out->count == SORT_ALIASES_MAX ||
		!make_alias(text, name, one->other))
		return;
	memcpy(one->name, name, strlen(name) + 1);
	one->form = form;
	one->from = 0;
	out->count++;
}

void
sort_aliases_find(const char *text, const struct commands *forms,
	const size_t *numbers, size_t count, struct sort_aliases *out)
{
	out->count = 0;
	for (size_t i = 0; i < count; i++) {
		const struct command *form = &forms->at[numbers[i]];
		enum command_kind kind = form->command;
		DROP(symbols) struct symbols all = {0};

		if (kind != COMMAND_DECLARE_SORT &&
			kind != COMMAND_DEFINE_SORT &&
			kind != COMMAND_DECLARE_DATATYPE &&
			kind != COMMAND_DECLARE_DATATYPES)
			continue;
		symbols_scan(text, form, 1, &all);
		for (size_t k = 0; k < all.declared_count; k++) {
			if (all.declared[k].kind == SYMBOL_SORT &&
				is_taken(all.declared[k].name))
				add(out, text, form, all.declared[k].name);
		}
	}
}

void
sort_aliases_apply(char *text, size_t size, const struct sort_aliases *aliases)
{
	struct token t;

	for (struct lexer l = lexer_of(text, size); lexer_token(&l, &t);) {
		char *name = text + t.offset + (t.kind == TOKEN_QUOTED);

		for (size_t i = 0; i < aliases->count && token_is_symbol(&t);
			i++) {
			const struct sort_alias *one = &aliases->at[i];

			if (t.offset >= one->from &&
				token_is(text, &t, one->name))
				memcpy(name, one->other, strlen(one->other));
		}
	}
}

void
sort_aliases_revert(
	char *bytes, size_t size, const struct sort_aliases *aliases)
{
	char *end = bytes + size;

	for (size_t i = 0; i < aliases->count; i++) {
		const struct sort_alias *one = &aliases->at[i];
		size_t length = strlen(one->name);
		char *at = bytes;

		while ((at = memmem(at, (size_t)(end - at), one->other,
				length)) != NULL) {
			memcpy(at, one->name, length);
			at += length;
		}
	}
}
