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
add_declared(struct standins *out, const char *text, const struct command *form)
{
	DROP(symbols) struct symbols all = {0};

	if (!symbols_scan(text + form->list.offset, form->list.length, &all))
		return;
	for (size_t i = 0; i < all.declared_count; i++)
		if (all.declared[i].kind == SYMBOL_SORT &&
			is_taken(all.declared[i].name))
			add(out, text, all.declared[i].name);
}

void
standins_find(const char *text, const struct commands *forms,
	const size_t *numbers, size_t count, struct standins *out)
{
	out->count = 0;
	for (size_t i = 0; i < count; i++) {
		const struct command *form = &forms->at[numbers[i]];

		if (introduces_sort(form->command))
			add_declared(out, text, form);
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

/*
 * Where the text declares the name; 0 if another text has done so. Before that
 * the name is still libz3's sort, as for libz3 reading on its own.
 */
static size_t
declared_at(const char *text, size_t size, const char *name)
{
	struct lexer lexer;
	struct token t;
	struct diagnostic fault;
	enum command_kind command = COMMAND_KIND_COUNT;
	int depth = 0;
	bool is_first = false;	  /* of its list */
	bool is_declared = false; /* as it stands after the command's name */

	lexer_init(&lexer, text, size);
	while (lexer_next(&lexer, &t, &fault) && t.kind != TOKEN_END) {
		if (depth == 1 && is_first)
			command = command_kind_find(token_name(text, &t));
		else if (token_is_symbol(&t) && token_is(text, &t, name) &&
			 introduces_sort(command) &&
			 (is_declared || (depth == 3 && is_first)))
			return t.offset;
		is_declared = depth == 1 && is_first;
		is_first = t.kind == TOKEN_OPEN;
		depth += is_first - (t.kind == TOKEN_CLOSE);
	}
	return 0;
}

static void
put(char *text, size_t size, const struct sort_alias *one)
{
	size_t from = declared_at(text, size, one->name);
	struct lexer lexer;
	struct token t;
	struct diagnostic fault;

	lexer_init(&lexer, text, size);
	while (lexer_next(&lexer, &t, &fault) && t.kind != TOKEN_END)
		if (t.offset >= from && token_is_symbol(&t) &&
			token_is(text, &t, one->name))
			memcpy(text + t.offset + (t.kind == TOKEN_QUOTED),
				one->other, strlen(one->other));
}

void
standins_put(char *text, size_t size, const struct standins *standins)
{
	for (size_t i = 0; i < standins->count; i++)
		put(text, size, &standins->at[i]);
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
