#include "language/dsl_names.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/nearest.h"

enum {
	LIMIT_BRACKETS = 200,	 /* in brackets */
	LIMIT_TERM_DEPTH = 2000, /* also of a + b - c + d ... */
	LIMIT_POWER = 64,
	ANY = LIMIT_MESSAGE, /* number of arguments */
};

/* How an operator is written; of those between terms and before them what
 * binds more tightly comes later. */
enum level {
	BITS_SORT, /* a function where a sort stands */
	ARRAY_SORT,
	LITERAL,
	CALL,
	QUANTIFIER,
	CHOICE, /* a call whose first argument is a condition */
	BITS,
	BRANCH,
	OR,
	AND,
	NOT,
	COMPARISON,
	BIT_OR,
	BIT_XOR,
	BIT_AND,
	SHIFT,
	SUM,
	PRODUCT,
	PREFIX,
	POWER,
	INDEX,
	OTHER, /* of another language; `empty` is what to write */
};

static const struct dsl_operator {
	const char *word;
	enum level level;
	size_t least, most;
	bool is_condition;
	const char *heads[TYPE + 1]; /* by the sort of its arguments */
	const char *empty;
} ops[] = {
#define OPERATOR(word, level, least, most, is_condition, of_bool, of_int, \
	of_real, of_bits, empty) \
	{word, level, least, most, is_condition, \
		{of_bool, of_int, of_real, of_bits}, empty},
#define OF_ANY_SORT(word, level, least, most, is_condition, head, empty) \
	{word, level, least, most, is_condition, \
		{head, head, head, head, head, head}, empty},
#define INSTEAD(word, advice) {word, OTHER, 0, 0, false, {NULL}, advice},
#include "language/dsl_operators.def"
#undef OPERATOR
#undef OF_ANY_SORT
#undef INSTEAD
};

enum { OP_COUNT = sizeof(ops) / sizeof(ops[0]) };

/* Of what is a sort itself. */
static const struct dsl_sort dsl_type[1] = {{.kind = TYPE, .text = "a sort"}};

/* (head arguments tail), or a head alone. */
struct dsl_term {
	const struct dsl_sort *sort;
	const struct dsl_sort *value; /* of a type */
	struct slice source;
	struct slice head;
	const char *tail; /* or NULL */
	bool is_number;	  /* a numeral, */
	bool is_negative; /* maybe with a minus */
	bool is_constant; /* of numerals alone: Python would compute it */
	unsigned depth;
	struct argument {
		struct dsl_term *term;
		struct argument *next;
	} * first, **end;
	size_t count;
};

static struct dsl_term *parse_expression(struct dsl *d);

/* --- tokens --------------------------------------------------------------- */

/* The token, or the end of the text, that is next. */
static struct slice
next_token(const struct dsl *d)
{
	/* Of a number, and of what is like one, all: 1e3, 1.2.3 */
	static const char numeral[] = "0123456789abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ_.";
	const char *at = d->read.at;
	size_t size = dsl_identifier(at);

	if (at[0] != '\0' && slice_is_one_of((struct slice){at, 2},
				     "** // << >> <= >= == != && || -> =>"))
		size = 2;
	if (isdigit((unsigned char)*at))
		size = strspn(at, numeral);
	return (struct slice){at, size > 0 ? size : *at != '\0'};
}

static struct slice
next_word(const struct dsl *d)
{
	return (struct slice){d->read.at, dsl_identifier(d->read.at)};
}

static bool
accept(struct dsl *d, const char *token)
{
	bool is_here = slice_is(next_token(d), token);

	if (is_here)
		dsl_pass(d, strlen(token));
	return is_here;
}

/* The first of these levels that the word is an operator of, or NULL. */
static const struct dsl_operator *
find_op(struct slice word, enum level least, enum level most)
{
	for (size_t i = 0; i < OP_COUNT; i++) {
		if (ops[i].level >= least && ops[i].level <= most &&
			slice_is(word, ops[i].word))
			return &ops[i];
	}
	return NULL;
}

/* --- faults --------------------------------------------------------------- */

static struct dsl_term *
new_term(struct dsl *d, const struct dsl_sort *sort, const char *start)
{
	struct dsl_term *t = dsl_own(d, mem_new(sizeof(*t)));

	t->sort = sort;
	t->end = &t->first;
	t->source = (struct slice){start, (size_t)(d->read.end - start)};
	return t;
}

/* No token is accepted after it, so everything returns without a check of its
 * own. */
#define refuse(d, piece, ...) \
	(dsl_refuse((d), (piece), __VA_ARGS__), \
		new_term((d), dsl_bool, (d)->read.at))

static const char less_nesting[] = "less nesting, of 200 levels,";
static const char write_sort[] =
	"write Bool, Int, Real, BitVecSort(8), ArraySort(Int, Real) or a name "
	"that sorts declares, as {\"name\": \"Person\", \"type\": "
	"\"DeclareSort\"}";

/* What to write in the place of a word of other languages, or NULL. */
static const char *
advice_of(struct slice word)
{
	const struct dsl_operator *o = find_op(word, OTHER, OTHER);

	return o != NULL ? o->empty : NULL;
}

static struct dsl_term *
refuse_here(struct dsl *d, const char *wanted)
{
	struct slice token = next_token(d);
	const char *advice = advice_of(token);

	if (advice == NULL)
		advice = d->read.is_type ? write_sort : "write one expression";
	if (token.length == 0)
		return refuse(d, token, "%s is expected, and the %s ends; %s",
			wanted, d->read.is_type ? "sort" : "expression",
			advice);
	return refuse(d, token, "%s is expected, and not `%.*s`; %s", wanted,
		token.length < DSL_QUOTED_MAX ? (int)token.length
					      : DSL_QUOTED_MAX,
		token.start, advice);
}

static void
expect(struct dsl *d, const char *token)
{
	bool is_word = dsl_identifier(token) > 0;
	DROP(text)
	char *wanted = text_format("%s%s", is_word ? "" : "a ", token);

	if (!accept(d, token))
		(void)refuse_here(d, wanted);
}

/* The operator, declared name or sort that the word was to be; or NULL. */
static const char *
find_nearest(const struct dsl *d, struct slice word)
{
	DROP(text) char *wanted = text_copy_n(word.start, word.length);
	struct nearest near = {.word = wanted};

	for (size_t i = 0; i < OP_COUNT; i++) {
		if (ops[i].level < BRANCH &&
			(ops[i].level <= ARRAY_SORT) == d->read.is_type)
			nearest_offer(&near, ops[i].word);
	}
	for (size_t i = 0; i < d->count; i++) {
		const struct dsl_name *name = d->names[i];
		bool is_sort = name->type != NULL || name->defined != NULL;

		/* The words of these are strings. */
		if (d->read.is_type ? is_sort : name->kind != DSL_UNKNOWN)
			nearest_offer(&near, d->words.at[i].text.start);
	}
	return near.best;
}

static struct dsl_term *
refuse_unknown(struct dsl *d, struct slice word)
{
	const char *advice = advice_of(word);
	const char *near = find_nearest(d, word);

	if (advice != NULL)
		return refuse(
			d, word, " is not a part of expressions; %s", advice);
	if (d->read.is_type)
		return refuse(d, word, " is not a sort%s%.60s%s; %s",
			near != NULL ? ", did you mean " : "",
			near != NULL ? near : "", near != NULL ? "?" : "",
			write_sort);
	return refuse(d, word,
		" is not declared; %s%.60s%sdeclare it in constants, "
		"functions or variables",
		near != NULL ? "did you mean " : "", near != NULL ? near : "",
		near != NULL ? "? Otherwise " : "");
}

/* --- sorts ---------------------------------------------------------------- */

/* The sort of that name, IntSort or IntSort(). A fault in its type is one of
 * the name where it is used. */
static struct dsl_term *
parse_defined(struct dsl *d, struct slice word, struct dsl_name *name)
{
	struct dsl_term *t = new_term(d, dsl_type, word.start);

	if (accept(d, "("))
		expect(d, ")");
	if (name->is_open)
		return refuse(d, word, " is made of itself; %s", write_sort);
	if (name->defined == NULL) {
		const struct dsl_reader outer = d->read;

		name->is_open = true;
		name->defined = dsl_sort(d, name->type);
		name->is_open = false;
		d->read = outer;
		if (d->has_failed) {
			d->fault_offset = (size_t)(word.start - outer.text);
			dsl_pass(d, strlen(d->read.at));
		}
	}
	t->value = name->defined;
	return t;
}

/* --- terms ---------------------------------------------------------------- */

static struct dsl_term *parse_infix(struct dsl *d, enum level least);

static struct dsl_term *
add(struct dsl *d, struct dsl_term *t, struct dsl_term *argument)
{
	if (d->has_failed)
		return t;
	*t->end = dsl_own(d, mem_new(sizeof(struct argument)));
	(*t->end)->term = argument;
	t->end = &(*t->end)->next;
	t->count++;
	if (argument->depth >= t->depth)
		t->depth = argument->depth + 1;
	return t->depth <= LIMIT_TERM_DEPTH
		       ? t
		       : refuse(d, t->source,
				 " begins a term that is too deep; split it");
}

static void
write_term(const struct dsl_term *t, struct buf *out)
{
	bool is_list = t->is_negative || t->count > 0;

	(void)buf_add_text(out, is_list ? "(" : "");
	(void)buf_add_text(out, t->is_negative ? "- " : "");
	(void)buf_add(out, t->head.start, t->head.length);
	if (t->is_number && t->sort == dsl_real &&
		memchr(t->head.start, '.', t->head.length) == NULL)
		(void)buf_add_text(out, ".0");
	/* a**b and a < b < c repeat a part, up to the ceiling. */
	for (const struct argument *a = t->first; a != NULL && !out->overflowed;
		a = a->next) {
		(void)buf_add_char(out, ' ');
		write_term(a->term, out);
	}
	(void)buf_add_text(out, t->tail != NULL ? t->tail : "");
	(void)buf_add_text(out, is_list ? ")" : "");
}

/* (_ bv5 8), cut to the width as Z3's API does. */
static struct slice
bits_of(struct dsl *d, const struct dsl_term *number, unsigned long width)
{
	unsigned long long value = strtoull(number->head.start, NULL, 10);

	value &= width < 64 ? (1ULL << width) - 1 : ~0ULL;
	return slice_of(dsl_own(
		d, text_format(number->is_negative ? "(bvneg (_ bv%llu %lu))"
						   : "(_ bv%llu %lu)",
			   value, width)));
}

/* The term as one of that sort: numerals become what is wanted, Bool counts as
 * 0 or 1, Int as Real. */
static struct dsl_term *
convert(struct dsl *d, struct dsl_term *t, const struct dsl_sort *wanted)
{
	bool is_numeral = t->is_number && t->sort == dsl_int;
	struct dsl_term *made;

	if (d->has_failed || strcmp(t->sort->text, wanted->text) == 0)
		return t;
	made = new_term(d, wanted, t->source.start);
	made->source = t->source;
	made->head = t->head;
	made->is_constant = t->is_constant;
	if (is_numeral && wanted->kind == REAL) {
		made->is_number = true;
		made->is_negative = t->is_negative;
		return made;
	}
	if (is_numeral && wanted->kind == BITVEC && t->head.length < 20) {
		made->head = bits_of(d, t, wanted->width);
		return made;
	}
	if (t->sort->kind == INT && wanted->kind == REAL) {
		made->head = slice_of("to_real");
		return add(d, made, t);
	}
	if (t->sort->kind == BOOL &&
		(wanted->kind == INT || wanted->kind == REAL)) {
		made->head = slice_of("ite");
		made->tail = wanted->kind == INT ? " 1 0" : " 1.0 0.0";
		return add(d, made, t);
	}
	return refuse(d, t->source,
		" is of sort %.80s where %.80s is expected; %s", t->sort->text,
		wanted->text,
		wanted->kind == BOOL
			? "write a condition, such as x > 0 or x == y"
		: wanted->kind == INT
			? "make it whole, or the other side a Real"
		: wanted->kind == BITVEC ? "write BitVecVal(value, width)"
					 : "combine values of one sort");
}

/* --- operators ------------------------------------------------------------ */

static bool
check_count(struct dsl *d, const struct dsl_term *t, size_t least, size_t most)
{
	if (t->count < least || t->count > most)
		(void)refuse(d, t->source,
			" takes %zu argument%s and has %zu; write as many",
			least, least == 1 ? "" : "s", t->count);
	return !d->has_failed;
}

/* The largest kind of number from that argument on. */
static const struct dsl_sort *
common_sort(const struct dsl_operator *o, const struct argument *from,
	bool is_constant)
{
	const struct dsl_sort *sort;

	assert(from != NULL); /* check_count has seen it */
	sort = from->term->sort;
	if (o->heads[BOOL] != NULL && o->heads[BITVEC] == NULL)
		return dsl_bool;
	for (const struct argument *a = from->next; a != NULL; a = a->next) {
		const struct dsl_sort *other = a->term->sort;

		if (sort->kind < other->kind && other->kind <= BITVEC)
			sort = other;
	}
	if (sort == dsl_bool && o->heads[BOOL] == NULL && o->heads[INT] != NULL)
		sort = dsl_int;
	return sort == dsl_int && is_constant && strcmp(o->word, "/") == 0
		       ? dsl_real
		       : sort;
}

/* Of BitVecSort(8), BitVecVal(5, 8) or a**2; 0: it is not a numeral. */
static unsigned long
numeral_of(const struct dsl_term *t)
{
	return t->is_number && t->sort == dsl_int && !t->is_negative
		       ? strtoul(t->head.start, NULL, 10)
		       : 0;
}

/* What makes sorts, or a number of one. */
static struct dsl_term *
apply_to_sort(struct dsl *d, const struct dsl_operator *o, struct dsl_term *t)
{
	struct dsl_term *first = t->first->term;
	const struct dsl_term *last =
		t->count > 1 ? t->first->next->term : first;

	t->sort = dsl_type;
	if (o->level == BITS_SORT)
		t->value = dsl_bits_sort(d, t->source, numeral_of(last));
	else if (o->level == ARRAY_SORT && first->sort == dsl_type &&
		 last->sort == dsl_type)
		t->value =
			dsl_array_sort(d, t->source, first->value, last->value);
	else if (o->level == ARRAY_SORT)
		return refuse(d, t->source,
			" has no two sorts, of index and element; %s",
			write_sort);
	else if (first->is_number && first->sort == dsl_int)
		return convert(d, first,
			dsl_bits_sort(d, t->source, numeral_of(last)));
	else
		return refuse(d, t->source,
			" has no whole number; write BitVecVal(5, 8)");
	return t;
}

/* To no argument: what that is worth. */
static struct dsl_term *
apply_to_none(const struct dsl_operator *o, struct dsl_term *t)
{
	t->is_number = t->is_constant = isdigit((unsigned char)*o->empty);
	t->sort = t->is_number ? dsl_int : dsl_bool;
	t->head = slice_of(o->empty);
	return t;
}

/* The operator of the arguments that t has, of which the text ends here. */
static struct dsl_term *
apply(struct dsl *d, const struct dsl_operator *o, struct dsl_term *t)
{
	const struct argument *from = t->first;
	const struct dsl_sort *sort;

	t->source.length = (size_t)(d->read.end - t->source.start);
	if (d->has_failed || !check_count(d, t, o->least, o->most))
		return t;
	if (t->first == NULL)
		return apply_to_none(o, t);
	if (o->level <= ARRAY_SORT || o->level == BITS)
		return apply_to_sort(d, o, t);
	if (o->level == CHOICE)
		from = from->next;
	t->is_constant = true;
	for (const struct argument *a = t->first; a != NULL; a = a->next)
		t->is_constant &= a->term->is_constant;
	sort = common_sort(o, from, t->is_constant);
	if (o->heads[sort->kind] == NULL)
		return refuse(d, t->source,
			" is of sort %.80s, to which %s does not apply; %s",
			sort->text, o->word,
			strchr("&|^~", o->word[0]) != NULL
				? "& and | bind more tightly than comparisons, "
				  "so write And(a > 0, b > 0), Or(...), "
				  "Not(...)"
				: "combine values of a sort that has it");
	for (struct argument *a = t->first; a != NULL; a = a->next)
		a->term = convert(d, a->term,
			o->level == CHOICE && a == t->first ? dsl_bool : sort);
	t->sort = o->is_condition ? dsl_bool : sort;
	t->head = slice_of(o->heads[sort->kind]);
	if (t->count > 1 || o->most == 1)
		return t;
	/* One alone is all of it, and need not differ. */
	return strcmp(o->word, "Distinct") == 0
		       ? apply_to_none(
				 o, new_term(d, dsl_bool, t->source.start))
		       : t->first->term;
}

/* --- numbers, names and calls --------------------------------------------- */

/* 12, 0.5 or 0xff. */
static struct dsl_term *
parse_number(struct dsl *d)
{
	static const char digits[] = "0123456789abcdefABCDEF";
	const char *at = d->read.at;
	bool is_hex = at[0] == '0' && (at[1] | ' ') == 'x';
	size_t whole =
		is_hex ? 2 + strspn(at + 2, digits) : strspn(at, "0123456789");
	size_t fraction = at[whole] == '.' && !is_hex
				  ? 1 + strspn(at + whole + 1, "0123456789")
				  : 0;
	size_t size = whole + fraction;
	size_t zeros = strspn(at, "0");
	struct dsl_term *t;

	if ((is_hex && (whole < 3 || whole > 18)) || fraction == 1 ||
		size > LIMIT_DIGITS || dsl_identifier(at + size) > 0 ||
		at[size] == '.')
		return refuse_here(d,
			"a number, such as 12, 0.5, 0xff or 1/3, of at most "
			"10000 digits");
	dsl_pass(d, size);
	t = new_term(d, fraction > 0 ? dsl_real : dsl_int, at);
	t->is_number = t->is_constant = true;
	zeros -= zeros == whole; /* but for one digit */
	t->head = is_hex ? slice_of(dsl_own(
				   d, text_format("%llu",
					      strtoull(at + 2, NULL, 16))))
			 : (struct slice){at + zeros, size - zeros};
	return t;
}

/* After "(". [a, b] among the arguments is as a, b where any number may be. */
static struct dsl_term *
parse_arguments(struct dsl *d, struct dsl_term *t, bool may_be_list)
{
	if (accept(d, ")"))
		return t;
	do {
		bool is_list = may_be_list && accept(d, "[");

		if (is_list && accept(d, "]"))
			continue;
		do
			t = add(d, t, parse_expression(d));
		while (is_list && accept(d, ","));
		if (is_list)
			expect(d, "]");
	} while (accept(d, ","));
	expect(d, ")");
	return t;
}

/* From a variable of a quantifier on, which is bound while what comes after it
 * is read. The head grows by it, and the body is the argument of t. */
static void
parse_bound(struct dsl *d, struct dsl_term *t, bool is_list, struct buf *head)
{
	struct slice word = next_word(d);
	struct dsl_name *name = dsl_find_name(d, word);
	const struct dsl_sort *outer = name->bound;

	if (d->read.depth++ > LIMIT_BRACKETS)
		(void)refuse_here(d, less_nesting);
	else if (word.length == 0)
		(void)refuse_here(d, "a variable of the quantifier");
	else if (outer == NULL && name->kind == DSL_UNKNOWN)
		(void)refuse_unknown(d, word);
	else if (outer == NULL &&
		 (name->kind == DSL_FUNCTION || name->kind == DSL_VALUE))
		(void)refuse(d, word, " cannot be bound; use a variable");
	if (d->has_failed)
		return;
	name->bound = outer != NULL ? outer : name->sort;
	(void)buf_add_format(head, " (%s %s)", name->symbol, name->bound->text);
	dsl_pass(d, word.length);
	if (is_list && accept(d, ",")) {
		parse_bound(d, t, is_list, head);
	} else {
		if (is_list)
			expect(d, "]");
		expect(d, ",");
		(void)add(d, t, convert(d, parse_expression(d), dsl_bool));
	}
	name->bound = outer;
	d->read.depth--;
}

/* After "(". */
static struct dsl_term *
parse_quantifier(
	struct dsl *d, const struct dsl_operator *o, struct dsl_term *t)
{
	DROP(buf) struct buf head;

	buf_init(&head, LIMIT_MESSAGE);
	(void)buf_add_format(&head, "%s (", o->heads[BOOL]);
	parse_bound(d, t, accept(d, "["), &head);
	(void)buf_add_char(&head, ')');
	t->head = slice_of(dsl_own(d, buf_detach(&head)));
	expect(d, ")");
	return t;
}

/* A name that is not declared: an operator of that name. */
static struct dsl_term *
parse_call(struct dsl *d, struct slice word)
{
	const struct dsl_operator *o =
		d->read.is_type ? find_op(word, BITS_SORT, ARRAY_SORT)
				: find_op(word, LITERAL, BITS);
	struct dsl_term *t = new_term(d, dsl_bool, word.start);

	if (o == NULL)
		return refuse_unknown(d, word);
	if (o->level == LITERAL)
		return apply(d, o, t);
	expect(d, "(");
	return o->level == QUANTIFIER
		       ? parse_quantifier(d, o, t)
		       : apply(d, o, parse_arguments(d, t, o->most == ANY));
}

static struct dsl_term *
parse_function(struct dsl *d, const struct dsl_name *name, struct dsl_term *t)
{
	const struct dsl_sort *const *domain = name->domain;

	if (accept(d, "("))
		t = parse_arguments(d, t, false);
	if (check_count(d, t, name->arity, name->arity)) {
		for (struct argument *a = t->first; a != NULL; a = a->next)
			a->term = convert(d, a->term, *domain++);
	}
	return t;
}

static struct dsl_term *
parse_word(struct dsl *d)
{
	struct slice word = next_word(d);
	struct dsl_name *name = dsl_find_name(d, word);
	struct dsl_term *t;

	if (slice_is(word, "lambda") || slice_is(word, "for") ||
		slice_is(word, "if"))
		return refuse_here(d, "a value");
	dsl_pass(d, word.length);
	if (d->read.is_type && (name->type != NULL || name->defined != NULL))
		return parse_defined(d, word, name);
	if (d->read.is_type ||
		(name->bound == NULL && name->kind == DSL_UNKNOWN))
		return parse_call(d, word);
	t = new_term(
		d, name->bound != NULL ? name->bound : name->sort, word.start);
	t->head = slice_of(name->symbol);
	if (name->bound == NULL && name->kind == DSL_FUNCTION)
		return parse_function(d, name, t);
	if (slice_is(next_token(d), "("))
		return refuse(d, word,
			" is not a function; leave out the ( ), or write a[i] "
			"if it is an array");
	if (name->kind == DSL_VARIABLE && name->bound == NULL &&
		!name->is_free) {
		name->is_free = true;
		*ARRAY_ADD(d->free, d->free_count, d->free_capacity) = name;
	}
	return t;
}

/* --- operators around terms ----------------------------------------------- */

static struct dsl_term *
parse_atom(struct dsl *d)
{
	struct dsl_term *t;

	if (isdigit((unsigned char)*d->read.at))
		return parse_number(d);
	if (next_word(d).length > 0)
		return parse_word(d);
	if (!accept(d, "("))
		return refuse_here(d, d->read.is_type ? "a sort" : "a value");
	t = parse_expression(d);
	expect(d, ")");
	return t;
}

/* After a + nothing is done. */
static struct dsl_term *
parse_prefix(struct dsl *d, enum level least)
{
	const struct dsl_operator *o = find_op(next_token(d), PREFIX, PREFIX);
	const char *start = d->read.at;
	struct dsl_term *t;

	if (o == NULL && least <= NOT)
		o = find_op(next_token(d), NOT, NOT);
	if (o == NULL)
		return accept(d, "+") ? parse_infix(d, PREFIX) : parse_atom(d);
	dsl_pass(d, strlen(o->word));
	t = parse_infix(d, o->level);
	if (*o->word == '-' && t->is_number)
		t->is_negative = !t->is_negative;
	else
		t = apply(d, o, add(d, new_term(d, dsl_bool, start), t));
	t->source = (struct slice){start, (size_t)(d->read.end - start)};
	return t;
}

/* After a[. */
static struct dsl_term *
parse_index(struct dsl *d, struct dsl_term *array)
{
	struct dsl_term *t =
		new_term(d, array->sort->element, array->source.start);
	struct dsl_term *index = parse_expression(d);

	if (d->has_failed || array->sort->kind != ARRAY)
		return refuse(d, array->source,
			" is not an array; a function is applied with ( )");
	t->head = slice_of("select");
	t = add(d, t, array);
	t = add(d, t, convert(d, index, array->sort->index));
	expect(d, "]");
	t->source.length = (size_t)(d->read.end - t->source.start);
	return t;
}

/* After a **. */
static struct dsl_term *
parse_power(struct dsl *d, struct dsl_term *base)
{
	struct dsl_term *product = new_term(d, dsl_bool, base->source.start);
	const struct dsl_term *exponent = parse_infix(d, PREFIX);
	unsigned long count = numeral_of(exponent);

	if (d->has_failed || count < 1 || count > LIMIT_POWER)
		return refuse(d, exponent->source,
			" is not an exponent; write a whole number from 1 to "
			"64");
	for (; count > 0; count--)
		product = add(d, product, base);
	return apply(d, find_op(slice_of("Product"), CALL, CALL), product);
}

/* After a if. */
static struct dsl_term *
parse_branch(struct dsl *d, struct dsl_term *yes)
{
	struct dsl_term *t = new_term(d, dsl_bool, yes->source.start);

	t = add(d, t, parse_infix(d, OR));
	t = add(d, t, yes);
	expect(d, "else");
	t = add(d, t, parse_expression(d));
	return apply(d, find_op(slice_of("If"), CHOICE, CHOICE), t);
}

/* An operator after a term that binds at least so, which is passed; or NULL. */
static const struct dsl_operator *
accept_op(struct dsl *d, enum level least)
{
	const struct dsl_operator *o = find_op(next_token(d), least, INDEX);

	if (o == NULL || o->most == 1)
		return NULL;
	dsl_pass(d, strlen(o->word));
	return o;
}

/* After a <: a < b <= c is And(a < b, b <= c). */
static struct dsl_term *
parse_comparisons(
	struct dsl *d, const struct dsl_operator *o, struct dsl_term *left)
{
	struct dsl_term *all = new_term(d, dsl_bool, left->source.start);

	for (; o != NULL; o = accept_op(d, COMPARISON)) {
		struct dsl_term *t = new_term(d, dsl_bool, left->source.start);
		struct dsl_term *right = parse_infix(d, COMPARISON + 1);

		t = add(d, add(d, t, left), right);
		all = add(d, all, apply(d, o, t));
		left = right;
	}
	return apply(d, find_op(slice_of("And"), CALL, CALL), all);
}

/* After any other: a or b or c is one Or. */
static struct dsl_term *
parse_operands(
	struct dsl *d, const struct dsl_operator *o, struct dsl_term *left)
{
	struct dsl_term *t = new_term(d, dsl_bool, left->source.start);

	t = add(d, t, left);
	do
		t = add(d, t, parse_infix(d, o->level + 1));
	while (o->most == ANY && accept(d, o->word));
	return apply(d, o, t);
}

/* What binds at least so. Every way down passes here. */
static struct dsl_term *
parse_infix(struct dsl *d, enum level least)
{
	struct dsl_term *t;
	const struct dsl_operator *o;

	if (d->read.depth > LIMIT_BRACKETS)
		return refuse_here(d, less_nesting);
	d->read.depth++;
	t = parse_prefix(d, least);
	while ((o = accept_op(d, least)) != NULL) {
		t = o->level == BRANCH	     ? parse_branch(d, t)
		    : o->level == COMPARISON ? parse_comparisons(d, o, t)
		    : o->level == POWER	     ? parse_power(d, t)
		    : o->level == INDEX	     ? parse_index(d, t)
					     : parse_operands(d, o, t);
	}
	d->read.depth--;
	return t;
}

static struct dsl_term *
parse_expression(struct dsl *d)
{
	return parse_infix(d, BRANCH);
}

/* The whole text. */
static struct dsl_term *
parse(struct dsl *d, const char *text, bool is_type)
{
	struct dsl_term *t;

	dsl_begin(d, text, is_type);
	t = parse_expression(d);
	return *d->read.at == '\0'
		       ? t
		       : refuse_here(d, is_type ? "the end of the sort"
						: "the end of the expression");
}

const struct dsl_sort *
dsl_sort(struct dsl *d, const char *text)
{
	struct dsl_term *t = parse(d, text, true);

	if (t->sort != dsl_type)
		t = refuse(d, t->source, " is not a sort; %s", write_sort);
	return d->has_failed ? dsl_bool : t->value;
}

void
dsl_expression(struct dsl *d, const char *text, const struct dsl_sort *wanted,
	struct buf *out)
{
	size_t owned = d->owned_count;
	struct dsl_term *t = parse(d, text, false);

	if (wanted != NULL)
		t = convert(d, t, wanted);
	else if (t->sort->kind < INT || t->sort->kind > BITVEC)
		t = refuse(d, t->source,
			" is not a number; write a term to be as large or "
			"small as possible");
	if (!d->has_failed)
		write_term(t, out);
	dsl_free_owned(d, owned);
}
