#include "language/dsl_names.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "smt/names/builtin.h"

enum {
	/* Sorts made of sorts that are made of sorts double each time. */
	LIMIT_SORT_TEXT = 1000,
};

const struct dsl_sort dsl_bool[1] = {{.kind = BOOL, .text = "Bool"}};
const struct dsl_sort dsl_int[1] = {{.kind = INT, .text = "Int"}};
const struct dsl_sort dsl_real[1] = {{.kind = REAL, .text = "Real"}};
/* --- what is kept --------------------------------------------------------- */

void *
dsl_own(struct dsl *d, void *memory)
{
	*ARRAY_ADD(d->owned, d->owned_count, d->owned_capacity) = memory;
	return memory;
}

struct dsl_name *
dsl_find_name(struct dsl *d, struct slice word)
{
	size_t number = symbol_table_find(&d->words, word);

	if (number == d->count)
		*ARRAY_ADD(d->names, d->count, d->capacity) =
			mem_new(sizeof(struct dsl_name));
	return d->names[number];
}

void
dsl_init(struct dsl *d)
{
	static const char *const words[][2] = {
		{"Bool", "BoolSort"}, {"Int", "IntSort"}, {"Real", "RealSort"}};
	static const struct dsl_sort *const sorts[] = {
		dsl_bool, dsl_int, dsl_real};

	*d = (struct dsl){0};
	for (int i = 0; i < 6; i++)
		dsl_find_name(d, slice_of(words[i / 2][i % 2]))->defined =
			sorts[i / 2];
}

void
dsl_free_owned(struct dsl *d, size_t count)
{
	while (d->owned_count > count)
		free(d->owned[--d->owned_count]);
}

void
dsl_release(struct dsl *d)
{
	for (size_t i = 0; i < d->count; i++) {
		free(d->names[i]->domain);
		free(d->names[i]);
	}
	dsl_free_owned(d, 0);
	free(d->owned);
	free(d->names);
	free(d->free);
	symbol_table_release(&d->words);
	*d = (struct dsl){0};
}

/* --- the text at hand ----------------------------------------------------- */

size_t
dsl_identifier(const char *text)
{
	size_t size = 0;

	while (isalnum((unsigned char)text[size]) || text[size] == '_' ||
		(unsigned char)text[size] >= 0x80)
		size++;
	return isdigit((unsigned char)*text) ? 0 : size;
}

void
dsl_pass(struct dsl *d, size_t size)
{
	d->read.end = d->read.at + size;
	d->read.at = d->read.end + strspn(d->read.end, " \t\r\n");
}

void
dsl_begin(struct dsl *d, const char *text, bool is_type)
{
	d->read.text = d->read.at = text;
	d->read.is_type = is_type;
	dsl_pass(d, 0);
	if (d->has_failed)
		dsl_pass(d, strlen(d->read.at));
}

/* --- faults --------------------------------------------------------------- */

void
dsl_refuse(struct dsl *d, struct slice at, const char *format, ...)
{
	size_t shown = at.length < DSL_QUOTED_MAX ? at.length : DSL_QUOTED_MAX;

	if (!d->has_failed) {
		int size = 0;
		va_list arguments;

		d->fault_offset = at.start != NULL
					  ? (size_t)(at.start - d->read.text)
					  : 0;
		if (*format == ' ')
			size = snprintf(d->fault, sizeof(d->fault), "`%.*s`",
				(int)shown, at.start);
		va_start(arguments, format);
		(void)vsnprintf(d->fault + size,
			sizeof(d->fault) - (size_t)size, format, arguments);
		va_end(arguments);
	}
	d->has_failed = true;
	if (d->read.at != NULL)
		dsl_pass(d, strlen(d->read.at));
}

/* --- names ---------------------------------------------------------------- */

struct dsl_name *
dsl_name(struct dsl *d, const char *text)
{
	struct slice word = {text, dsl_identifier(text)};
	struct dsl_name *name = dsl_find_name(d, word);
	DROP(buf) struct buf symbol = {0};

	dsl_begin(d, text, false);
	if (word.length == 0 || text[word.length] != '\0')
		dsl_refuse(d, (struct slice){text + word.length, 0},
			"\"%.60s\" cannot be used as a name in expressions; "
			"write a letter or _, then letters, digits and _, as "
			"in new_york",
			text);
	if (name->symbol != NULL || d->has_failed) {
		name->symbol = name->symbol != NULL ? name->symbol : "";
		return name;
	}
	buf_init(&symbol, LIMIT_MESSAGE);
	text_add_symbol(&symbol, text);
	/* No identifier has a "!". */
	(void)buf_add_text(&symbol, builtin_has(text) ? "!" : "");
	name->symbol = dsl_own(d, buf_detach(&symbol));
	return name;
}

struct dsl_name *
dsl_declare(struct dsl *d, enum dsl_kind kind, const char *text,
	const struct dsl_sort *sort)
{
	struct dsl_name *name = dsl_name(d, text);

	if (name->kind == DSL_UNKNOWN) {
		name->word = text;
		name->kind = kind;
		name->sort = sort;
		return name;
	}
	/* But a value is often listed among the constants, too, and a constant
	 * among the variables. */
	if (name->kind == DSL_FUNCTION || kind == DSL_FUNCTION ||
		kind == DSL_VALUE || strcmp(name->sort->text, sort->text) != 0)
		dsl_refuse(d, (struct slice){text, 0},
			"%.60s is declared twice, as different things; give "
			"one of the two another name",
			text);
	return NULL;
}

/* --- sorts ---------------------------------------------------------------- */

/* The text is the names'. */
static struct dsl_sort *
new_sort(struct dsl *d, enum dsl_sort_kind kind, const char *text)
{
	struct dsl_sort *sort = dsl_own(d, mem_new(sizeof(*sort)));

	sort->kind = kind;
	sort->text = text;
	return sort;
}

const struct dsl_sort *
dsl_bits_sort(struct dsl *d, struct slice at, unsigned long width)
{
	struct dsl_sort *sort = new_sort(d, BITVEC, NULL);

	if (width < 1 || width > LIMIT_BIT_WIDTH)
		dsl_refuse(d, at,
			" has no width from 1 to 65536; write BitVecSort(8), "
			"BitVecVal(5, 8)");
	sort->width = width;
	sort->text = dsl_own(d, text_format("(_ BitVec %lu)", width));
	return sort;
}

const struct dsl_sort *
dsl_array_sort(struct dsl *d, struct slice at, const struct dsl_sort *index,
	const struct dsl_sort *element)
{
	struct dsl_sort *sort = new_sort(d, ARRAY, "");

	if (strlen(index->text) + strlen(element->text) > LIMIT_SORT_TEXT)
		dsl_refuse(d, at,
			" is nested too deeply; use a function of several "
			"arguments");
	if (d->has_failed)
		return sort;
	sort->index = index;
	sort->element = element;
	sort->text = dsl_own(
		d, text_format("(Array %s %s)", index->text, element->text));
	return sort;
}

void
dsl_define_sort(struct dsl *d, const char *text, const char *type)
{
	struct dsl_name *name = dsl_name(d, text);
	bool is_new = name->type == NULL && name->defined == NULL;

	if (is_new && (strcmp(type, "DeclareSort") == 0 ||
			      strcmp(type, "EnumSort") == 0))
		name->defined = new_sort(d, NAMED, name->symbol);
	else if (is_new)
		name->type = type;
	else if (name->type != NULL || /* {"name": "Int", "type": "IntSort"} */
		 name->defined != dsl_find_name(d, slice_of(type))->defined)
		dsl_refuse(d, (struct slice){text, 0},
			"there is a sort %.60s already; take one of the two "
			"out, or give it another name",
			text);
}
