#include "language/flatzinc_model.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "base/limits.h"

enum {
	/* Elements of all arrays and sets: a hundred bytes of memory each, and
	 * two of the text. */
	VALUES_MAX = 4000000,
	/* Characters of a number, and its exponent. */
	NUMBER_MAX = 400,
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

/* The word, or what else stands there; for a fault. */
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

	if (accept(m, token))
		return true;
	(void)snprintf(expected, sizeof(expected), "`%s`", token);
	return refuse_here(m, expected);
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
	size_t size = m->table_size == 0 ? 64 : 2 * m->table_size;

	m->table = mem_grow(m->table, size, sizeof(*m->table));
	memset(m->table, 0xff, size * sizeof(*m->table));
	m->table_size = size;
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

static bool
add_value(struct fzn_model *m, const struct fzn_value *v)
{
	if (m->value_count == VALUES_MAX)
		return fzn_refuse(m, m->at, 0,
			"the arrays of the text have more than %d elements; "
			"make the instance smaller",
			VALUES_MAX);
	*ARRAY_ADD(m->values, m->value_count, m->value_capacity) = *v;
	return true;
}

/* --- literals ------------------------------------------------------------ */

static bool
add_range(struct fzn_model *m, int64_t low, int64_t high)
{
	if (m->range_count == VALUES_MAX)
		return fzn_refuse(m, m->at, 0,
			"the sets of the text have more than %d parts; make "
			"the instance smaller",
			VALUES_MAX);
	*ARRAY_ADD(m->ranges, m->range_count, m->range_capacity) =
		(struct fzn_range){low, high};
	return true;
}

/* The bytes of a number, "-1.5e-3", from here on. */
static size_t
number_size(const char *text, bool *is_float)
{
	size_t i = text[0] == '-';
	size_t digits = strspn(text + i, "0123456789");

	*is_float = false;
	i += digits;
	if (digits > 0 && text[i] == '.' &&
		isdigit((unsigned char)text[i + 1])) {
		*is_float = true;
		i += 1 + strspn(text + i + 1, "0123456789");
	}
	if (digits > 0 && text[i] == 'e') {
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
		return refuse_here(m, "a number");
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

/* "1..5", of ints or floats, or one number. */
static bool
read_bounds(struct fzn_model *m, struct fzn_value *low, struct fzn_value *high)
{
	if (!read_number(m, low))
		return false;
	*high = *low;
	if (!accept(m, ".."))
		return true;
	if (!read_number(m, high))
		return false;
	return high->kind == low->kind ||
	       fzn_refuse(m, high->offset, high->size,
		       "the ends of a range are both whole numbers or both "
		       "floats; write it so");
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
		if (r[last].high == INT64_MAX || r[i].low <= r[last].high + 1)
			r[last].high = r[i].high > r[last].high ? r[i].high
								: r[last].high;
		else
			r[++last] = r[i];
	}
	set->count = (uint32_t)last + 1;
	m->range_count = set->first + last + 1;
}

/* After the "{". */
static bool
read_elements(struct fzn_model *m, struct fzn_span *set)
{
	struct fzn_value v;

	*set = (struct fzn_span){.first = (uint32_t)m->range_count};
	while (!accept(m, "}")) {
		if (!read_number(m, &v))
			return false;
		if (v.kind != FZN_INT)
			return fzn_refuse(m, v.offset, v.size,
				"a set of floats is not read; write a range "
				"LOW..HIGH, or say the values by constraints");
		if (!add_range(m, v.number, v.number))
			return false;
		set->count++;
		if (!accept(m, ",") && peek(m) != '}')
			return refuse_here(m, "`,` or `}`");
	}
	tidy_set(m, set);
	return true;
}

/* --- expressions --------------------------------------------------------- */

/* A number, or a range of whole numbers, which is a set. */
static bool
read_number_or_range(struct fzn_model *m, struct fzn_value *v)
{
	struct fzn_value low, high;
	size_t start = (peek(m), m->at);

	if (!read_bounds(m, &low, &high))
		return false;
	*v = low;
	if (high.offset == low.offset)
		return true;
	if (low.kind != FZN_INT)
		return fzn_refuse(m, start, m->at - start,
			"a set of floats is not read here; say it by "
			"constraints");
	*v = (struct fzn_value){.kind = FZN_SET,
		.offset = (uint32_t)start,
		.size = (uint32_t)(m->at - start),
		.span = {(uint32_t)m->range_count, low.number <= high.number}};
	return v->span.count == 0 || add_range(m, low.number, high.number);
}

/* The element of an array, "q[3]", which takes the array's place. */
static bool
read_index(struct fzn_model *m, struct fzn_value *v)
{
	struct fzn_value index;
	size_t start = v->offset;

	if (!read_number(m, &index) || !expect(m, "]"))
		return false;
	if (v->form != FZN_ARRAY || index.kind != FZN_INT || index.number < 1 ||
		index.number > v->span.count)
		return fzn_refuse(m, start, m->at - start,
			"there is no such element; an index is a number from 1 "
			"to the length of the array");
	*v = m->values[v->span.first + index.number - 1];
	return true;
}

/* What the name stands for: the value of a parameter, the array, itself. */
static bool
read_reference(struct fzn_model *m, struct fzn_value *v)
{
	const struct fzn_declaration *d;
	struct slice name;
	uint32_t number;

	if (!read_name(m, &name))
		return false;
	number = m->table_size == 0 ? FZN_NONE : *find_place(m, name);
	if (number == FZN_NONE)
		return fzn_refuse(m, (size_t)(name.start - m->text),
			name.length,
			"%.*s is not declared before this; declare it with its "
			"domain; " IF_MINIZINC,
			(int)name.length, name.start);
	d = &m->declarations[number];
	*v = d->value;
	if (!d->is_array && d->is_variable)
		*v = (struct fzn_value){.form = FZN_VARIABLE, .kind = d->kind};
	else if (!d->has_value)
		return fzn_refuse(m, (size_t)(name.start - m->text),
			name.length,
			"%.*s has no value; write `= VALUE` where it is "
			"declared",
			(int)name.length, name.start);
	if (d->is_array || d->is_variable) {
		v->declaration = number;
		v->offset = (uint32_t)(name.start - m->text);
		v->size = (uint32_t)name.length;
	}
	return !accept(m, "[") || read_index(m, v);
}

/* All but an array. */
static bool
read_scalar(struct fzn_model *m, struct fzn_value *v)
{
	char c = peek(m);
	bool is_true = accept(m, "true");

	if (is_true || accept(m, "false")) {
		*v = (struct fzn_value){.kind = FZN_BOOL, .number = is_true};
		return true;
	}
	if (accept(m, "{")) {
		*v = (struct fzn_value){
			.kind = FZN_SET, .offset = (uint32_t)m->at};
		return read_elements(m, &v->span);
	}
	if (c == '-' || isdigit((unsigned char)c))
		return read_number_or_range(m, v);
	return read_reference(m, v);
}

static bool
read_array(struct fzn_model *m, struct fzn_value *v)
{
	*v = (struct fzn_value){.form = FZN_ARRAY,
		.declaration = FZN_NONE,
		.offset = (uint32_t)m->at,
		.span.first = (uint32_t)m->value_count};
	while (!accept(m, "]")) {
		struct fzn_value one;

		if (!read_scalar(m, &one))
			return false;
		if (one.form == FZN_ARRAY)
			return fzn_refuse(m, one.offset, one.size,
				"an array of arrays is not FlatZinc; write its "
				"elements one after another");
		if (!add_value(m, &one))
			return false;
		v->span.count++;
		if (!accept(m, ",") && peek(m) != ']')
			return refuse_here(m, "`,` or `]`");
	}
	return true;
}

static bool
read_expression(struct fzn_model *m, struct fzn_value *v)
{
	return accept(m, "[") ? read_array(m, v) : read_scalar(m, v);
}

/* --- annotations --------------------------------------------------------- */

/* To the parenthesis that ends it; strings may hold any. */
static bool
skip_arguments(struct fzn_model *m)
{
	size_t depth = 1;

	while (depth > 0) {
		char c = peek(m);

		if (c == '\0')
			return refuse_here(m, "`)`");
		m->at++;
		depth += c == '(';
		depth -= c == ')';
		if (c != '"')
			continue;
		while (m->text[m->at] != '"' && m->text[m->at] != '\0')
			m->at += m->text[m->at] == '\\' &&
						 m->text[m->at + 1] != '\0'
					 ? 2
					 : 1;
		m->at += m->text[m->at] == '"';
	}
	return true;
}

/* "([1..2, 1..3])": ranges, one of each index. */
static bool
read_shape(struct fzn_model *m, struct fzn_span *shape)
{
	struct fzn_value low, high;

	shape->first = (uint32_t)m->range_count;
	shape->count = 0;
	if (!expect(m, "["))
		return false;
	while (!accept(m, "]")) {
		if (accept(m, "{")) {
			if (!expect(m, "}") || !add_range(m, 1, 0))
				return false;
		} else if (!read_bounds(m, &low, &high) ||
			   !add_range(m, low.number, high.number)) {
			return false;
		}
		shape->count++;
		if (!accept(m, ",") && peek(m) != ']')
			return refuse_here(m, "`,` or `]`");
	}
	return expect(m, ")");
}

/* All that are there; those that say nothing here are skipped. */
static bool
read_annotations(
	struct fzn_model *m, struct fzn_declaration *d, uint32_t *defines)
{
	struct fzn_value v;
	struct slice name;

	while (accept(m, "::")) {
		if (!read_name(m, &name))
			return false;
		if (d != NULL && slice_is(name, "output_var"))
			d->is_output = true;
		if (!accept(m, "("))
			continue;
		if (d != NULL && slice_is(name, "output_array")) {
			d->is_output = true;
			if (!read_shape(m, &d->shape))
				return false;
		} else if (defines != NULL && slice_is(name, "defines_var")) {
			if (!read_expression(m, &v) || !expect(m, ")"))
				return false;
			if (v.form == FZN_VARIABLE)
				*defines = v.declaration;
		} else if (!skip_arguments(m)) {
			return false;
		}
	}
	return true;
}

/* --- statements ---------------------------------------------------------- */

/* What begins with a number or "{" is a domain. */
static bool
read_domain(struct fzn_model *m, struct fzn_declaration *d)
{
	struct fzn_value low, high;

	d->has_domain = true;
	if (accept(m, "{")) {
		d->kind = FZN_INT;
		return read_elements(m, &d->domain);
	}
	if (!read_bounds(m, &low, &high))
		return false;
	d->kind = low.kind;
	d->low = (struct slice){m->text + low.offset, low.size};
	d->high = (struct slice){m->text + high.offset, high.size};
	if (low.kind != FZN_INT)
		return true;
	d->domain = (struct fzn_span){
		(uint32_t)m->range_count, low.number <= high.number};
	return d->domain.count == 0 || add_range(m, low.number, high.number);
}

static bool
read_type(struct fzn_model *m, struct fzn_declaration *d)
{
	bool is_set = false;

	if (accept(m, "array")) {
		struct fzn_value low, high;

		d->is_array = true;
		if (!expect(m, "[") || !read_bounds(m, &low, &high) ||
			!expect(m, "]") || !expect(m, "of"))
			return false;
	}
	d->is_variable = accept(m, "var");
	if (accept(m, "set")) {
		is_set = true;
		if (!expect(m, "of"))
			return false;
	}
	if (accept(m, "bool"))
		d->kind = FZN_BOOL;
	else if (accept(m, "int"))
		d->kind = FZN_INT;
	else if (accept(m, "float"))
		d->kind = FZN_FLOAT;
	else if (!read_domain(m, d))
		return false;
	if (is_set)
		d->kind = FZN_SET;
	return true;
}

static bool
read_declaration(struct fzn_model *m)
{
	struct fzn_declaration d = {
		.offset = (uint32_t)m->at, .definition = FZN_NONE};

	if (!read_type(m, &d) || !expect(m, ":") || !read_name(m, &d.name) ||
		!read_annotations(m, &d, NULL))
		return false;
	if (accept(m, "=")) {
		d.has_value = true;
		if (!read_expression(m, &d.value))
			return false;
		if (d.is_array != (d.value.form == FZN_ARRAY))
			return fzn_refuse(m, (size_t)(d.name.start - m->text),
				d.name.length,
				"the value of %.*s is not of its type; write "
				"[...] for an array, and only for one",
				(int)d.name.length, d.name.start);
	} else if (d.is_array) {
		return refuse_here(m, "`= [...]`, the elements of the array,");
	}
	d.size = (uint32_t)m->at - d.offset;
	return declare(m, &d);
}

static bool
read_constraint(struct fzn_model *m, size_t start)
{
	struct fzn_constraint c = {
		.offset = (uint32_t)start, .defines = FZN_NONE};
	struct fzn_value arguments[9];
	size_t count = 0;

	if (!read_name(m, &c.name) || !expect(m, "("))
		return false;
	while (!accept(m, ")")) {
		if (count == sizeof(arguments) / sizeof(arguments[0]))
			return refuse_here(m, "no further argument, but `)`,");
		if (!read_expression(m, &arguments[count++]))
			return false;
		if (!accept(m, ",") && peek(m) != ')')
			return refuse_here(m, "`,` or `)`");
	}
	c.arguments =
		(struct fzn_span){(uint32_t)m->value_count, (uint32_t)count};
	for (size_t i = 0; i < count; i++) {
		if (!add_value(m, &arguments[i]))
			return false;
	}
	if (!read_annotations(m, NULL, &c.defines))
		return false;
	c.size = (uint32_t)(m->at - start);
	*ARRAY_ADD(m->constraints, m->constraint_count,
		m->constraint_capacity) = c;
	return true;
}

static bool
read_solve(struct fzn_model *m, size_t start)
{
	if (m->has_goal)
		return fzn_refuse(m, start, m->at - start,
			"there are two solve items; leave one of them out");
	m->has_goal = true;
	m->solve_offset = (uint32_t)start;
	if (!read_annotations(m, NULL, NULL))
		return false;
	if (accept(m, "minimize"))
		m->goal = FZN_MINIMIZE;
	else if (accept(m, "maximize"))
		m->goal = FZN_MAXIMIZE;
	else if (!expect(m, "satisfy"))
		return false;
	if (m->goal != FZN_SATISFY && !read_scalar(m, &m->objective))
		return false;
	m->solve_size = (uint32_t)(m->at - start);
	return m->goal == FZN_SATISFY ||
	       (m->objective.form != FZN_ARRAY &&
		       m->objective.kind != FZN_BOOL &&
		       m->objective.kind != FZN_SET) ||
	       fzn_refuse(m, m->objective.offset, m->objective.size,
		       "the objective is neither an int nor a float; name "
		       "a variable of one of these types");
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
	return m->has_goal ||
	       refuse_here(m, "a solve item, such as `solve satisfy;`,");
}

void
fzn_model_release(struct fzn_model *m)
{
	free(m->values);
	free(m->ranges);
	free(m->declarations);
	free(m->constraints);
	free(m->table);
	*m = (struct fzn_model){0};
}
