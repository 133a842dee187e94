#include "language/flatzinc_model.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

enum {
	/* Elements of all arrays and sets: a hundred bytes of memory each, and
	 * two of the text. */
	VALUES_MAX = 4000000,
	/* Characters of a number, and its exponent. */
	NUMBER_MAX = 400,
	/* Of a constraint; none has so many, and further ones are counted. */
	ARGUMENTS_MAX = 8,
};

#define COMPILE_IT \
	"compile it (minizinc -c --solver satchel model.mzn data.dzn) and " \
	"send the .fzn, or run minizinc --solver satchel model.mzn data.dzn"
#define IF_MINIZINC "if this is MiniZinc, " COMPILE_IT

void
fzn_model_end(struct fzn_model *m)
{
	m->is_refused = true;
	m->token = slice_of(m->text + strlen(m->text));
}

/* --- tokens -------------------------------------------------------------- */

/* "-1.5e-3"; in "1..5" the point is not part of the number. 0: there is none.
 */
static size_t
number_size(const char *text)
{
	static const char digits[] = "0123456789";
	size_t start = text[0] == '-';
	size_t i = start + strspn(text + start, digits);

	if (i == start)
		return 0;
	if (text[i] == '.' && isdigit((unsigned char)text[i + 1]))
		i += 1 + strspn(text + i + 1, digits);
	if (text[i] == 'e') {
		i += 1 + (text[i + 1] == '-' || text[i + 1] == '+');
		i += strspn(text + i, digits);
	}
	return i;
}

static size_t
token_size(const char *text)
{
	size_t i = number_size(text);

	if (i > 0)
		return i;
	if (strncmp(text, "..", 2) == 0 || strncmp(text, "::", 2) == 0)
		return 2;
	if (text[0] == '"') {
		for (i = 1; text[i] != '"' && text[i] != '\0'; i++)
			i += text[i] == '\\' && text[i + 1] != '\0';
		return i + (text[i] == '"');
	}
	while (isalnum((unsigned char)text[i]) || text[i] == '_')
		i++;
	return i > 0 || text[0] == '\0' ? i : 1;
}

static void
next(struct fzn_model *m)
{
	const char *at = m->token.start + m->token.length;

	m->end = at;
	for (; isspace((unsigned char)*at) || *at == '%'; at++)
		if (*at == '%')
			at += strcspn(at, "\n") - 1;
	m->token = (struct slice){at, token_size(at)};
}

static struct slice
text_since(const struct fzn_model *m, const char *start)
{
	return (struct slice){start, m->end > start ? m->end - start : 0};
}

static void
refuse_here(struct fzn_model *m, const char *expected)
{
	fzn_refuse(m, m->token,
		"this is not FlatZinc: %s is expected here; " IF_MINIZINC
		"; or check that the text is whole",
		expected);
}

static bool
accept(struct fzn_model *m, const char *token)
{
	bool is_here = slice_is(m->token, token);

	if (is_here)
		next(m);
	return is_here;
}

static void
expect(struct fzn_model *m, const char *token)
{
	char expected[16];

	(void)snprintf(expected, sizeof(expected), "`%s`", token);
	if (!accept(m, token))
		refuse_here(m, expected);
}

/* The end of a list, or of all; else its next element stands here. */
static bool
accept_end(struct fzn_model *m, const char *end, size_t elements_before)
{
	if (elements_before > 0 && !accept(m, ",") && !slice_is(m->token, end))
		refuse_here(m, "`,` or the end of a list");
	return accept(m, end) || m->is_refused;
}

static bool
is_name(struct slice token)
{
	return isalpha((unsigned char)*token.start) || *token.start == '_';
}

static struct slice
read_name(struct fzn_model *m)
{
	struct slice name = m->token;

	if (is_name(name))
		next(m);
	else
		refuse_here(m, "a name");
	return name;
}

/* --- numbers and sets ---------------------------------------------------- */

static void
add_value(struct fzn_model *m, struct fzn_pool *pool, struct fzn_value v)
{
	if (m->values.count + m->ranges.count >= VALUES_MAX)
		fzn_refuse(m, v.text,
			"the arrays and sets of the text have more than %d "
			"elements; make the instance smaller",
			VALUES_MAX);
	*ARRAY_ADD(pool->at, pool->count, pool->capacity) = v;
}

static struct fzn_value
read_number(struct fzn_model *m)
{
	struct fzn_value v = {.kind = FZN_INT, .text = m->token};
	const char *e = memchr(v.text.start, 'e', v.text.length);
	long exponent = e != NULL ? strtol(e + 1, NULL, 10) : 0;

	if (number_size(v.text.start) == 0)
		refuse_here(m, "a value");
	if (e != NULL || memchr(v.text.start, '.', v.text.length) != NULL)
		v.kind = FZN_FLOAT;
	errno = 0;
	if (v.kind == FZN_INT)
		v.low = v.high = strtoll(v.text.start, NULL, 10);
	if (errno != 0 || v.text.length > NUMBER_MAX ||
		exponent < -NUMBER_MAX || exponent > NUMBER_MAX)
		fzn_refuse(m, v.text,
			"this number cannot be read; write whole numbers from "
			"-2^63 to 2^63 - 1, and floats of at most %d "
			"characters, with exponents up to %d",
			NUMBER_MAX, NUMBER_MAX);
	next(m);
	return v;
}

/* A number, or the set "1..5"; that of "0.5..1.5" is its two ends. */
static struct fzn_value
read_range(struct fzn_model *m)
{
	struct fzn_value low = read_number(m);
	struct fzn_value set = {.kind = FZN_SET};
	struct fzn_value high;

	if (!accept(m, ".."))
		return low;
	high = read_number(m);
	set.text = text_since(m, low.text.start);
	set.span.first = (uint32_t)m->ranges.count;
	if (low.kind != FZN_INT || high.kind != FZN_INT) {
		low.kind = FZN_FLOAT;
		add_value(m, &m->ranges, low);
		add_value(m, &m->ranges, high);
	} else if (low.low <= high.low) {
		low.high = high.high;
		add_value(m, &m->ranges, low);
	}
	set.span.count = (uint32_t)m->ranges.count - set.span.first;
	return set;
}

static int
order_ranges(const void *a, const void *b)
{
	const struct fzn_value *x = a;
	const struct fzn_value *y = b;

	return (x->low > y->low) - (x->low < y->low);
}

/* After the "{": ascending, and one range of numbers that touch. */
static struct fzn_value
read_set(struct fzn_model *m)
{
	struct fzn_value set = {.kind = FZN_SET};
	const char *start = m->end - 1;
	size_t first = m->ranges.count, last = first;
	struct fzn_value *r;

	for (size_t i = 0; !accept_end(m, "}", i); i++) {
		struct fzn_value one = read_number(m);

		if (one.kind != FZN_INT)
			fzn_refuse(m, one.text,
				"a set of floats is not read; write a range, "
				"or say the values by constraints");
		add_value(m, &m->ranges, one);
	}
	r = m->ranges.at;
	qsort(r + first, m->ranges.count - first, sizeof(*r), order_ranges);
	for (size_t i = first + 1; i < m->ranges.count; i++) {
		if (r[i].low <= r[last].high || r[i].low == r[last].high + 1)
			r[last].high = r[i].high;
		else
			r[++last] = r[i];
	}
	if (m->ranges.count > first)
		m->ranges.count = last + 1;
	set.span = (struct fzn_span){
		(uint32_t)first, (uint32_t)(m->ranges.count - first)};
	set.text = text_since(m, start);
	return set;
}

/* Whether it is a range of floats. */
static bool
is_float_range(const struct fzn_model *m, const struct fzn_value *v)
{
	return v->kind == FZN_SET && v->span.count > 0 &&
	       m->ranges.at[v->span.first].kind == FZN_FLOAT;
}

/* --- values -------------------------------------------------------------- */

/* Where the number of its declaration + 1 stands; 0 for an unknown name. */
static size_t *
find_number(struct fzn_model *m, struct slice name)
{
	size_t i = symbol_table_find(&m->names, name);

	return &m->names.at[i].used[SPACE_FUNCTION];
}

/* What the name stands for, "a[3]" included. */
static struct fzn_value
read_reference(struct fzn_model *m)
{
	struct slice name = read_name(m);
	size_t number = *find_number(m, name);
	struct fzn_value v = {.text = name};
	struct fzn_value index;

	if (number == 0)
		fzn_refuse(m, name,
			"%.*s is not declared before this; declare it with its "
			"domain; " IF_MINIZINC,
			(int)name.length, name.start);
	else
		v = m->declarations.at[number - 1].value;
	if (v.form == FZN_VARIABLE)
		v.text = name;
	if (v.form != FZN_ARRAY || !accept(m, "["))
		return v;
	index = read_number(m);
	expect(m, "]");
	if (index.low >= 1 && index.low <= v.span.count)
		return m->values.at[v.span.first + index.low - 1];
	fzn_refuse(m, index.text,
		"there is no such element; an index is a number from 1 to the "
		"length of the array");
	return v;
}

/* All but an array literal. */
static struct fzn_value
read_scalar(struct fzn_model *m)
{
	struct fzn_value v = {.kind = FZN_BOOL, .text = m->token};

	v.low = v.high = accept(m, "true");
	if (v.low == 1 || accept(m, "false"))
		return v;
	if (accept(m, "{"))
		return read_set(m);
	if (is_name(m->token))
		return read_reference(m);
	v = read_range(m);
	if (is_float_range(m, &v))
		fzn_refuse(m, v.text,
			"a range of floats can only be the domain of a "
			"variable; say by constraints what lies in it");
	return v;
}

static struct fzn_value
read_value(struct fzn_model *m)
{
	const char *start = m->token.start;
	struct fzn_value v = {.form = FZN_ARRAY};

	if (!accept(m, "["))
		return read_scalar(m);
	v.span.first = (uint32_t)m->values.count;
	for (; !accept_end(m, "]", v.span.count); v.span.count++) {
		struct fzn_value one = read_scalar(m);

		if (one.form == FZN_ARRAY)
			fzn_refuse(m, one.text,
				"an array within an array is not FlatZinc; "
				"write its elements");
		add_value(m, &m->values, one);
	}
	v.text = text_since(m, start);
	return v;
}

/* --- statements ---------------------------------------------------------- */

/* Those that say nothing here are skipped; `d` or `c` is NULL. */
static void
read_annotations(struct fzn_model *m, struct fzn_declaration *d,
	struct fzn_constraint *c)
{
	while (accept(m, "::")) {
		struct slice name = read_name(m);
		bool has_arguments = accept(m, "(");

		if (d != NULL && slice_is(name, "output_var"))
			d->is_output = true;
		if (d != NULL && slice_is(name, "output_array") &&
			has_arguments) {
			d->is_output = true;
			d->shape = read_value(m).span;
		}
		if (c != NULL && slice_is(name, "defines_var") &&
			has_arguments) {
			struct fzn_value v = read_scalar(m);

			c->defines =
				v.form == FZN_VARIABLE ? v.variable : FZN_NONE;
		}
		/* Past what is left of the arguments. */
		for (size_t open = has_arguments; open > 0 && !m->is_refused;) {
			char next_char = *m->token.start;

			if (next_char == ';' || next_char == '\0')
				refuse_here(m, "`,` or the end of a list");
			open += strchr("([{", next_char) != NULL;
			open -= strchr(")]}", next_char) != NULL;
			next(m);
		}
	}
}

/* "set of 1..3", as a variable of that kind with the domain. */
static struct fzn_value
read_type(struct fzn_model *m, bool *has_domain)
{
	static const char *const words[] = {"bool", "int", "float"};
	struct fzn_value type = {.form = FZN_VARIABLE};
	bool is_set = accept(m, "set");

	if (is_set)
		expect(m, "of");
	while (type.kind <= FZN_FLOAT && !accept(m, words[type.kind]))
		type.kind++;
	*has_domain = type.kind > FZN_FLOAT;
	if (*has_domain) {
		struct fzn_value domain =
			accept(m, "{") ? read_set(m) : read_range(m);

		if (domain.kind != FZN_SET)
			refuse_here(m, "`..`");
		if (is_set && is_float_range(m, &domain))
			refuse_here(m, "a set of whole numbers");
		type.kind = is_float_range(m, &domain) ? FZN_FLOAT : FZN_INT;
		type.span = domain.span;
	}
	if (is_set)
		type.kind = FZN_SET;
	return type;
}

static void
add_constraint(struct fzn_model *m, struct fzn_constraint c,
	const struct fzn_value *arguments, size_t count)
{
	c.arguments =
		(struct fzn_span){(uint32_t)m->values.count, (uint32_t)count};
	for (size_t i = 0; i < count && i < ARGUMENTS_MAX; i++)
		add_value(m, &m->values, arguments[i]);
	*ARRAY_ADD(m->constraints.at, m->constraints.count,
		m->constraints.capacity) = c;
}

static void
add_declaration(struct fzn_model *m, const struct fzn_declaration *d)
{
	size_t *number = find_number(m, d->name);

	if (*number != 0)
		fzn_refuse(m, d->name,
			"%.*s is declared twice; rename one of them",
			(int)d->name.length, d->name.start);
	*ARRAY_ADD(m->declarations.at, m->declarations.count,
		m->declarations.capacity) = *d;
	*number = m->declarations.count;
}

static void
read_declaration(struct fzn_model *m)
{
	static const char *const equals[] = {
		"bool_eq", "int_eq", "float_eq", "set_eq"};
	struct fzn_declaration d = {.definition = FZN_NONE};
	const char *start = m->token.start;
	struct fzn_value value = {0};
	bool is_array = accept(m, "array");
	bool is_variable, has_value;

	if (is_array) {
		expect(m, "[");
		(void)read_range(m);
		expect(m, "]");
		expect(m, "of");
	}
	is_variable = accept(m, "var") && !is_array;
	d.value = read_type(m, &d.has_domain);
	d.value.variable = (uint32_t)m->declarations.count;
	expect(m, ":");
	d.name = d.value.text = read_name(m);
	read_annotations(m, &d, NULL);
	has_value = accept(m, "=");
	if (has_value)
		value = read_value(m);
	else if (!is_variable)
		refuse_here(m, "`=` and a value");
	if (has_value && is_array != (value.form == FZN_ARRAY))
		fzn_refuse(m, value.text,
			"the value of %.*s is not of its type; write [...] for "
			"an array, and only for one; name what is declared "
			"before",
			(int)d.name.length, d.name.start);
	d.text = text_since(m, start);
	if (!is_variable)
		d.value = value;
	else if (has_value) /* which is a constraint, too */
		add_constraint(m,
			(struct fzn_constraint){
				.name = slice_of(equals[d.value.kind]),
				.text = d.text,
				.defines = FZN_NONE},
			(struct fzn_value[]){d.value, value}, 2);
	add_declaration(m, &d);
}

/* After "constraint". */
static void
read_constraint(struct fzn_model *m, const char *start)
{
	struct fzn_constraint c = {.defines = FZN_NONE};
	struct fzn_value arguments[ARGUMENTS_MAX];
	size_t count = 0;

	c.name = read_name(m);
	expect(m, "(");
	for (; !accept_end(m, ")", count); count++) {
		struct fzn_value one = read_value(m);

		if (count < ARGUMENTS_MAX)
			arguments[count] = one;
	}
	read_annotations(m, NULL, &c);
	c.text = text_since(m, start);
	add_constraint(m, c, arguments, count);
}

/* After "solve". */
static void
read_solve(struct fzn_model *m, const char *start)
{
	struct fzn_value *o = &m->objective;

	if (m->goal != FZN_NO_GOAL)
		fzn_refuse(m, text_since(m, start),
			"there are two solve items; leave one of them out");
	read_annotations(m, NULL, NULL);
	m->goal = accept(m, "minimize")	  ? FZN_MINIMIZE
		  : accept(m, "maximize") ? FZN_MAXIMIZE
					  : FZN_SATISFY;
	if (m->goal == FZN_SATISFY) {
		expect(m, "satisfy");
		return;
	}
	*o = read_scalar(m);
	m->solve = text_since(m, start);
	if (o->form == FZN_ARRAY ||
		(o->kind != FZN_INT && o->kind != FZN_FLOAT))
		fzn_refuse(m, o->text,
			"the objective is neither an int nor a float; name a "
			"variable of one of these types, declared before");
}

bool
fzn_model_read(struct fzn_model *m, const char *text, struct diagnostic *fault)
{
	*m = (struct fzn_model){
		.text = text, .token = {text, 0}, .fault = fault};
	/* Spans without elements point somewhere, too. */
	add_value(m, &m->values, (struct fzn_value){0});
	add_value(m, &m->ranges, (struct fzn_value){0});
	next(m);
	while (m->token.length > 0) {
		const char *start = m->token.start;

		if (slice_is_one_of(
			    m->token, "include enum output function type test"))
			fzn_refuse(m, m->token,
				"this is MiniZinc, not FlatZinc; " COMPILE_IT
				"; or write it in SMT-LIB: the guide "
				"satchel://guide/patterns has alldifferent, "
				"circuit and others");
		else if (accept(m, "predicate"))
			while (m->token.length > 0 && *m->token.start != ';')
				next(m);
		else if (accept(m, "constraint"))
			read_constraint(m, start);
		else if (accept(m, "solve"))
			read_solve(m, start);
		else
			read_declaration(m);
		expect(m, ";");
	}
	if (m->goal == FZN_NO_GOAL)
		refuse_here(m, "a solve item, such as `solve satisfy;`,");
	return !m->is_refused;
}

void
fzn_model_release(struct fzn_model *m)
{
	free(m->values.at);
	free(m->ranges.at);
	free(m->declarations.at);
	free(m->constraints.at);
	symbol_table_release(&m->names);
	*m = (struct fzn_model){0};
}
