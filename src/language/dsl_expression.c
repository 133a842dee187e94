#include "language/dsl_expression.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/nearest.h"
#include "smt/names/builtin.h"

enum {
	LIMIT_BRACKETS = 200,	 /* in brackets */
	LIMIT_TERM_DEPTH = 2000, /* also of a + b - c + d ... */
	LIMIT_POWER = 64,
	LIMIT_SORT_DEPTH = 50,
	/* Sorts made of sorts that are made of sorts double each time. */
	LIMIT_SORT_TEXT = 1000,
	ANY = LIMIT_MESSAGE, /* number of arguments */
};

const struct dsl_sort dsl_bool[1] = {{.kind = BOOL, .text = "Bool"}};
const struct dsl_sort dsl_int[1] = {{.kind = INT, .text = "Int"}};
const struct dsl_sort dsl_real[1] = {{.kind = REAL, .text = "Real"}};

struct term {
	const struct dsl_sort *sort;
	struct slice source;
	bool is_number;	  /* a numeral: `head`, maybe with a minus */
	bool is_constant; /* of numerals alone: Python would compute it */
	char *head;	  /* a symbol, or the beginning of an application */
	struct term **arguments;
	size_t count, capacity;
	unsigned depth;
};

/* After a fault it stands at the end of the text, where no token is accepted,
 * so that everything returns without a check of its own. */
struct parser {
	struct dsl_names *names;
	const char *text;
	struct dsl_fault *fault;
	const char *at;	 /* at a token */
	const char *end; /* of the last token that was passed */
	bool has_failed;
	unsigned depth;
	struct term **terms; /* all of them */
	size_t count, capacity;
	struct term nothing; /* after a fault */
};

void
dsl_names_release(struct dsl_names *n)
{
	for (size_t i = 0; i < n->count; i++) {
		free(n->at[i]->symbol);
		free(n->at[i]->domain);
		free(n->at[i]);
	}
	for (size_t i = 0; i < n->sort_count; i++) {
		free(n->sorts[i]->owned);
		free(n->sorts[i]);
	}
	free(n->at);
	free(n->sorts);
	free(n->free);
	free(n->bindings);
	symbol_table_release(&n->words);
	*n = (struct dsl_names){0};
}

/* --- tokens and faults ---------------------------------------------------- */

/* The length of the identifier that begins here, or 0: as in Python, but any
 * character outside of ASCII is a letter. */
static size_t
identifier(const char *text)
{
	size_t size = 0;

	while (isalnum((unsigned char)text[size]) || text[size] == '_' ||
		(unsigned char)text[size] >= 0x80)
		size++;
	return isdigit((unsigned char)*text) ? 0 : size;
}

static void
pass(struct parser *p, size_t size)
{
	p->end = p->at + size;
	p->at = p->end + strspn(p->end, " \t\r\n");
}

static struct parser
parser_of(struct dsl_names *n, const char *text, struct dsl_fault *fault)
{
	struct parser p = {n, text, fault, .at = text};

	pass(&p, 0);
	return p;
}

static size_t
token_size(const struct parser *p)
{
	static const char *const pairs[] = {"**", "//", "<<", ">>",
		"<=", ">=", "==", "!=", "&&", "||", "->", "=>"};
	size_t size = identifier(p->at);

	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		if (strncmp(p->at, pairs[i], 2) == 0)
			size = 2;
	}
	return size > 0 ? size : *p->at != '\0';
}

static bool
is_token(const struct parser *p, const char *token)
{
	return slice_is((struct slice){p->at, token_size(p)}, token);
}

static bool
accept(struct parser *p, const char *token)
{
	bool is_here = is_token(p, token);

	if (is_here)
		pass(p, strlen(token));
	return is_here;
}

/* The head is taken. */
static struct term *
new_term(struct parser *p, const struct dsl_sort *sort, char *head,
	const char *start)
{
	struct term *t = mem_new(sizeof(*t));

	*ARRAY_ADD(p->terms, p->count, p->capacity) = t;
	t->sort = sort;
	t->head = head;
	t->source = (struct slice){start, (size_t)(p->end - start)};
	return t;
}

/* Only the first fault is kept. */
__attribute__((format(printf, 3, 4))) static struct term *
refuse(struct parser *p, struct slice at, const char *format, ...)
{
	size_t shown = at.length < 60 ? at.length : 60;
	int size = 0;
	va_list arguments;

	p->nothing.sort = dsl_bool;
	if (p->has_failed)
		return &p->nothing;
	*p->fault = (struct dsl_fault){(size_t)(at.start - p->text), at.length};
	if (shown > 0)
		size = snprintf(p->fault->what, sizeof(p->fault->what),
			"`%.*s` ", (int)shown, at.start);
	va_start(arguments, format);
	(void)vsnprintf(p->fault->what + size,
		sizeof(p->fault->what) - (size_t)size, format, arguments);
	va_end(arguments);
	p->at = p->end = p->text + strlen(p->text);
	p->has_failed = true;
	return &p->nothing;
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
	bool is_first = !p->has_failed;
	struct slice token = {p->at, token_size(p)};

	for (size_t i = 0; i < sizeof(advice) / sizeof(advice[0]); i++) {
		if (slice_is(token, advice[i][0]))
			more = advice[i][1];
	}
	if (token.length == 0)
		return refuse(p, token,
			"%s is expected, and the expression ends; %s", wanted,
			more);
	(void)refuse(p, (struct slice){p->at, 0},
		"%s is expected, and not `%.*s`; %s", wanted,
		token.length < 60 ? (int)token.length : 60, token.start, more);
	if (is_first)
		p->fault->length = token.length;
	return &p->nothing;
}

static void
expect(struct parser *p, const char *token)
{
	DROP(text) char *wanted = NULL;

	if (accept(p, token))
		return;
	wanted = text_format("a %s", token);
	(void)refuse_here(p, wanted);
}

/* --- names ---------------------------------------------------------------- */

/* Of a word (borrowed), which may be no name. */
static struct dsl_name *
find_name(struct dsl_names *n, struct slice word)
{
	size_t number = symbol_table_find(&n->words, word);

	if (number == n->count)
		*ARRAY_ADD(n->at, n->count, n->capacity) =
			mem_new(sizeof(struct dsl_name));
	return n->at[number];
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

/* That of a text which is an identifier; else NULL with a fault. */
static struct dsl_name *
name_of(struct dsl_names *n, const char *text, struct dsl_fault *fault)
{
	struct parser p = {n, text, fault};
	struct slice word = {text, identifier(text)};

	if (word.length > 0 && text[word.length] == '\0')
		return find_name(n, word);
	(void)refuse(&p, (struct slice){text + word.length, 0},
		"\"%.60s\" cannot be used as a name in expressions; write a "
		"letter or _, then letters, digits and _, as in new_york",
		text);
	return NULL;
}

struct dsl_name *
dsl_declare(struct dsl_names *n, enum dsl_kind kind, const char *name,
	const struct dsl_sort *sort, bool *is_new, struct dsl_fault *fault)
{
	struct dsl_name *known = name_of(n, name, fault);
	struct parser p = {n, name, fault};

	if (known == NULL)
		return NULL;
	*is_new = known->kind == DSL_UNKNOWN;
	if (*is_new) {
		known->word = name;
		known->kind = kind;
		known->sort = sort;
		known->symbol = new_symbol(name);
	} else if (known->kind == DSL_FUNCTION || kind == DSL_FUNCTION ||
		   kind == DSL_VALUE ||
		   strcmp(known->sort->text, sort->text) != 0) {
		/* But a value is often listed among the constants, too, and a
		 * constant among the variables. */
		(void)refuse(&p, (struct slice){name, 0},
			"%.60s is declared twice, as different things; give "
			"one of the two another name",
			name);
		return NULL;
	}
	return known;
}

static void
bind(struct dsl_names *n, struct dsl_name *name, const struct dsl_sort *sort)
{
	*ARRAY_ADD(n->bindings, n->binding_count, n->binding_capacity) =
		(struct dsl_binding){name, name->bound};
	name->bound = sort;
}

const struct dsl_name *
dsl_bind(struct dsl_names *n, const char *name, const struct dsl_sort *sort,
	struct dsl_fault *fault)
{
	struct dsl_name *known = name_of(n, name, fault);

	if (known == NULL)
		return NULL;
	if (known->symbol == NULL)
		known->symbol = new_symbol(name);
	bind(n, known, sort);
	return known;
}

void
dsl_unbind(struct dsl_names *n, size_t count)
{
	while (n->binding_count > count) {
		struct dsl_binding last = n->bindings[--n->binding_count];

		last.name->bound = last.outer;
	}
}

/* --- sorts ---------------------------------------------------------------- */

/* The text is taken. */
static struct dsl_sort *
new_sort(struct dsl_names *n, enum dsl_sort_kind kind, char *text)
{
	struct dsl_sort *sort = mem_new(sizeof(*sort));

	*ARRAY_ADD(n->sorts, n->sort_count, n->sort_capacity) = sort;
	sort->kind = kind;
	sort->text = sort->owned = text;
	return sort;
}

static const struct dsl_sort *
refuse_sort(struct parser *p, const char *what)
{
	(void)refuse(p, (struct slice){p->at, 0},
		"%s; write Bool, Int, Real, BitVecSort(8), "
		"ArraySort(Int, Real) or a name that sorts declares, as "
		"{\"name\": \"Person\", \"type\": \"DeclareSort\"}",
		what);
	return dsl_bool;
}

static const struct dsl_sort *
bits_sort(struct parser *p, unsigned long width)
{
	struct dsl_sort *sort;

	if (width < 1 || width > LIMIT_BIT_WIDTH)
		return refuse_sort(
			p, "a bit-vector has one width, from 1 to 65536");
	sort = new_sort(p->names, BITVEC, text_format("(_ BitVec %lu)", width));
	sort->width = width;
	return sort;
}

static const struct dsl_sort *read_sort(struct parser *p);

static const struct dsl_sort *
read_array(struct parser *p)
{
	const struct dsl_sort *index = accept(p, "(") ? read_sort(p) : NULL;
	const struct dsl_sort *element = accept(p, ",") ? read_sort(p) : NULL;
	struct dsl_sort *sort;

	if (index == NULL || element == NULL || !accept(p, ")"))
		return refuse_sort(
			p, "an array has two sorts, of index and element");
	if (strlen(index->text) + strlen(element->text) > LIMIT_SORT_TEXT)
		return refuse_sort(p, "this sort is nested too deeply");
	sort = new_sort(p->names, ARRAY,
		text_format("(Array %s %s)", index->text, element->text));
	sort->index = index;
	sort->element = element;
	return sort;
}

static const struct dsl_sort *
refuse_unknown_sort(struct parser *p, struct slice word)
{
	DROP(text) char *name = text_copy_n(word.start, word.length);
	DROP(text) char *what = NULL;
	struct nearest near;

	nearest_init(&near, name);
	for (size_t i = 0; i < p->names->count; i++) {
		/* Their slices are strings. */
		if (p->names->at[i]->type != NULL)
			nearest_offer(&near, p->names->words.at[i].text.start);
	}
	what = text_format("there is no sort \"%.60s\"%s%.60s%s", name,
		near.best != NULL ? ", did you mean " : "",
		near.best != NULL ? near.best : "",
		near.best != NULL ? "?" : "");
	p->at = word.start;
	return refuse_sort(p, what);
}

/* The sort of the whole text. */
static const struct dsl_sort *
read_type(struct parser *p)
{
	const struct dsl_sort *sort = read_sort(p);

	return *p->at == '\0' ? sort : refuse_sort(p, "the sort ends here");
}

static const struct dsl_sort *
read_defined(struct parser *p, struct slice word)
{
	struct dsl_name *name = find_name(p->names, word);
	struct parser type;

	if (name->type == NULL)
		return refuse_unknown_sort(p, word);
	if (name->defined != NULL)
		return name->defined;
	if (name->is_open)
		return refuse_sort(p, "this sort is made of itself");
	if (strcmp(name->type, "DeclareSort") == 0 ||
		strcmp(name->type, "EnumSort") == 0) {
		DROP(text) char *copy = text_copy_n(word.start, word.length);

		return name->defined =
			       new_sort(p->names, NAMED, new_symbol(copy));
	}
	name->is_open = true;
	type = parser_of(p->names, name->type, p->fault);
	type.depth = p->depth;
	name->defined = read_type(&type);
	name->is_open = false;
	if (type.has_failed) {
		p->has_failed = true; /* the fault is that of the type */
		p->at = "";
	}
	return name->defined;
}

static const struct dsl_sort *
find_plain(struct slice word)
{
	static const struct dsl_sort *const plain[] = {
		dsl_bool, dsl_int, dsl_real};

	if (word.length > 4 &&
		memcmp(word.start + word.length - 4, "Sort", 4) == 0)
		word.length -= 4;
	for (size_t i = 0; i < sizeof(plain) / sizeof(plain[0]); i++) {
		if (slice_is(word, plain[i]->text))
			return plain[i];
	}
	return NULL;
}

static const struct dsl_sort *
read_sort(struct parser *p)
{
	struct slice word = {p->at, identifier(p->at)};
	const struct dsl_sort *sort = find_plain(word);
	unsigned long width = 0;
	char *end = NULL;

	if (word.length == 0 || p->depth == LIMIT_SORT_DEPTH)
		return refuse_sort(p, word.length == 0
					      ? "a sort is expected here"
					      : "sorts are nested too deeply");
	p->depth++;
	pass(p, word.length);
	if (slice_is(word, "BitVecSort")) {
		if (accept(p, "(") && isdigit((unsigned char)*p->at)) {
			width = strtoul(p->at, &end, 10);
			pass(p, (size_t)(end - p->at));
		}
		sort = bits_sort(p, accept(p, ")") ? width : 0);
	} else if (slice_is(word, "ArraySort")) {
		sort = read_array(p);
	} else if (sort == NULL) {
		sort = read_defined(p, word);
	} else if (accept(p, "(") && !accept(p, ")")) { /* IntSort() */
		sort = refuse_sort(p, "this sort has no parameters");
	}
	p->depth--;
	return sort;
}

const struct dsl_sort *
dsl_sort_read(struct dsl_names *n, const char *text, struct dsl_fault *fault)
{
	struct parser p = parser_of(n, text, fault);
	const struct dsl_sort *sort = read_type(&p);

	return p.has_failed ? NULL : sort;
}

bool
dsl_define_sort(struct dsl_names *n, const char *name, const char *type,
	struct dsl_fault *fault)
{
	const struct dsl_sort *plain = find_plain(slice_of(name));
	struct dsl_name *known = name_of(n, name, fault);
	struct parser p = {n, name, fault};

	if (known == NULL ||
		(plain != NULL && find_plain(slice_of(type)) == plain))
		return known != NULL;
	if (plain != NULL || known->type != NULL)
		(void)refuse(&p, (struct slice){name, 0},
			"there is a sort %.60s already; take one of the two "
			"out, or give it another name",
			name);
	else
		known->type = type;
	return !p.has_failed;
}

/* --- terms ---------------------------------------------------------------- */

static struct term *parse_expression(struct parser *p);
static struct term *parse_infix(struct parser *p, int least);

static struct term *
add(struct parser *p, struct term *t, struct term *argument)
{
	if (p->has_failed)
		return t;
	*ARRAY_ADD(t->arguments, t->count, t->capacity) = argument;
	if (argument->depth >= t->depth)
		t->depth = argument->depth + 1;
	return t->depth <= LIMIT_TERM_DEPTH
		       ? t
		       : refuse(p, t->source,
				 "begins a term that is too deep; split "
				 "it");
}

/* The head is taken. */
static struct term *
new_number(struct parser *p, const struct dsl_sort *sort, char *head,
	const char *start)
{
	struct term *t = new_term(p, sort, head, start);

	t->is_number = t->is_constant = true;
	return t;
}

static void
write_term(const struct term *t, struct buf *out)
{
	bool is_negative = t->is_number && *t->head == '-';
	bool lacks_point = t->is_number && t->sort == dsl_real &&
			   strchr(t->head, '.') == NULL;

	if (is_negative || t->count > 0)
		(void)buf_add_text(out, is_negative ? "(- " : "(");
	(void)buf_add_text(out, t->head + is_negative);
	if (lacks_point)
		(void)buf_add_text(out, ".0");
	/* a**b and a < b < c repeat a part, up to the ceiling. */
	for (size_t i = 0; i < t->count && !out->overflowed; i++) {
		(void)buf_add_char(out, ' ');
		write_term(t->arguments[i], out);
	}
	if (is_negative || t->count > 0)
		(void)buf_add_char(out, ')');
}

/* (_ bv5 8), cut to the width as Z3's API does. */
static char *
new_bits(const struct term *t, unsigned long width)
{
	bool is_negative = *t->head == '-';
	unsigned long long value = strtoull(t->head + is_negative, NULL, 10);

	value &= width < 64 ? (1ULL << width) - 1 : ~0ULL;
	return text_format(
		is_negative ? "(bvneg (_ bv%llu %lu))" : "(_ bv%llu %lu)",
		value, width);
}

static struct term *
refuse_term(
	struct parser *p, const struct term *t, const struct dsl_sort *wanted)
{
	static const char *const hints[SORT_KIND_COUNT] = {
		[BOOL] = "write a condition, such as x > 0 or x == y",
		[INT] = "make it whole, or the other side a Real",
		[BITVEC] = "write BitVecVal(value, width)",
	};
	const char *hint = hints[wanted->kind];

	return refuse(p, t->source,
		"is of sort %.80s where %.80s is expected; %s", t->sort->text,
		wanted->text,
		hint != NULL ? hint : "combine values of one sort");
}

/* The term as one of that sort: numerals become what is wanted, Bool counts as
 * 0 or 1, Int as Real. */
static struct term *
convert(struct parser *p, struct term *t, const struct dsl_sort *wanted)
{
	enum dsl_sort_kind kind = wanted->kind;
	bool is_numeral = t->is_number && t->sort == dsl_int;
	const char *start = t->source.start;
	struct term *made;

	if (p->has_failed || strcmp(t->sort->text, wanted->text) == 0)
		return t;
	made = new_term(p, wanted, NULL, start);
	made->source = t->source;
	made->is_constant = t->is_constant;
	made->is_number = is_numeral && kind == REAL;
	if (made->is_number) {
		made->head = text_copy(t->head);
	} else if (is_numeral && kind == BITVEC && strlen(t->head) < 20) {
		made->head = new_bits(t, wanted->width);
	} else if (t->sort == dsl_int && kind == REAL) {
		made->head = text_copy("to_real");
		made = add(p, made, t);
	} else if (t->sort == dsl_bool && (kind == INT || kind == REAL)) {
		made->head = text_copy("ite");
		made = add(p, made, t);
		made = add(
			p, made, new_number(p, wanted, text_copy("1"), start));
		made = add(
			p, made, new_number(p, wanted, text_copy("0"), start));
	} else {
		return refuse_term(p, t, wanted);
	}
	return made;
}

/* --- operators ------------------------------------------------------------ */

/* What an infix operator binds, from the loosest. */
enum {
	CALL,
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
	PREFIX
};

static const struct op {
	const char *word;
	int level;
	size_t least, most;
	bool is_condition;	  /* else of the sort of its arguments */
	const char *heads[NAMED]; /* by sort; that of ARRAY is for any */
	const char *empty;	  /* of no arguments */
} ops[] = {
	{"And", CALL, 0, ANY, true, {"and"}, "true"},
	{"Or", CALL, 0, ANY, true, {"or"}, "false"},
	{"Not", CALL, 1, 1, true, {"not"}, NULL},
	{"Implies", CALL, 2, 2, true, {"=>"}, NULL},
	{"If", CALL, 3, 3, false, {NULL, NULL, NULL, NULL, "ite"}, NULL},
	{"Distinct", CALL, 0, ANY, true, {NULL, NULL, NULL, NULL, "distinct"},
		"true"},
	{"Sum", CALL, 0, ANY, false, {NULL, "+", "+", "bvadd"}, "0"},
	{"Product", CALL, 0, ANY, false, {NULL, "*", "*", "bvmul"}, "1"},
	{"or", OR, 0, ANY, true, {"or"}, NULL},
	{"and", AND, 0, ANY, true, {"and"}, NULL},
	{"==", COMPARISON, 2, 2, true, {NULL, NULL, NULL, NULL, "="}, NULL},
	{"!=", COMPARISON, 2, 2, true, {NULL, NULL, NULL, NULL, "distinct"},
		NULL},
	{"<", COMPARISON, 2, 2, true, {NULL, "<", "<", "bvslt"}, NULL},
	{"<=", COMPARISON, 2, 2, true, {NULL, "<=", "<=", "bvsle"}, NULL},
	{">", COMPARISON, 2, 2, true, {NULL, ">", ">", "bvsgt"}, NULL},
	{">=", COMPARISON, 2, 2, true, {NULL, ">=", ">=", "bvsge"}, NULL},
	{"|", BIT_OR, 2, 2, false, {"or", NULL, NULL, "bvor"}, NULL},
	{"^", BIT_XOR, 2, 2, false, {"xor", NULL, NULL, "bvxor"}, NULL},
	{"&", BIT_AND, 2, 2, false, {"and", NULL, NULL, "bvand"}, NULL},
	{"<<", SHIFT, 2, 2, false, {NULL, NULL, NULL, "bvshl"}, NULL},
	{">>", SHIFT, 2, 2, false, {NULL, NULL, NULL, "bvashr"}, NULL},
	{"+", SUM, 2, 2, false, {NULL, "+", "+", "bvadd"}, NULL},
	{"-", SUM, 1, 2, false, {NULL, "-", "-", "bvsub"}, NULL},
	{"*", PRODUCT, 2, 2, false, {NULL, "*", "*", "bvmul"}, NULL},
	{"/", PRODUCT, 2, 2, false, {NULL, "div", "/", "bvsdiv"}, NULL},
	{"//", PRODUCT, 2, 2, false, {NULL, "div", NULL, "bvsdiv"}, NULL},
	{"%", PRODUCT, 2, 2, false, {NULL, "mod", NULL, "bvsmod"}, NULL},
	{"~", CALL, 1, 1, false, {"not", NULL, NULL, "bvnot"}, NULL},
	{"UGT", CALL, 2, 2, true, {NULL, NULL, NULL, "bvugt"}, NULL},
	{"UGE", CALL, 2, 2, true, {NULL, NULL, NULL, "bvuge"}, NULL},
	{"ULT", CALL, 2, 2, true, {NULL, NULL, NULL, "bvult"}, NULL},
	{"ULE", CALL, 2, 2, true, {NULL, NULL, NULL, "bvule"}, NULL},
	{"UDiv", CALL, 2, 2, false, {NULL, NULL, NULL, "bvudiv"}, NULL},
	{"URem", CALL, 2, 2, false, {NULL, NULL, NULL, "bvurem"}, NULL},
	{"LShR", CALL, 2, 2, false, {NULL, NULL, NULL, "bvlshr"}, NULL},
};

static const struct op *
find_op(struct slice word)
{
	for (size_t i = 0; i < sizeof(ops) / sizeof(ops[0]); i++) {
		if (slice_is(word, ops[i].word))
			return &ops[i];
	}
	return NULL;
}

static const char *
head_of(const struct op *o, enum dsl_sort_kind kind)
{
	return o->heads[ARRAY] != NULL ? o->heads[ARRAY]
	       : kind < ARRAY	       ? o->heads[kind]
				       : NULL;
}

static bool
check_count(struct parser *p, const struct term *t, size_t least, size_t most)
{
	if (!p->has_failed && (t->count < least || t->count > most))
		(void)refuse(p, t->source,
			"takes %zu argument%s and has %zu; write as "
			"many",
			least, least == 1 ? "" : "s", t->count);
	return !p->has_failed;
}

static struct term *
refuse_operand(struct parser *p, const struct op *o, const struct term *t,
	const struct dsl_sort *sort)
{
	return refuse(p, t->source,
		"is of sort %.80s, to which %s does not apply; %s", sort->text,
		o->word,
		strchr("&|^~", o->word[0]) != NULL
			? "& and | bind more tightly than comparisons, so "
			  "write And(a > 0, b > 0), Or(...), Not(...)"
		: o->heads[BOOL] != NULL
			? "write a condition, such as x > 0 or x == y"
			: "combine values of a sort that has it");
}

/* The largest kind of number among the arguments from there on. */
static const struct dsl_sort *
common_sort(const struct op *o, const struct term *t, size_t from)
{
	const struct dsl_sort *sort = t->arguments[from]->sort;

	if (o->heads[BOOL] != NULL && o->heads[BITVEC] == NULL)
		return dsl_bool;
	for (size_t i = from + 1; i < t->count; i++) {
		const struct dsl_sort *other = t->arguments[i]->sort;

		if (sort->kind < other->kind && other->kind <= BITVEC)
			sort = other;
	}
	if (sort == dsl_bool && o->heads[BOOL] == NULL && o->heads[INT] != NULL)
		sort = dsl_int;
	return sort == dsl_int && t->is_constant && strcmp(o->word, "/") == 0
		       ? dsl_real
		       : sort;
}

/* The operator of the arguments that t has, of which the text ends here. */
static struct term *
apply(struct parser *p, const struct op *o, struct term *t)
{
	size_t from = strcmp(o->word, "If") == 0;
	const struct dsl_sort *sort;

	t->source.length = (size_t)(p->end - t->source.start);
	if (!check_count(p, t, o->least, o->most))
		return t;
	if (t->count == 0) {
		bool is_number = isdigit((unsigned char)*o->empty);

		t->head = text_copy(o->empty);
		t->is_number = t->is_constant = is_number;
		t->sort = is_number ? dsl_int : dsl_bool;
		return t;
	}
	t->is_constant = true;
	for (size_t i = 0; i < t->count; i++)
		t->is_constant &= t->arguments[i]->is_constant;
	sort = common_sort(o, t, from);
	if (head_of(o, sort->kind) == NULL)
		return refuse_operand(p, o, t, sort);
	for (size_t i = 0; i < t->count; i++)
		t->arguments[i] =
			convert(p, t->arguments[i], i < from ? dsl_bool : sort);
	t->sort = o->is_condition ? dsl_bool : sort;
	if (t->count == 1 && o->most == ANY && *o->word != 'D')
		return t->arguments[0];
	if (t->count == 1 && *o->word == 'D')
		t->count = 0; /* from which it need not differ */
	t->head = text_copy(
		t->count == 0 ? "true"
		: t->count == 1 && sort->kind == BITVEC && *o->word == '-'
			? "bvneg"
			: head_of(o, sort->kind));
	return t;
}

static struct term *
apply_to(struct parser *p, const char *word, struct term *a, struct term *b)
{
	struct term *t = add(p, new_term(p, NULL, NULL, a->source.start), a);

	return apply(p, find_op(slice_of(word)), b != NULL ? add(p, t, b) : t);
}

/* --- names and calls ------------------------------------------------------ */

/* 12, 0.5 or 0xff. */
static struct term *
parse_number(struct parser *p)
{
	bool is_hex = p->at[0] == '0' && (p->at[1] | ' ') == 'x';
	const char *start = p->at;
	size_t size = is_hex ? 2 + strspn(start + 2, "0123456789abcdefABCDEF")
			     : strspn(start, "0123456789");
	size_t fraction = start[size] == '.' && !is_hex
				  ? strspn(start + size + 1, "0123456789")
				  : 0;
	size_t zeros = strspn(start, "0");

	if ((is_hex && (size < 3 || size > 18)) ||
		size + fraction > LIMIT_DIGITS ||
		identifier(start + size + fraction + (fraction > 0)) > 0 ||
		start[size + fraction + (fraction > 0)] == '.')
		return refuse_here(p,
			"a number, such as 12, 0.5, 0xff or 1/3, of at most "
			"10000 digits");
	pass(p, size + fraction + (fraction > 0));
	if (is_hex)
		return new_number(p, dsl_int,
			text_format("%llu", strtoull(start + 2, NULL, 16)),
			start);
	zeros -= zeros == size; /* but for one digit */
	return new_number(p, fraction > 0 ? dsl_real : dsl_int,
		text_copy_n(start + zeros,
			size - zeros + fraction + (fraction > 0)),
		start);
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
	struct nearest near;

	for (size_t i = 0; i < sizeof(advice) / sizeof(advice[0]); i++) {
		if (strcmp(advice[i][0], name) == 0)
			return refuse(p, word,
				"is not a part of expressions; %s",
				advice[i][1]);
	}
	nearest_init(&near, name);
	for (size_t i = 0; i < sizeof(ops) / sizeof(ops[0]); i++) {
		if (ops[i].level == CALL)
			nearest_offer(&near, ops[i].word);
	}
	for (size_t i = 0; i < p->names->count; i++) {
		if (p->names->at[i]->word != NULL)
			nearest_offer(&near, p->names->at[i]->word);
	}
	return refuse(p, word,
		"is not declared; %s%.60s%sdeclare it in constants, "
		"functions or variables",
		near.best != NULL ? "did you mean " : "",
		near.best != NULL ? near.best : "",
		near.best != NULL ? "? Otherwise " : "");
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
		while (is_list && accept(p, ","));
		if (is_list)
			expect(p, "]");
	} while (accept(p, ","));
	expect(p, ")");
	return t;
}

static struct term *
parse_function(struct parser *p, const struct dsl_name *name, const char *start)
{
	struct term *t =
		new_term(p, name->sort, text_copy(name->symbol), start);

	if (accept(p, "("))
		t = parse_arguments(p, t, false);
	if (check_count(p, t, name->arity, name->arity)) {
		for (size_t i = 0; i < t->count; i++)
			t->arguments[i] =
				convert(p, t->arguments[i], name->domain[i]);
	}
	return t;
}

/* The variables are bound while the body is read. */
static struct term *
parse_quantifier(struct parser *p, bool is_forall, const char *start)
{
	struct term *t = new_term(p, dsl_bool, NULL, start);
	size_t open = p->names->binding_count;
	struct term *body;
	bool is_list;
	DROP(buf) struct buf head;

	buf_init(&head, LIMIT_MESSAGE);
	(void)buf_add_text(&head, is_forall ? "forall (" : "exists (");
	expect(p, "(");
	is_list = accept(p, "[");
	do {
		struct slice word = {p->at, identifier(p->at)};
		struct dsl_name *name = find_name(p->names, word);

		if (word.length == 0)
			(void)refuse_here(p, "a variable of the quantifier");
		else if (name->bound == NULL && name->kind == DSL_UNKNOWN)
			(void)refuse_unknown(p, word);
		else if (name->bound == NULL &&
			 (name->kind == DSL_FUNCTION ||
				 name->kind == DSL_VALUE))
			(void)refuse(
				p, word, "cannot be bound; use a variable");
		if (p->has_failed)
			break;
		bind(p->names, name,
			name->bound != NULL ? name->bound : name->sort);
		(void)buf_add_format(
			&head, " (%s %s)", name->symbol, name->bound->text);
		pass(p, word.length);
	} while (is_list && accept(p, ","));
	if (is_list)
		expect(p, "]");
	expect(p, ",");
	body = convert(p, parse_expression(p), dsl_bool);
	dsl_unbind(p->names, open);
	(void)buf_add_char(&head, ')');
	t->head = buf_take(&head);
	expect(p, ")");
	return add(p, t, body);
}

static struct term *
parse_bits(struct parser *p, struct term *t)
{
	struct term **of = t->arguments;

	if (!check_count(p, t, 2, 2))
		return t;
	if (!of[0]->is_number || of[0]->sort != dsl_int || !of[1]->is_number ||
		of[1]->sort != dsl_int)
		return refuse(p, t->source,
			"has no whole number and width; write "
			"BitVecVal(5, 8)");
	return convert(p, of[0], bits_sort(p, strtoul(of[1]->head, NULL, 10)));
}

/* A name that is not declared: an operator of that name. */
static struct term *
parse_call(struct parser *p, struct slice word)
{
	const struct op *o = find_op(word);
	struct term *t;

	if (slice_is(word, "True") || slice_is(word, "False"))
		return new_term(p, dsl_bool,
			text_copy(*word.start == 'T' ? "true" : "false"),
			word.start);
	if (slice_is(word, "ForAll") || slice_is(word, "Exists"))
		return parse_quantifier(p, *word.start == 'F', word.start);
	if (o != NULL ? o->level != CALL : !slice_is(word, "BitVecVal"))
		return refuse_unknown(p, word);
	expect(p, "(");
	t = parse_arguments(p, new_term(p, NULL, NULL, word.start),
		o != NULL && o->most == ANY);
	t->source.length = (size_t)(p->end - word.start);
	return o != NULL ? apply(p, o, t) : parse_bits(p, t);
}

static struct term *
parse_word(struct parser *p)
{
	struct slice word = {p->at, identifier(p->at)};
	struct dsl_name *name = find_name(p->names, word);

	if (is_token(p, "lambda") || is_token(p, "for") || is_token(p, "if"))
		return refuse_here(p, "a value");
	pass(p, word.length);
	if (name->bound == NULL && name->kind == DSL_FUNCTION)
		return parse_function(p, name, word.start);
	if (name->bound == NULL && name->kind == DSL_UNKNOWN)
		return parse_call(p, word);
	if (is_token(p, "("))
		return refuse(p, word,
			"is not a function; leave out the ( ), or "
			"write a[i] if it is an array");
	if (name->kind == DSL_VARIABLE && name->bound == NULL &&
		!name->is_free) {
		name->is_free = true;
		*ARRAY_ADD(p->names->free, p->names->free_count,
			p->names->free_capacity) = name;
	}
	return new_term(p, name->bound != NULL ? name->bound : name->sort,
		text_copy(name->symbol), word.start);
}

/* --- operators between and before terms ----------------------------------- */

static struct term *
parse_atom(struct parser *p)
{
	struct term *t;

	if (isdigit((unsigned char)*p->at))
		return parse_number(p);
	if (identifier(p->at) > 0)
		return parse_word(p);
	if (!accept(p, "("))
		return refuse_here(p, "a value");
	t = parse_expression(p);
	expect(p, ")");
	return t;
}

/* After a[. */
static struct term *
parse_index(struct parser *p, struct term *array)
{
	struct term *index = parse_expression(p);
	struct term *t;

	if (p->has_failed || array->sort->kind != ARRAY)
		return refuse(p, array->source,
			"is not an array; a function is applied with "
			"( )");
	t = new_term(p, array->sort->element, text_copy("select"),
		array->source.start);
	t = add(p, t, array);
	t = add(p, t, convert(p, index, array->sort->index));
	expect(p, "]");
	return t;
}

static struct term *parse_prefix(struct parser *p, int least);

static struct term *
parse_power(struct parser *p)
{
	struct term *t = parse_atom(p);
	struct term *product;
	struct term *exponent;
	long count = 0;

	while (accept(p, "["))
		t = parse_index(p, t);
	if (!accept(p, "**"))
		return t;
	exponent = parse_prefix(p, PREFIX);
	if (exponent->is_number && exponent->sort == dsl_int)
		count = strtol(exponent->head, NULL, 10);
	if (p->has_failed || count < 1 || count > LIMIT_POWER)
		return refuse(p, exponent->source,
			"is not an exponent; write a whole number from "
			"1 to 64");
	product = new_term(p, NULL, NULL, t->source.start);
	for (; count > 0; count--)
		product = add(p, product, t);
	return apply(p, find_op(slice_of("Product")), product);
}

static struct term *
negate(struct parser *p, struct term *t, const char *start)
{
	bool is_negative = t->is_number && *t->head == '-';

	if (!t->is_number)
		return apply_to(p, "-", t, NULL);
	return new_number(p, t->sort,
		text_format(
			"%s%s", is_negative ? "" : "-", t->head + is_negative),
		start);
}

/* Every way down passes here. */
static struct term *
parse_prefix(struct parser *p, int least)
{
	const char *start = p->at;
	struct term *t;

	if (p->depth > LIMIT_BRACKETS)
		return refuse_here(p, "less nesting, of 200 levels,");
	p->depth++;
	if (least <= NOT && accept(p, "not"))
		t = apply_to(p, "Not", parse_infix(p, NOT), NULL);
	else if (accept(p, "-"))
		t = negate(p, parse_prefix(p, PREFIX), start);
	else if (accept(p, "~"))
		t = apply_to(p, "~", parse_prefix(p, PREFIX), NULL);
	else
		t = accept(p, "+") ? parse_prefix(p, PREFIX) : parse_power(p);
	p->depth--;
	return t;
}

/* An operator that binds at least so, which is passed; or NULL. */
static const struct op *
accept_op(struct parser *p, int least)
{
	size_t size = token_size(p);
	const struct op *o = find_op((struct slice){p->at, size});

	if (o == NULL || o->level == CALL || o->level < least)
		return NULL;
	pass(p, size);
	return o;
}

/* What binds at least so. a or b or c is one Or; a < b <= c is And(a < b,
 * b <= c). */
static struct term *
parse_infix(struct parser *p, int least)
{
	struct term *left = parse_prefix(p, least);
	const struct op *o;

	while ((o = accept_op(p, least)) != NULL) {
		int level = o->level;
		struct term *right = parse_infix(p, level + 1);
		struct term *all = new_term(p, NULL, NULL, left->source.start);

		if (level > COMPARISON) {
			left = apply_to(p, o->word, left, right);
			continue;
		}
		if (level < NOT)
			all = add(p, all, left);
		for (; o != NULL; o = accept_op(p, level)) {
			if (all->count > (level < NOT))
				right = parse_infix(p, level + 1);
			all = add(p, all,
				level < NOT
					? right
					: apply_to(p, o->word, left, right));
			left = right;
		}
		left = apply(
			p, find_op(slice_of(level == OR ? "Or" : "And")), all);
	}
	return left;
}

static struct term *
parse_expression(struct parser *p)
{
	struct term *yes = parse_infix(p, OR);
	struct term *t;

	if (!accept(p, "if"))
		return yes;
	p->depth++;
	t = new_term(p, NULL, NULL, yes->source.start);
	t = add(p, t, parse_infix(p, OR));
	t = add(p, t, yes);
	expect(p, "else");
	t = add(p, t, parse_expression(p));
	p->depth--;
	return apply(p, find_op(slice_of("If")), t);
}

const struct dsl_sort *
dsl_expression(struct dsl_names *n, const char *text,
	const struct dsl_sort *wanted, struct buf *out, struct dsl_fault *fault)
{
	struct parser p = parser_of(n, text, fault);
	struct term *t = parse_expression(&p);

	if (*p.at != '\0')
		t = refuse_here(&p, "the end of the expression");
	if (wanted != NULL)
		t = convert(&p, t, wanted);
	else if (!p.has_failed &&
		 (t->sort->kind < INT || t->sort->kind > BITVEC))
		t = refuse(&p, t->source,
			"is not a number; write a term to be as large "
			"or small as possible");
	if (!p.has_failed)
		write_term(t, out);
	wanted = p.has_failed ? NULL : t->sort;
	for (size_t i = 0; i < p.count; i++) {
		free(p.terms[i]->head);
		free(p.terms[i]->arguments);
		free(p.terms[i]);
	}
	free(p.terms);
	return wanted;
}
