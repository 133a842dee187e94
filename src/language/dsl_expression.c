#include "language/dsl_expression.h"

#include <ctype.h>
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

struct term {
	const char *sort;
	struct slice source;
	bool is_number;	  /* a numeral: `head`, maybe with a minus */
	bool is_constant; /* of numerals alone: Python would compute it */
	char *head;	  /* a symbol, or the beginning of an application */
	struct term **arguments;
	size_t count, capacity;
	unsigned depth;
};

struct parser {
	struct dsl_names *names;
	const char *text;
	const char *at;	 /* at a token */
	const char *end; /* of the last token that was passed */
	unsigned depth;
	struct term **terms; /* all of them */
	size_t count, capacity;
	struct dsl_fault *fault;
};

static struct term *parse_expression(struct parser *p);
static struct term *parse_unary(struct parser *p);

/* --- terms --------------------------------------------------------------- */

/* The head is taken. */
static struct term *
new_term(struct parser *p, const char *sort, char *head, const char *start)
{
	struct term *t = mem_new(sizeof(*t));

	*ARRAY_ADD(p->terms, p->count, p->capacity) = t;
	t->sort = sort;
	t->head = head;
	t->source = (struct slice){start, (size_t)(p->end - start)};
	return t;
}

static struct term *
refuse(struct parser *p, struct slice at, const char *what)
{
	(void)dsl_refuse(p->fault, (size_t)(at.start - p->text), at.length,
		"`%.*s` %s", at.length < 60 ? (int)at.length : 60, at.start,
		what);
	return NULL;
}

/* The term, or NULL when it is too deep or there is no argument. */
static struct term *
add(struct parser *p, struct term *t, struct term *argument)
{
	if (t == NULL || argument == NULL)
		return NULL;
	*ARRAY_ADD(t->arguments, t->count, t->capacity) = argument;
	if (argument->depth >= t->depth)
		t->depth = argument->depth + 1;
	return t->depth <= LIMIT_TERM_DEPTH
		       ? t
		       : refuse(p, t->source,
				 "begins a term that is too deep; split it");
}

static void
write_term(const struct term *t, struct buf *out)
{
	bool is_negative = t->is_number && *t->head == '-';
	bool lacks_point = t->is_number && t->sort == dsl_real &&
			   strchr(t->head, '.') == NULL;

	(void)buf_add_format(out, "%s%s%s",
		is_negative    ? "(- "
		: t->count > 0 ? "("
			       : "",
		t->head + is_negative, lacks_point ? ".0" : "");
	/* a**b and a < b < c repeat a part, up to the ceiling. */
	for (size_t i = 0; i < t->count && !out->overflowed; i++) {
		(void)buf_add_char(out, ' ');
		write_term(t->arguments[i], out);
	}
	(void)buf_add_text(out, is_negative || t->count > 0 ? ")" : "");
}

/* --- sorts --------------------------------------------------------------- */

enum kind { BOOL, INT, REAL, BITVEC, ARRAY, NAMED, KIND_COUNT };

static enum kind
kind_of(const char *sort)
{
	if (sort == dsl_bool || sort == dsl_int || sort == dsl_real)
		return sort == dsl_bool ? BOOL : sort == dsl_int ? INT : REAL;
	return strncmp(sort, "(_", 2) == 0 ? BITVEC
	       : *sort == '('		   ? ARRAY
					   : NAMED;
}

static size_t
sort_size(const char *text)
{
	size_t depth = 0;
	size_t size = 0;

	do {
		depth += text[size] == '(';
		depth -= text[size] == ')';
		size += *text == '|' ? strcspn(text + 1, "|") + 2 : 1;
	} while (depth > 0 || (text[size] != ' ' && text[size] != ')' &&
				      text[size] != '\0'));
	return size;
}

/* The sort of index (0) or element (1) of (Array I E). */
static const char *
part_of(struct parser *p, const char *array, int part)
{
	const char *at = array + strlen("(Array ");
	char *text;

	if (part == 1)
		at += sort_size(at) + 1;
	text = text_copy_n(at, sort_size(at));
	(void)new_term(p, NULL, text, p->at); /* it owns the text */
	if (strcmp(text, dsl_bool) == 0)
		return dsl_bool;
	if (strcmp(text, dsl_int) == 0)
		return dsl_int;
	return strcmp(text, dsl_real) == 0 ? dsl_real : text;
}

static struct term *
refuse_sort(struct parser *p, const struct term *t, const char *wanted)
{
	enum kind kind = kind_of(wanted);
	DROP(text)
	char *what = text_format("is of sort %.80s where %.80s is expected; %s",
		t->sort, wanted,
		kind == BITVEC ? "write BitVecVal(value, width)"
		: kind == BOOL ? "write a condition, such as x > 0 or x == y"
		: kind == INT  ? "make it whole, or the other side a Real"
			       : "combine values of one sort");

	return refuse(p, t->source, what);
}

/* (_ bv5 8), cut to the width as Z3's API does. */
static char *
new_bits(const struct term *t, const char *sort)
{
	unsigned long width = strtoul(sort + strlen("(_ BitVec "), NULL, 10);
	bool is_negative = *t->head == '-';
	unsigned long long value = strtoull(t->head + is_negative, NULL, 10);

	if (strlen(t->head) > 19)
		return NULL;
	value &= width < 64 ? (1ULL << width) - 1 : ~0ULL;
	return text_format(
		is_negative ? "(bvneg (_ bv%llu %lu))" : "(_ bv%llu %lu)",
		value, width);
}

/* The term (or NULL) as one of that sort: numerals become what is wanted, Bool
 * counts as 0 or 1, Int as Real. */
static struct term *
convert(struct parser *p, struct term *t, const char *wanted)
{
	enum kind kind = kind_of(wanted);
	const char *ite[] = {"1", "0"};
	struct term *made;

	if (t == NULL || t->sort == wanted || strcmp(t->sort, wanted) == 0)
		return t;
	made = new_term(p, wanted, NULL, t->source.start);
	made->source = t->source;
	made->is_constant = t->is_constant;
	if (t->is_number && t->sort == dsl_int && kind == REAL) {
		made->is_number = true;
		made->head = text_copy(t->head);
		return made;
	}
	if (t->is_number && t->sort == dsl_int && kind == BITVEC) {
		made->head = new_bits(t, wanted);
		return made->head != NULL ? made : refuse_sort(p, t, wanted);
	}
	if (t->sort == dsl_int && kind == REAL) {
		made->head = text_copy("to_real");
		return add(p, made, t);
	}
	if (t->sort != dsl_bool || (kind != INT && kind != REAL))
		return refuse_sort(p, t, wanted);
	made->head = text_copy("ite");
	made = add(p, made, t);
	for (int i = 0; i < 2 && made != NULL; i++) {
		struct term *number =
			new_term(p, wanted, text_copy(ite[i]), t->source.start);

		number->is_number = true;
		made = add(p, made, number);
	}
	return made;
}

/* What both are converted to: the larger kind of number. */
static const char *
unify(const char *a, const char *b)
{
	return kind_of(a) < kind_of(b) && kind_of(b) <= BITVEC ? b : a;
}

/* --- operators ----------------------------------------------------------- */

#define SAME_OF_ALL(word) \
	{ \
		word, word, word, word, word, word \
	}
#define BITS(word) \
	{ \
		NULL, NULL, NULL, word \
	}

static const struct operator
{
	const char *word;
	size_t least, most;
	bool is_condition; /* else of the sort of its arguments */
	const char *heads[KIND_COUNT];
	const char *empty; /* of no arguments */
}
operators[] = {
	{"And", 0, ANY, true, {"and"}, "true"},
	{"Or", 0, ANY, true, {"or"}, "false"},
	{"Not", 1, 1, true, {"not"}, NULL},
	{"Implies", 2, 2, true, {"=>"}, NULL},
	{"Distinct", 0, ANY, true, SAME_OF_ALL("distinct"), "true"},
	{"Sum", 0, ANY, false, {NULL, "+", "+", "bvadd"}, "0"},
	{"Product", 0, ANY, false, {NULL, "*", "*", "bvmul"}, "1"},
	{"==", 2, 2, true, SAME_OF_ALL("="), NULL},
	{"!=", 2, 2, true, SAME_OF_ALL("distinct"), NULL},
	{"<", 2, 2, true, {NULL, "<", "<", "bvslt"}, NULL},
	{"<=", 2, 2, true, {NULL, "<=", "<=", "bvsle"}, NULL},
	{">", 2, 2, true, {NULL, ">", ">", "bvsgt"}, NULL},
	{">=", 2, 2, true, {NULL, ">=", ">=", "bvsge"}, NULL},
	{"+", 2, 2, false, {NULL, "+", "+", "bvadd"}, NULL},
	{"-", 1, 2, false, {NULL, "-", "-", "bvsub"}, NULL},
	{"*", 2, 2, false, {NULL, "*", "*", "bvmul"}, NULL},
	{"/", 2, 2, false, {NULL, "div", "/", "bvsdiv"}, NULL},
	{"//", 2, 2, false, {NULL, "div", NULL, "bvsdiv"}, NULL},
	{"%", 2, 2, false, {NULL, "mod", NULL, "bvsmod"}, NULL},
	{"&", 2, 2, false, {"and", NULL, NULL, "bvand"}, NULL},
	{"|", 2, 2, false, {"or", NULL, NULL, "bvor"}, NULL},
	{"^", 2, 2, false, {"xor", NULL, NULL, "bvxor"}, NULL},
	{"~", 1, 1, false, {"not", NULL, NULL, "bvnot"}, NULL},
	{"<<", 2, 2, false, BITS("bvshl"), NULL},
	{">>", 2, 2, false, BITS("bvashr"), NULL},
	{"UGT", 2, 2, true, BITS("bvugt"), NULL},
	{"UGE", 2, 2, true, BITS("bvuge"), NULL},
	{"ULT", 2, 2, true, BITS("bvult"), NULL},
	{"ULE", 2, 2, true, BITS("bvule"), NULL},
	{"UDiv", 2, 2, false, BITS("bvudiv"), NULL},
	{"URem", 2, 2, false, BITS("bvurem"), NULL},
	{"LShR", 2, 2, false, BITS("bvlshr"), NULL},
};

static const struct operator* find_operator(const char *word, size_t size)
{
	for (size_t i = 0; i < sizeof(operators) / sizeof(operators[0]); i++) {
		if (strlen(operators[i].word) == size &&
			memcmp(operators[i].word, word, size) == 0)
			return &operators[i];
	}
	return NULL;
}

static struct term *
refuse_operand(struct parser *p, const struct operator* o, struct slice at,
	const char *sort)
{
	bool is_logical = strchr("&|^~", o->word[0]) != NULL;
	DROP(text)
	char *what = text_format("is of sort %.80s, to which %s does not "
				 "apply; %s",
		sort, o->word,
		is_logical ? "& and | bind more tightly than comparisons, so "
			     "write And(a > 0, b > 0), Or(...), Not(...)"
		: o->heads[BOOL] != NULL
			? "write a condition, such as x > 0 or x == y"
			: "combine values of a sort that has it");

	return refuse(p, at, what);
}

static const char *
common_sort(const struct operator* o, const struct term *t)
{
	const char *sort = t->arguments[0]->sort;

	if (o->heads[BOOL] != NULL && o->heads[BITVEC] == NULL)
		return dsl_bool;
	for (size_t i = 1; i < t->count; i++)
		sort = unify(sort, t->arguments[i]->sort);
	if (sort == dsl_bool && o->heads[BOOL] == NULL && o->heads[INT] != NULL)
		sort = dsl_int;
	return sort == dsl_int && t->is_constant && strcmp(o->word, "/") == 0
		       ? dsl_real
		       : sort;
}

/* The operator of the arguments that t (or NULL) has. */
static struct term *
apply(struct parser *p, const struct operator* o, struct term *t)
{
	const char *sort;

	if (t == NULL)
		return NULL;
	t->is_constant = true;
	for (size_t i = 0; i < t->count; i++)
		t->is_constant &= t->arguments[i]->is_constant;
	if (t->count == 0) {
		t->head = text_copy(o->empty);
		t->is_number = isdigit((unsigned char)*t->head);
		t->sort = t->is_number ? dsl_int : dsl_bool;
		return t;
	}
	sort = common_sort(o, t);
	if (o->heads[kind_of(sort)] == NULL)
		return refuse_operand(p, o, t->source, sort);
	for (size_t i = 0; i < t->count; i++) {
		t->arguments[i] = convert(p, t->arguments[i], sort);
		if (t->arguments[i] == NULL)
			return NULL;
	}
	t->sort = o->is_condition ? dsl_bool : sort;
	if (t->count == 1 && o->most == ANY) {
		/* Nothing but itself, from which it need not differ. */
		t->head = text_copy("true");
		t->count = 0;
		return *o->word == 'D' ? t : t->arguments[0];
	}
	t->head = text_copy(
		t->count == 1 && kind_of(sort) == BITVEC && *o->word == '-'
			? "bvneg"
			: o->heads[kind_of(sort)]);
	return t;
}

/* `b` may be absent by is_unary, and NULL after a fault like `a`. */
static struct term *
apply_to(struct parser *p, const char *word, struct term *a, struct term *b,
	bool is_unary)
{
	struct term *t;

	if (a == NULL)
		return NULL;
	t = add(p, new_term(p, NULL, NULL, a->source.start), a);
	return apply(p, find_operator(word, strlen(word)),
		is_unary ? t : add(p, t, b));
}

/* --- tokens -------------------------------------------------------------- */

static void
pass(struct parser *p, size_t size)
{
	p->end = p->at + size;
	p->at = p->end + strspn(p->end, " \t\r\n");
}

static size_t
token_size(const struct parser *p)
{
	static const char *const pairs[] = {"**", "//", "<<", ">>",
		"<=", ">=", "==", "!=", "&&", "||", "->", "=>"};
	size_t size = dsl_identifier(p->at);

	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		if (strncmp(p->at, pairs[i], 2) == 0)
			size = 2;
	}
	return size > 0 ? size : *p->at != '\0';
}

static bool
is_token(const struct parser *p, const char *token)
{
	size_t size = token_size(p);

	return size == strlen(token) && strncmp(p->at, token, size) == 0;
}

static bool
accept(struct parser *p, const char *token)
{
	bool is_here = is_token(p, token);

	if (is_here)
		pass(p, strlen(token));
	return is_here;
}

static struct term *
refuse_here(struct parser *p, const char *wanted)
{
	static const char *const advice[][2] = {
		{"&&", "write And(a, b), or a and b"},
		{"||", "write Or(a, b), or a or b"}, {"!", "write Not(a)"},
		{"=", "equality is =="}, {"=>", "write Implies(a, b)"},
		{"->", "write Implies(a, b)"}, {"is", "equality is =="},
		{".", "there are no attributes or methods; numbers are 0.5"},
		{"\"", "there are no strings; use a constant"},
		{"'", "there are no strings; use a constant"},
		{"for", "there are no loops; write ForAll([x], ...)"},
		{"in", "write Or(x == a, x == b)"}};
	const char *more = "write one expression";
	size_t size = token_size(p);

	for (size_t i = 0; i < sizeof(advice) / sizeof(advice[0]); i++) {
		if (is_token(p, advice[i][0]))
			more = advice[i][1];
	}
	(void)dsl_refuse(p->fault, (size_t)(p->at - p->text), size,
		"%s is expected, and %s`%.*s`; %s", wanted,
		size > 0 ? "not " : "the expression ends, ",
		size < 60 ? (int)size : 60, p->at, more);
	return NULL;
}

/* NULL when the token does not follow. */
static struct term *
expect(struct parser *p, const char *token, struct term *t)
{
	DROP(text) char *wanted = NULL;

	if (t == NULL || accept(p, token))
		return t;
	wanted = text_format("a %s", token);
	return refuse_here(p, wanted);
}

/* --- names and calls ----------------------------------------------------- */

/* 12, 0.5 or 0xff. */
static struct term *
parse_number(struct parser *p)
{
	bool is_hex = p->at[0] == '0' && (p->at[1] | ' ') == 'x';
	const char *start = p->at;
	const char *digits = start + strspn(start, "0");
	size_t size = strspn(start, "0123456789");
	char *end = NULL;
	struct term *t;
	char *head;

	if (is_hex) {
		head = text_format("%llu", strtoull(start + 2, &end, 16));
		size = (size_t)(end - start);
	} else {
		bool is_real = start[size] == '.';

		if (is_real)
			size += 1 + strspn(start + size + 1, "0123456789");
		digits -= !isdigit((unsigned char)*digits);
		head = text_copy_n(digits, size - (size_t)(digits - start));
	}
	t = new_term(
		p, strchr(head, '.') != NULL ? dsl_real : dsl_int, head, start);
	t->is_number = t->is_constant = true;
	if (size < 3 ? is_hex : is_hex && size > 18)
		size = 0;
	if (size == 0 || size > LIMIT_DIGITS || start[size] == '.' ||
		!isxdigit((unsigned char)start[size - 1]) ||
		dsl_identifier(start + size) > 0)
		return refuse_here(p,
			"a number, such as 12, 0.5, 0xff or 1/3, of at most "
			"10000 digits");
	pass(p, size);
	t->source.length = size;
	return t;
}

static struct term *
refuse_unknown(struct parser *p, struct slice word)
{
	static const char *const advice[][2] = {
		{"Function", "declare it in functions"},
		{"Array", "declare a constant of a sort ArraySort(...)"},
		{"Const", "declare it in constants"},
		{"sum", "write Sum([a, b])"}, {"all", "write And(a, b)"},
		{"any", "write Or(a, b)"}, {"max", "write If(a > b, a, b)"},
		{"min", "write If(a < b, a, b)"}};
	DROP(text) char *name = text_copy_n(word.start, word.length);
	DROP(text) char *what = NULL;
	struct nearest near;

	for (size_t i = 0; i < sizeof(advice) / sizeof(advice[0]); i++) {
		if (strcmp(advice[i][0], name) == 0)
			what = text_format("is not a part of expressions; %s",
				advice[i][1]);
	}
	nearest_init(&near, name);
	for (size_t i = 0; i < sizeof(operators) / sizeof(operators[0]); i++)
		nearest_offer(&near, operators[i].word);
	for (size_t i = 0; i < p->names->count; i++) {
		if (p->names->at[i].word != NULL)
			nearest_offer(&near, p->names->at[i].word);
	}
	if (what == NULL)
		what = text_format("is not declared; %s%.60s%sdeclare it in "
				   "constants, functions or variables",
			near.best != NULL ? "did you mean " : "",
			near.best != NULL ? near.best : "",
			near.best != NULL ? "? Otherwise " : "");
	return refuse(p, word, what);
}

static struct term *
check_count(struct parser *p, struct term *t, size_t least, size_t most)
{
	DROP(text) char *what = NULL;

	if (t == NULL || (t->count >= least && t->count <= most))
		return t;
	what = text_format("takes %zu argument%s and has %zu; write as many",
		least, least == 1 ? "" : "s", t->count);
	return refuse(p, t->source, what);
}

/* After "(". [a, b] among the arguments is as a, b where any number may be. */
static struct term *
parse_arguments(struct parser *p, struct term *t, bool may_be_list)
{
	if (accept(p, ")"))
		return t;
	do {
		bool is_list = may_be_list && accept(p, "[");

		if (is_list && accept(p, "]"))
			continue;
		do
			t = add(p, t, parse_expression(p));
		while (t != NULL && is_list && accept(p, ","));
		t = is_list ? expect(p, "]", t) : t;
	} while (t != NULL && accept(p, ","));
	return expect(p, ")", t);
}

static struct term *
parse_function(struct parser *p, size_t number, const char *start)
{
	const struct dsl_name *name = &p->names->at[number];
	struct term *t =
		new_term(p, name->sort, text_copy(name->symbol), start);

	if (accept(p, "("))
		t = parse_arguments(p, t, false);
	name = &p->names->at[number];
	t = check_count(p, t, name->arity, name->arity);
	for (size_t i = 0; t != NULL && i < t->count; i++) {
		t->arguments[i] = convert(p, t->arguments[i], name->domain[i]);
		if (t->arguments[i] == NULL)
			return NULL;
	}
	return t;
}

/* The variables of a quantifier, each bound while what follows is read, and
 * then the body. */
static struct term *
parse_bound(struct parser *p, struct buf *head, bool is_list)
{
	struct slice word = {p->at, dsl_identifier(p->at)};
	size_t number = dsl_find(p->names, word.start, word.length);
	struct dsl_name *name = &p->names->at[number];
	struct dsl_binding binding = {.outer = name->binding};
	struct term *body = NULL;

	if (word.length == 0 || p->depth > LIMIT_BRACKETS)
		return refuse_here(p, "a variable of the quantifier (of 200)");
	if (name->binding == NULL && name->kind == DSL_UNKNOWN)
		return refuse_unknown(p, word);
	if (name->binding == NULL &&
		(name->kind == DSL_FUNCTION || name->kind == DSL_VALUE))
		return refuse(p, word, "cannot be bound; use a variable");
	p->depth++;
	pass(p, word.length);
	binding.sort = name->binding != NULL ? name->binding->sort : name->sort;
	name->binding = &binding;
	(void)buf_add_format(head, " (%s %s)", name->symbol, binding.sort);
	if (is_list && accept(p, ","))
		body = parse_bound(p, head, is_list);
	else if ((!is_list || expect(p, "]", p->terms[0]) != NULL) &&
		 expect(p, ",", p->terms[0]) != NULL)
		body = convert(p, parse_expression(p), dsl_bool);
	p->names->at[number].binding = binding.outer;
	p->depth--;
	return body;
}

static struct term *
parse_quantifier(struct parser *p, bool is_forall, const char *start)
{
	struct term *t = new_term(p, dsl_bool, NULL, start);
	struct term *body;
	DROP(buf) struct buf head;

	buf_init(&head, LIMIT_MESSAGE);
	(void)buf_add_text(&head, is_forall ? "forall (" : "exists (");
	if (expect(p, "(", t) == NULL)
		return NULL;
	body = parse_bound(p, &head, accept(p, "["));
	(void)buf_add_char(&head, ')');
	t->head = buf_take(&head);
	return expect(p, ")", add(p, t, body));
}

/* If(c, a, b). */
static struct term *
make_choice(struct parser *p, struct term *t)
{
	if (t == NULL || (t = check_count(p, t, 3, 3)) == NULL)
		return NULL;
	t->head = text_copy("ite");
	t->sort = unify(t->arguments[1]->sort, t->arguments[2]->sort);
	for (size_t i = 0; i < t->count; i++) {
		t->arguments[i] = convert(
			p, t->arguments[i], i == 0 ? dsl_bool : t->sort);
		if (t->arguments[i] == NULL)
			return NULL;
	}
	return t;
}

static struct term *
make_bits(struct parser *p, struct term *t)
{
	struct term *value;
	struct term *width;
	DROP(text) char *sort = NULL;
	const char *wanted = NULL;

	if (t == NULL || (t = check_count(p, t, 2, 2)) == NULL)
		return NULL;
	value = t->arguments[0];
	width = t->arguments[1];
	sort = text_format(
		"BitVecSort(%.20s)", width->is_number ? width->head : "");
	if (value->is_number && value->sort == dsl_int)
		wanted = dsl_sort_read(p->names, sort, p->fault);
	return wanted != NULL ? convert(p, value, wanted)
			      : refuse(p, t->source,
					"has no whole number and width; write "
					"BitVecVal(5, 8)");
}

/* A name that is not declared: an operator of that name. */
static struct term *
parse_operator(struct parser *p, struct slice word)
{
	const struct operator* o = find_operator(word.start, word.length);
	bool is_if = slice_is(word, "If");
	struct term *t;

	if (slice_is(word, "True") || slice_is(word, "False"))
		return new_term(p, dsl_bool,
			text_copy(*word.start == 'T' ? "true" : "false"),
			word.start);
	if (slice_is(word, "ForAll") || slice_is(word, "Exists"))
		return parse_quantifier(p, *word.start == 'F', word.start);
	if (o == NULL && !is_if && !slice_is(word, "BitVecVal"))
		return refuse_unknown(p, word);
	t = expect(p, "(", new_term(p, NULL, NULL, word.start));
	if (t != NULL)
		t = parse_arguments(p, t, o != NULL && o->most == ANY);
	if (t != NULL)
		t->source.length = (size_t)(p->end - word.start);
	if (o != NULL)
		return apply(p, o, check_count(p, t, o->least, o->most));
	return is_if ? make_choice(p, t) : make_bits(p, t);
}

static struct term *
parse_word(struct parser *p)
{
	struct slice word = {p->at, dsl_identifier(p->at)};
	size_t number = dsl_find(p->names, word.start, word.length);
	struct dsl_name *name = &p->names->at[number];

	if (is_token(p, "lambda") || is_token(p, "for") || is_token(p, "if"))
		return refuse_here(p, "a value");
	pass(p, word.length);
	if (name->binding == NULL && name->kind == DSL_FUNCTION)
		return parse_function(p, number, word.start);
	if (name->binding == NULL && name->kind == DSL_UNKNOWN)
		return parse_operator(p, word);
	if (is_token(p, "("))
		return refuse(p, word,
			"is not a function; leave out the ( ), or write a[i] "
			"if it is an array");
	if (name->kind == DSL_VARIABLE && name->binding == NULL &&
		!name->is_free) {
		name->is_free = true;
		*ARRAY_ADD(p->names->free, p->names->free_count,
			p->names->free_capacity) = number;
	}
	return new_term(p,
		name->binding != NULL ? name->binding->sort : name->sort,
		text_copy(name->symbol), word.start);
}

/* --- operators between and before terms ---------------------------------- */

static struct term *
parse_atom(struct parser *p)
{
	if (accept(p, "("))
		return expect(p, ")", parse_expression(p));
	if (isdigit((unsigned char)*p->at))
		return parse_number(p);
	return dsl_identifier(p->at) > 0 ? parse_word(p)
					 : refuse_here(p, "a value");
}

/* After a[. */
static struct term *
parse_index(struct parser *p, struct term *array)
{
	struct term *index = parse_expression(p);
	struct term *t;

	if (kind_of(array->sort) != ARRAY)
		return refuse(p, array->source,
			"is not an array; a function is applied with ( )");
	t = new_term(p, part_of(p, array->sort, 1), text_copy("select"),
		array->source.start);
	index = convert(p, index, part_of(p, array->sort, 0));
	return expect(p, "]", add(p, add(p, t, array), index));
}

static struct term *
parse_power(struct parser *p)
{
	struct term *t = parse_atom(p);
	struct term *product;
	struct term *exponent;
	long count = 0;

	while (t != NULL && accept(p, "["))
		t = parse_index(p, t);
	if (t == NULL || !accept(p, "**"))
		return t;
	exponent = parse_unary(p);
	if (exponent == NULL)
		return NULL;
	if (exponent->is_number && exponent->sort == dsl_int)
		count = strtol(exponent->head, NULL, 10);
	if (count < 1 || count > LIMIT_POWER)
		return refuse(p, exponent->source,
			"is not an exponent; write a whole number from 1 to "
			"64");
	product = new_term(p, NULL, NULL, t->source.start);
	for (; count > 0; count--)
		product = add(p, product, t);
	return apply(p, find_operator("Product", strlen("Product")), product);
}

/* Every way down passes here. */
static struct term *
parse_unary(struct parser *p)
{
	const char *start = p->at;
	const char sign[] = {*start, '\0'};
	struct term *t;

	if (p->depth > LIMIT_BRACKETS)
		return refuse_here(p, "less nesting, of 200 levels,");
	p->depth++;
	if (!accept(p, "-") && !accept(p, "+") && !accept(p, "~")) {
		t = parse_power(p);
	} else {
		t = parse_unary(p);
		if (t != NULL && *start == '-' && t->is_number) {
			struct term *positive = t;
			bool is_negative = *positive->head == '-';

			t = new_term(p, positive->sort,
				text_format("%s%s", is_negative ? "" : "-",
					positive->head + is_negative),
				start);
			t->is_number = t->is_constant = true;
		} else if (*start != '+') {
			t = apply_to(p, sign, t, NULL, true);
		}
	}
	p->depth--;
	return t;
}

/* From the loosest to the tightest. */
static const char *const levels[][4] = {
	{"|"}, {"^"}, {"&"}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "//", "%"}};

enum { LEVEL_COUNT = sizeof(levels) / sizeof(levels[0]) };

static const char *
accept_one(struct parser *p, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count && words[i] != NULL; i++) {
		if (accept(p, words[i]))
			return words[i];
	}
	return NULL;
}

static struct term *
parse_level(struct parser *p, size_t level)
{
	const char *word;
	struct term *t;

	if (level == LEVEL_COUNT)
		return parse_unary(p);
	t = parse_level(p, level + 1);
	while (t != NULL && (word = accept_one(p, levels[level], 4)) != NULL)
		t = apply_to(p, word, t, parse_level(p, level + 1), false);
	return t;
}

/* a < b <= c is And(a < b, b <= c). */
static struct term *
parse_comparison(struct parser *p)
{
	static const char *const words[] = {"==", "!=", "<", "<=", ">", ">="};
	struct term *left = parse_level(p, 0);
	const char *word = left != NULL ? accept_one(p, words, 6) : NULL;
	struct term *all;

	if (word == NULL)
		return left;
	all = new_term(p, NULL, NULL, left->source.start);
	for (; all != NULL && word != NULL; word = accept_one(p, words, 6)) {
		struct term *right = parse_level(p, 0);

		all = add(p, all, apply_to(p, word, left, right, false));
		left = right;
	}
	return apply(p, find_operator("And", strlen("And")), all);
}

/* or, and, not: from the loosest. */
static struct term *
parse_logic(struct parser *p, int level)
{
	static const struct {
		const char *word, *operator;
	} words[] = {{"or", "Or"}, {"and", "And"}, {"not", "Not"}};
	const char *operator= words[level].operator;
	struct term *all;
	struct term *t;

	if (level == 2 && p->depth > LIMIT_BRACKETS)
		return refuse_here(p, "less nesting, of 200 levels,");
	if (level == 2 && accept(p, "not")) {
		p->depth++;
		t = apply_to(p, operator, parse_logic(p, 2), NULL, true);
		p->depth--;
		return t;
	}
	t = level == 2 ? parse_comparison(p) : parse_logic(p, level + 1);
	if (t == NULL || level == 2 || !is_token(p, words[level].word))
		return t;
	all = add(p, new_term(p, NULL, NULL, t->source.start), t);
	while (all != NULL && accept(p, words[level].word))
		all = add(p, all, parse_logic(p, level + 1));
	return apply(p, find_operator(operator, strlen(operator)), all);
}

static struct term *
parse_expression(struct parser *p)
{
	struct term *yes = parse_logic(p, 0);
	struct term *t;

	if (yes == NULL || !accept(p, "if"))
		return yes;
	if (p->depth > LIMIT_BRACKETS)
		return refuse_here(p, "less nesting, of 200 levels,");
	p->depth++;
	t = add(p, new_term(p, NULL, NULL, yes->source.start),
		parse_logic(p, 0));
	t = expect(p, "else", add(p, t, yes));
	t = t != NULL ? make_choice(p, add(p, t, parse_expression(p))) : NULL;
	p->depth--;
	return t;
}

const char *
dsl_expression(struct dsl_names *n, const char *text, const char *wanted,
	struct buf *out, struct dsl_fault *fault)
{
	struct parser p = {.names = n, .text = text, .fault = fault};
	const char *sort = NULL;
	struct term *t;

	p.at = p.end = text + strspn(text, " \t\r\n");
	t = parse_expression(&p);
	if (t != NULL && *p.at != '\0')
		t = refuse_here(&p, "the end of the expression");
	if (wanted != NULL)
		t = convert(&p, t, wanted);
	else if (t != NULL &&
		 (kind_of(t->sort) < INT || kind_of(t->sort) > BITVEC))
		t = refuse(&p, t->source,
			"is not a number; write a term to "
			"be as large or small as possible");
	if (t != NULL) {
		write_term(t, out);
		sort = wanted != NULL ? wanted : t->sort;
	}
	for (size_t i = 0; i < p.count; i++) {
		free(p.terms[i]->head);
		free(p.terms[i]->arguments);
		free(p.terms[i]);
	}
	free(p.terms);
	return sort;
}
