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
introduces_sort(enum command_kind c)
{
	return c == COMMAND_DECLARE_SORT || c == COMMAND_DEFINE_SORT ||
	       c == COMMAND_DECLARE_DATATYPE || c == COMMAND_DECLARE_DATATYPES;
}

static bool
is_taken(const char *name)
{
	for (size_t i = 0; i < sizeof(sorts) / sizeof(sorts[0]); i++)
		if (strcmp(sorts[i], name) == 0)
			return true;
	return false;
}

static bool
has(const struct standins *standins, const char *name)
{
	for (size_t i = 0; i < standins->count; i++)
		if (strcmp(standins->at[i].name, name) == 0)
			return true;
	return false;
}

/* A name that this text does not hold, and libz3 does not make: x!1, 0.5?. */
static bool
invent(const char *text, const char *name, char *other)
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
add(struct standins *out, const char *text, const char *name)
{
	struct sort_alias *one = &out->at[out->count];

	if (out->count == STANDINS_MAX || has(out, name) ||
		!invent(text, name, one->other))
		return;
	memcpy(one->name, name, strlen(name) + 1);
	out->count++;
}

static void
add_declared(struct standins *out, const struct script *s,
	const struct command *form)
{
	DROP(symbols) struct symbols all = {0};

	if (!symbols_scan(s->text + form->list.offset, form->list.length, &all))
		return;
	for (size_t i = 0; i < all.declared_count; i++)
		if (all.declared[i].kind == SYMBOL_SORT &&
			is_taken(all.declared[i].name))
			add(out, s->text, all.declared[i].name);
}

void
standins_find(const struct script *s, const struct script_problem *sp,
	struct standins *out)
{
	out->count = 0;
	for (size_t i = 0; i < sp->active_count; i++) {
		const struct command *form = &s->forms->at[s->active[i]];

		if (introduces_sort(form->command))
			add_declared(out, s, form);
	}
}

bool
standins_are_same(const struct standins *a, const struct standins *b)
{
	if (a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++)
		if (strcmp(a->at[i].name, b->at[i].name) != 0 ||
			strcmp(a->at[i].other, b->at[i].other) != 0)
			return false;
	return true;
}

static void
put(char *text, const struct token *t, const struct standins *standins)
{
	for (size_t i = 0; i < standins->count; i++) {
		const struct sort_alias *one = &standins->at[i];

		if (token_is(text, t, one->name)) {
			memcpy(text + t->offset + (t->kind == TOKEN_QUOTED),
				one->other, strlen(one->other));
			return;
		}
	}
}

void
standins_put(char *text, size_t size, const struct standins *standins)
{
	struct lexer lexer;
	struct token t;
	struct diagnostic fault;

	if (standins->count == 0)
		return;
	lexer_init(&lexer, text, size);
	while (lexer_next(&lexer, &t, &fault) && t.kind != TOKEN_END)
		if (token_is_symbol(&t))
			put(text, &t, standins);
}

static void
take_back(char *bytes, size_t size, const struct sort_alias *one)
{
	size_t length = strlen(one->name);
	char *end = bytes + size;

	while ((bytes = memmem(bytes, (size_t)(end - bytes), one->other,
			length)) != NULL) {
		memcpy(bytes, one->name, length);
		bytes += length;
	}
}

void
standins_take_back(char *bytes, size_t size, const struct standins *standins)
{
	for (size_t i = 0; i < standins->count; i++)
		take_back(bytes, size, &standins->at[i]);
}
