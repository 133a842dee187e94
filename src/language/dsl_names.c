#include "language/dsl_names.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/limits.h"
#include "base/nearest.h"
#include "smt/names/builtin.h"

enum {
	/* Sorts made of sorts that are made of sorts double each time. */
	LIMIT_SORT_TEXT = 1000,
	LIMIT_SORT_DEPTH = 50,
};

const char dsl_bool[] = "Bool";
const char dsl_int[] = "Int";
const char dsl_real[] = "Real";

bool
dsl_refuse(struct dsl_fault *fault, size_t offset, size_t length,
	const char *format, ...)
{
	va_list arguments;

	fault->offset = offset;
	fault->length = length;
	va_start(arguments, format);
	(void)vsnprintf(fault->what, sizeof(fault->what), format, arguments);
	va_end(arguments);
	return false;
}

void
dsl_names_release(struct dsl_names *n)
{
	for (size_t i = 0; i < n->count; i++) {
		free(n->at[i].symbol);
		free(n->at[i].domain);
	}
	for (size_t i = 0; i < n->text_count; i++)
		free(n->texts[i]);
	free(n->at);
	free(n->free);
	free(n->texts);
	symbol_table_release(&n->words);
	*n = (struct dsl_names){0};
}

/* --- names --------------------------------------------------------------- */

/* As in Python, but any character outside of ASCII is a letter. */
size_t
dsl_identifier(const char *text)
{
	size_t size = 0;

	while (isalnum((unsigned char)text[size]) || text[size] == '_' ||
		(unsigned char)text[size] >= 0x80)
		size++;
	return isdigit((unsigned char)*text) ? 0 : size;
}

size_t
dsl_find(struct dsl_names *n, const char *word, size_t size)
{
	size_t number =
		symbol_table_find(&n->words, (struct slice){word, size});

	if (number == n->count)
		*ARRAY_ADD(n->at, n->count, n->capacity) = (struct dsl_name){0};
	return number;
}

/* Until another is found. */
static struct dsl_name *
find_word(struct dsl_names *n, const char *word)
{
	size_t number = dsl_find(n, word, strlen(word));

	return &n->at[number];
}

static bool
check_word(const char *name, struct dsl_fault *fault)
{
	size_t size = dsl_identifier(name);

	return (size > 0 && name[size] == '\0') ||
	       dsl_refuse(fault, size, 0,
		       "\"%.60s\" cannot be used as a name in expressions; "
		       "write a letter or _, then letters, digits and _, as in "
		       "new_york",
		       name);
}

/* The caller's. No identifier has a "!". */
static char *
new_symbol(const char *name)
{
	DROP(buf) struct buf symbol;

	buf_init(&symbol, LIMIT_MESSAGE);
	if (builtin_has(name))
		(void)buf_add_format(&symbol, "%s!", name);
	else
		text_add_symbol(&symbol, name);
	return buf_take(&symbol);
}

/* A value of an enumeration is often listed among the constants, too, and a
 * constant among the variables. */
static bool
is_same(const struct dsl_name *known, enum dsl_kind kind, const char *sort)
{
	return known->kind != DSL_FUNCTION && kind != DSL_FUNCTION &&
	       kind != DSL_VALUE && strcmp(known->sort, sort) == 0;
}

struct dsl_name *
dsl_declare(struct dsl_names *n, enum dsl_kind kind, const char *name,
	const char *sort, bool *is_new, struct dsl_fault *fault)
{
	struct dsl_name *known;

	if (!check_word(name, fault))
		return NULL;
	known = find_word(n, name);
	*is_new = known->kind == DSL_UNKNOWN;
	if (!*is_new && is_same(known, kind, sort))
		return known;
	if (!*is_new) {
		(void)dsl_refuse(fault, 0, 0,
			"%.60s is declared twice, as different things; give "
			"one of the two another name",
			name);
		return NULL;
	}
	known->word = name;
	known->kind = kind;
	known->sort = sort;
	known->symbol = new_symbol(name);
	return known;
}

struct dsl_name *
dsl_bind(struct dsl_names *n, const char *name, const char *sort,
	struct dsl_binding *binding, struct dsl_fault *fault)
{
	struct dsl_name *known;

	if (!check_word(name, fault))
		return NULL;
	known = find_word(n, name);
	if (known->symbol == NULL)
		known->symbol = new_symbol(name);
	*binding = (struct dsl_binding){sort, known->binding};
	known->binding = binding;
	return known;
}

/* --- sorts --------------------------------------------------------------- */

struct reader {
	struct dsl_names *names;
	const char *text;
	const char *at;
	unsigned depth;
	struct dsl_fault *fault;
};

static const char *
refuse_sort(struct reader *r, const char *what)
{
	(void)dsl_refuse(r->fault, (size_t)(r->at - r->text), 0,
		"%s; write Bool, Int, Real, BitVecSort(8), "
		"ArraySort(Int, Real) or a name that sorts declares, as "
		"{\"name\": \"Person\", \"type\": \"DeclareSort\"}",
		what);
	return NULL;
}

static const char *
add_text(struct dsl_names *n, char *text)
{
	*ARRAY_ADD(n->texts, n->text_count, n->text_capacity) = text;
	return text;
}

static void
skip_space(struct reader *r)
{
	r->at += strspn(r->at, " \t\r\n");
}

static bool
accept(struct reader *r, char c)
{
	skip_space(r);
	if (*r->at != c)
		return false;
	r->at++;
	skip_space(r);
	return true;
}

static const char *
read_bitvec(struct reader *r)
{
	unsigned long width = 0;
	char *end = NULL;

	if (accept(r, '(') && isdigit((unsigned char)*r->at)) {
		width = strtoul(r->at, &end, 10);
		r->at = end;
	}
	if (width < 1 || width > LIMIT_BIT_WIDTH || !accept(r, ')'))
		return refuse_sort(
			r, "a bit-vector has one width, from 1 to 65536");
	return add_text(r->names, text_format("(_ BitVec %lu)", width));
}

static const char *read_sort(struct reader *r);

static const char *
read_array(struct reader *r)
{
	const char *index = accept(r, '(') ? read_sort(r) : "";
	const char *element;

	if (index == NULL)
		return NULL;
	element = accept(r, ',') ? read_sort(r) : "";
	if (element == NULL)
		return NULL;
	if (*index == '\0' || *element == '\0' || !accept(r, ')'))
		return refuse_sort(
			r, "an array has two sorts, of index and element");
	if (strlen(index) + strlen(element) > LIMIT_SORT_TEXT)
		return refuse_sort(r, "this sort is nested too deeply");
	return add_text(r->names, text_format("(Array %s %s)", index, element));
}

static const char *
refuse_unknown(struct reader *r, const char *word, size_t size)
{
	DROP(text) char *name = text_copy_n(word, size);
	DROP(text) char *what = NULL;
	struct nearest near;

	nearest_init(&near, name);
	for (size_t i = 0; i < r->names->count; i++) {
		/* Their slices are strings. */
		if (r->names->at[i].type != NULL)
			nearest_offer(&near, r->names->words.at[i].text.start);
	}
	r->at = word;
	what = text_format("there is no sort \"%.60s\"%s%.60s%s", name,
		near.best != NULL ? ", did you mean " : "",
		near.best != NULL ? near.best : "",
		near.best != NULL ? "?" : "");
	return refuse_sort(r, what);
}

static const char *
read_defined(struct reader *r, const char *word, size_t size)
{
	size_t number = dsl_find(r->names, word, size);
	struct dsl_name *name = &r->names->at[number];
	struct reader inner = *r;
	const char *sort;

	if (name->type == NULL)
		return refuse_unknown(r, word, size);
	if (name->defined != NULL)
		return name->defined;
	if (strcmp(name->type, "DeclareSort") == 0 ||
		strcmp(name->type, "EnumSort") == 0) {
		DROP(text) char *copy = text_copy_n(word, size);

		return name->defined = add_text(r->names, new_symbol(copy));
	}
	if (name->is_open)
		return refuse_sort(r, "this sort is made of itself");
	name->is_open = true;
	inner.at = inner.text = name->type;
	sort = read_sort(&inner);
	if (sort != NULL && *inner.at != '\0')
		sort = refuse_sort(&inner, "the type of a sort ends here");
	name = &r->names->at[number];
	name->is_open = false;
	return name->defined = sort;
}

static const char *
find_plain(const char *word, size_t size)
{
	static const char *const plain[] = {dsl_bool, dsl_int, dsl_real};

	for (size_t i = 0; i < sizeof(plain) / sizeof(plain[0]); i++) {
		size_t length = strlen(plain[i]);

		if (strncmp(word, plain[i], length) == 0 &&
			(size == length || (size == length + 4 &&
						   strncmp(word + length,
							   "Sort", 4) == 0)))
			return plain[i];
	}
	return NULL;
}

static const char *
read_sort(struct reader *r)
{
	const char *word = r->at + strspn(r->at, " \t\r\n");
	struct slice name = {word, dsl_identifier(word)};
	const char *sort = find_plain(word, name.length);

	if (name.length == 0 || r->depth == LIMIT_SORT_DEPTH)
		return refuse_sort(r, name.length == 0
					      ? "a sort is expected here"
					      : "sorts are nested too deeply");
	r->depth++;
	r->at = word + name.length;
	if (slice_is(name, "BitVecSort"))
		sort = read_bitvec(r);
	else if (slice_is(name, "ArraySort"))
		sort = read_array(r);
	else if (sort == NULL)
		sort = read_defined(r, word, name.length);
	else if (accept(r, '(') && !accept(r, ')')) /* IntSort() */
		sort = refuse_sort(r, "this sort has no parameters");
	skip_space(r);
	r->depth--;
	return sort;
}

const char *
dsl_sort_read(struct dsl_names *n, const char *text, struct dsl_fault *fault)
{
	struct reader r = {n, text, text, 0, fault};
	const char *sort = read_sort(&r);

	return sort == NULL || *r.at == '\0'
		       ? sort
		       : refuse_sort(&r, "the sort ends here");
}

bool
dsl_define_sort(struct dsl_names *n, const char *name, const char *type,
	struct dsl_fault *fault)
{
	const char *plain = find_plain(name, strlen(name));
	struct dsl_name *known;

	if (!check_word(name, fault))
		return false;
	if (plain != NULL && find_plain(type, strlen(type)) == plain)
		return true;
	known = find_word(n, name);
	if (plain != NULL || known->type != NULL)
		return dsl_refuse(fault, 0, 0,
			"there is a sort %.60s already; take one of the two "
			"out, or give it another name",
			name);
	known->type = type;
	return true;
}
