#include "language/flatzinc_model.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"

enum {
	/* Elements of all arrays and sets: a hundred bytes of memory each, and
	 * two of the text. */
	VALUES_MAX = 4000000,
	/* Characters of a number, and its exponent. */
	NUMBER_MAX = 400,
	/* Of arrays and calls in each other: only annotations have any. */
	DEPTH_MAX = 100,
};

#define IF_MINIZINC \
	"if this is MiniZinc, compile it (minizinc -c --solver satchel " \
	"model.mzn data.dzn) and send the .fzn, or run minizinc --solver " \
	"satchel model.mzn data.dzn"

/* --- faults -------------------------------------------------------------- */

bool
fzn_refuse(const struct fzn_model *m, size_t offset, size_t size,
	const char *format, ...)
{
	struct token t = {.offset = offset, .length = size};
	char what[DIAGNOSTIC_WHAT_MAX];
	va_list arguments;

	text_place(m->text, offset, &t.line, &t.column);
	va_start(arguments, format);
	(void)vsnprintf(what, sizeof(what), format, arguments);
	va_end(arguments);
	return diagnostic_at(m->fault, DIAGNOSTIC_LANGUAGE, &t, "%s", what);
}

bool
fzn_refuse_name(const struct fzn_model *m, const struct fzn_value *name)
{
	return fzn_refuse(m, name->offset, name->size,
		"%.*s is not declared before this; declare it with its "
		"domain; " IF_MINIZINC,
		(int)name->size, m->text + name->offset);
}

static bool
refuse_length(struct fzn_model *m)
{
	return fzn_refuse(m, m->at, 0,
		"the arrays and sets of the text have more than %d elements; "
		"make the instance smaller",
		VALUES_MAX);
}

/* --- tokens -------------------------------------------------------------- */

static bool
is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static char
peek(struct fzn_model *m)
{
	for (;; m->at++) {
		if (m->text[m->at] == '%')
			m->at += strcspn(m->text + m->at, "\n");
		if (!isspace((unsigned char)m->text[m->at]))
			return m->text[m->at];
	}
}

/* The word that stands here, or what else does. */
static size_t
token_size(const struct fzn_model *m)
{
	size_t size = 0;

	while (is_word(m->text[m->at + size]))
		size++;
	return size > 0 || m->text[m->at] == '\0' ? size : 1;
}

static bool
refuse_here(struct fzn_model *m, const char *expected)
{
	(void)peek(m);
	return fzn_refuse(m, m->at, token_size(m),
		"this is not FlatZinc: %s is expected here; " IF_MINIZINC
		"; or check that the text is whole",
		expected);
}

static bool
accept(struct fzn_model *m, const char *token)
{
	size_t size = strlen(token);

	(void)peek(m);
	if (strncmp(m->text + m->at, token, size) != 0 ||
		(is_word(token[0]) && is_word(m->text[m->at + size])))
		return false;
	m->at += size;
	return true;
}

static bool
expect(struct fzn_model *m, const char *token)
{
	char expected[16];

	(void)snprintf(expected, sizeof(expected), "`%s`", token);
	return accept(m, token) || refuse_here(m, expected);
}

/* After an element of a list; false where the list ends or is faulty. */
static bool
accept_comma(struct fzn_model *m, char end, bool *is_well)
{
	if (accept(m, ","))
		return true;
	*is_well = peek(m) == end || refuse_here(m, "`,` or the end of a list");
	return false;
}

static bool
read_name(struct fzn_model *m, struct slice *name)
{
	char c = peek(m);

	*name = (struct slice){m->text + m->at, token_size(m)};
	if (!isalpha((unsigned char)c) && c != '_')
		return refuse_here(m, "a name");
	m->at += name->length;
	return true;
}

/* --- names --------------------------------------------------------------- */

/* Its place in the table, or an empty one. */
static uint32_t *
find_place(const struct fzn_model *m, struct slice name)
{
	size_t i = hash_bytes(name.start, name.length);

	for (;; i++) {
		uint32_t *place = &m->table[i & (m->table_size - 1)];

		if (*place == FZN_NONE ||
			slice_equals(m->declarations[*place].name, name))
			return place;
	}
}

static void
grow_table(struct fzn_model *m)
{
	m->table_size = m->table_size == 0 ? 64 : 2 * m->table_size;
	m->table = mem_grow(m->table, m->table_size, sizeof(*m->table));
	memset(m->table, 0xff, m->table_size * sizeof(*m->table));
	for (size_t i = 0; i < m->declaration_count; i++)
		*find_place(m, m->declarations[i].name) = (uint32_t)i;
}

static bool
declare(struct fzn_model *m, const struct fzn_declaration *d)
{
	uint32_t *place;

	if (2 * m->declaration_count >= m->table_size)
		grow_table(m);
	place = find_place(m, d->name);
	if (*place != FZN_NONE)
		return fzn_refuse(m, (size_t)(d->name.start - m->text),
			d->name.length,
			"%.*s is declared twice; rename one of them",
			(int)d->name.length, d->name.start);
	*place = (uint32_t)m->declaration_count;
	*ARRAY_ADD(m->declarations, m->declaration_count,
		m->declaration_capacity) = *d;
	return true;
}

/* --- numbers and sets ---------------------------------------------------- */

static bool
add_range(struct fzn_model *m, int64_t low, int64_t high)
{
	if (m->range_count == VALUES_MAX)
		return refuse_length(m);
	*ARRAY_ADD(m->ranges, m->range_count, m->range_capacity) =
		(struct fzn_range){low, high};
	return true;
}

static bool
add_value(struct fzn_model *m, const struct fzn_value *v)
{
	if (m->value_count == VALUES_MAX)
		return refuse_length(m);
	*ARRAY_ADD(m->values, m->value_count, m->value_capacity) = *v;
	return true;
}

/* "-1.5e-3"; in "1..5" the point is none of the number's. */
static size_t
number_size(const char *text, bool *is_float)
{
	size_t i = text[0] == '-';
	size_t digits = strspn(text + i, "0123456789");

	i += digits;
	*is_float = text[i] == '.' && isdigit((unsigned char)text[i + 1]);
	if (*is_float)
		i += 1 + strspn(text + i + 1, "0123456789");
	if (text[i] == 'e') {
		*is_float = true;
		i += 1 + (text[i + 1] == '-' || text[i + 1] == '+');
		i += strspn(text + i, "0123456789");
	}
	return digits > 0 ? i : 0;
}

static bool
read_number(struct fzn_model *m, struct fzn_value *v)
{
	const char *start = (peek(m), m->text + m->at);
	bool is_float;
	size_t size = number_size(start, &is_float);
	const char *e = memchr(start, 'e', size);

	if (size == 0)
		return refuse_here(m, "a value");
	*v = (struct fzn_value){.kind = is_float ? FZN_FLOAT : FZN_INT,
		.offset = (uint32_t)m->at,
		.size = (uint32_t)size};
	errno = 0;
	if (!is_float)
		v->number = strtoll(start, NULL, 10);
	if (errno != 0 || size > NUMBER_MAX ||
		(e != NULL && labs(strtol(e + 1, NULL, 10)) > NUMBER_MAX))
		return fzn_refuse(m, m->at, size,
			"this number cannot be read; write whole numbers from "
			"-2^63 to 2^63 - 1, and floats of at most %d "
			"characters, with exponents up to %d",
			NUMBER_MAX, NUMBER_MAX);
	m->at += size;
	return true;
}

/* A number, "1..5", or "0.5..1.5". */
static bool
read_range(struct fzn_model *m, struct fzn_value *v)
{
	struct fzn_value low, high;

	if (!read_number(m, &low))
		return false;
	*v = low;
	if (!accept(m, ".."))
		return true;
	if (!read_number(m, &high))
		return false;
	v->size = (uint32_t)m->at - v->offset;
	if (low.kind != FZN_INT || high.kind != FZN_INT) {
		v->form = FZN_FLOATS;
		v->span = (struct fzn_span){(uint32_t)m->value_count, 2};
		return add_value(m, &low) && add_value(m, &high);
	}
	v->kind = FZN_SET;
	v->span = (struct fzn_span){
		(uint32_t)m->range_count, low.number <= high.number};
	return v->span.count == 0 || add_range(m, low.number, high.number);
}

static int
order_ranges(const void *a, const void *b)
{
	const struct fzn_range *x = a;
	const struct fzn_range *y = b;

	return (x->low > y->low) - (x->low < y->low);
}

/* Ascending, and those that touch are one. */
static void
tidy_set(struct fzn_model *m, struct fzn_span *set)
{
	struct fzn_range *r = m->ranges + set->first;
	size_t last = 0;

	if (set->count < 2)
		return;
	qsort(r, set->count, sizeof(*r), order_ranges);
	for (size_t i = 1; i < set->count; i++) {
		if (r[i].low <= r[last].high || r[i].low == r[last].high + 1)
			r[last].high = r[i].low;
		else
			r[++last] = r[i];
	}
	set->count = (uint32_t)last + 1;
	m->range_count = set->first + last + 1;
}

/* After the "{". */
static bool
read_elements(struct fzn_model *m, struct fzn_value *v)
{
	struct fzn_value one;
	bool is_well = true;

	*v = (struct fzn_value){.kind = FZN_SET, .offset = (uint32_t)m->at - 1};
	v->span.first = (uint32_t)m->range_count;
	if (accept(m, "}"))
		return true;
	do {
		if (!read_number(m, &one))
			return false;
		if (one.kind != FZN_INT)
			return fzn_refuse(m, one.offset, one.size,
				"a set of floats is not read; write a range, "
				"or say the values by constraints");
		if (!add_range(m, one.number, one.number))
			return false;
		v->span.count++;
	} while (accept_comma(m, '}', &is_well));
	tidy_set(m, &v->span);
	return is_well && expect(m, "}");
}

/* --- values -------------------------------------------------------------- */

static bool read_value(struct fzn_model *m, struct fzn_value *v, size_t depth);

/* Elements of an array, or arguments, up to that end. They become neighbours in
 * the pool when all of them are there, since others may lie within. */
static bool
read_list(struct fzn_model *m, const char *end, struct fzn_span *span,
	size_t depth)
{
	size_t from = m->stack_count;
	bool is_well = depth < DEPTH_MAX ||
		       refuse_here(m, "nothing so deep, but its end");

	while (is_well && !accept(m, end)) {
		struct fzn_value one;

		if (!read_value(m, &one, depth + 1))
			return false;
		*ARRAY_ADD(m->stack, m->stack_count, m->stack_capacity) = one;
		(void)accept_comma(m, end[0], &is_well);
	}
	*span = (struct fzn_span){
		(uint32_t)m->value_count, (uint32_t)(m->stack_count - from)};
	for (size_t i = from; i < m->stack_count && is_well; i++)
		is_well = add_value(m, &m->stack[i]);
	m->stack_count = from;
	return is_well;
}

/* The element of the array, "a[3]", in its place. */
static bool
read_index(struct fzn_model *m, struct fzn_value *v)
{
	struct fzn_value index;

	if (!read_number(m, &index) || !expect(m, "]"))
		return false;
	if (index.number < 1 || index.number > v->span.count)
		return fzn_refuse(m, index.offset, index.size,
			"there is no such element; an index is a number from 1 "
			"to the length of the array");
	*v = m->values[v->span.first + index.number - 1];
	return true;
}

/* What the name stands for: the value of a parameter, an array, itself. */
static bool
read_reference(struct fzn_model *m, struct fzn_value *v, size_t depth)
{
	const struct fzn_declaration *d;
	struct slice name;
	uint32_t number;

	if (!read_name(m, &name))
		return false;
	*v = (struct fzn_value){.form = FZN_OTHER,
		.offset = (uint32_t)(name.start - m->text),
		.size = (uint32_t)name.length};
	if (accept(m, "("))
		return read_list(m, ")", &v->span, depth);
	number = m->table_size == 0 ? FZN_NONE : *find_place(m, name);
	if (number == FZN_NONE)
		return true;
	d = &m->declarations[number];
	if (d->is_variable && !d->is_array) {
		v->form = FZN_VARIABLE;
		v->kind = d->kind;
		v->declaration = number;
	} else if (d->has_value) {
		*v = d->value;
	}
	return v->form != FZN_ARRAY || !accept(m, "[") || read_index(m, v);
}

static bool
read_string(struct fzn_model *m, struct fzn_value *v)
{
	*v = (struct fzn_value){
		.form = FZN_OTHER, .offset = (uint32_t)m->at, .size = 1};
	while (m->text[m->at] != '"' && m->text[m->at] != '\0')
		m->at += 1 +
			 (m->text[m->at] == '\\' && m->text[m->at + 1] != '\0');
	return expect(m, "\"");
}

static bool
read_value(struct fzn_model *m, struct fzn_value *v, size_t depth)
{
	char c = peek(m);
	bool is_true = accept(m, "true");

	*v = (struct fzn_value){
		.offset = (uint32_t)m->at, .kind = FZN_BOOL, .number = is_true};
	if (is_true || accept(m, "false"))
		return true;
	if (accept(m, "{"))
		return read_elements(m, v);
	if (accept(m, "\""))
		return read_string(m, v);
	if (accept(m, "[")) {
		v->form = FZN_ARRAY;
		return read_list(m, "]", &v->span, depth);
	}
	if (isalpha((unsigned char)c) || c == '_')
		return read_reference(m, v, depth);
	return read_range(m, v);
}

/* --- statements ---------------------------------------------------------- */

/* Annotations: those that say nothing here are skipped. `d` or `c` is NULL. */
static bool
read_annotations(struct fzn_model *m, struct fzn_declaration *d,
	struct fzn_constraint *c)
{
	while (accept(m, "::")) {
		struct fzn_value v;
		struct slice name;
		const struct fzn_value *first;

		if (!read_value(m, &v, 0))
			return false;
		name = (struct slice){m->text + v.offset, v.size};
		first = m->values + v.span.first;
		if (v.form != FZN_OTHER)
			continue;
		if (d != NULL && slice_is(name, "output_var"))
			d->is_output = true;
		if (d != NULL && slice_is(name, "output_array") &&
			v.span.count == 1 && first->form == FZN_ARRAY) {
			d->is_output = true;
			d->shape = first->span;
		}
		if (c != NULL && slice_is(name, "defines_var") &&
			v.span.count == 1 && first->form == FZN_VARIABLE)
			c->defines = first->declaration;
	}
	return true;
}

static bool
read_type(struct fzn_model *m, struct fzn_declaration *d)
{
	static const char *const words[] = {"bool", "int", "float"};
	struct fzn_value indices;
	bool is_set;

	d->is_array = accept(m, "array");
	if (d->is_array && (!expect(m, "[") || !read_range(m, &indices) ||
				   !expect(m, "]") || !expect(m, "of")))
		return false;
	d->is_variable = accept(m, "var");
	is_set = accept(m, "set");
	if (is_set && !expect(m, "of"))
		return false;
	while (d->kind <= FZN_FLOAT && !accept(m, words[d->kind]))
		d->kind++;
	d->has_domain = d->kind > FZN_FLOAT;
	if (d->has_domain) {
		if (!(accept(m, "{") ? read_elements(m, &d->domain)
				     : read_range(m, &d->domain)))
			return false;
		if (d->domain.form != FZN_FLOATS && d->domain.kind != FZN_SET)
			return refuse_here(m, "`..`");
		d->kind = d->domain.form == FZN_FLOATS ? FZN_FLOAT : FZN_INT;
	}
	if (is_set)
		d->kind = FZN_SET;
	return !is_set || d->domain.form != FZN_FLOATS ||
	       refuse_here(m, "a set of whole numbers");
}

static bool
read_declaration(struct fzn_model *m)
{
	struct fzn_declaration d = {
		.offset = (uint32_t)m->at, .definition = FZN_NONE};

	if (!read_type(m, &d) || !expect(m, ":") || !read_name(m, &d.name) ||
		!read_annotations(m, &d, NULL))
		return false;
	d.has_value = accept(m, "=");
	if (d.has_value && !read_value(m, &d.value, 0))
		return false;
	d.size = (uint32_t)m->at - d.offset;
	if ((d.is_array || !d.is_variable) && !d.has_value)
		return refuse_here(m, "`=` and a value");
	if (d.has_value &&
		(d.value.form == FZN_OTHER || d.value.form == FZN_FLOATS ||
			d.is_array != (d.value.form == FZN_ARRAY)))
		return fzn_refuse(m, d.value.offset, d.value.size,
			"the value of %.*s is not of its type; write [...] for "
			"an array, and only for one; name what is declared "
			"before",
			(int)d.name.length, d.name.start);
	return declare(m, &d);
}

static bool
read_constraint(struct fzn_model *m, size_t start)
{
	struct fzn_constraint c = {
		.offset = (uint32_t)start, .defines = FZN_NONE};

	if (!read_name(m, &c.name) || !expect(m, "(") ||
		!read_list(m, ")", &c.arguments, 0) ||
		!read_annotations(m, NULL, &c))
		return false;
	c.size = (uint32_t)(m->at - start);
	*ARRAY_ADD(m->constraints, m->constraint_count,
		m->constraint_capacity) = c;
	return true;
}

static bool
read_solve(struct fzn_model *m, size_t start)
{
	const struct fzn_value *o = &m->objective;

	if (m->goal != FZN_NO_GOAL)
		return fzn_refuse(m, start, m->at - start,
			"there are two solve items; leave one of them out");
	m->solve_offset = (uint32_t)start;
	if (!read_annotations(m, NULL, NULL))
		return false;
	m->goal = accept(m, "minimize")	  ? FZN_MINIMIZE
		  : accept(m, "maximize") ? FZN_MAXIMIZE
					  : FZN_SATISFY;
	if (m->goal == FZN_SATISFY)
		return expect(m, "satisfy");
	if (!read_value(m, &m->objective, 0))
		return false;
	m->solve_size = (uint32_t)(m->at - start);
	return (o->form <= FZN_VARIABLE &&
		       (o->kind == FZN_INT || o->kind == FZN_FLOAT)) ||
	       fzn_refuse(m, o->offset, o->size,
		       "the objective is neither an int nor a float; name a "
		       "variable of one of these types, declared before");
}

static bool
read_statement(struct fzn_model *m)
{
	size_t start = m->at;
	bool is_read;

	if (accept(m, "predicate")) {
		m->at += strcspn(m->text + m->at, ";");
		is_read = true;
	} else if (accept(m, "constraint")) {
		is_read = read_constraint(m, start);
	} else if (accept(m, "solve")) {
		is_read = read_solve(m, start);
	} else {
		is_read = read_declaration(m);
	}
	return is_read && expect(m, ";");
}

bool
fzn_model_read(struct fzn_model *m, const char *text, size_t size,
	struct diagnostic *fault)
{
	*m = (struct fzn_model){.text = text, .size = size, .fault = fault};
	while (peek(m) != '\0') {
		if (!read_statement(m))
			return false;
	}
	return m->goal != FZN_NO_GOAL ||
	       refuse_here(m, "a solve item, such as `solve satisfy;`,");
}

void
fzn_model_release(struct fzn_model *m)
{
	free(m->values);
	free(m->stack);
	free(m->ranges);
	free(m->declarations);
	free(m->constraints);
	free(m->table);
	*m = (struct fzn_model){0};
}
