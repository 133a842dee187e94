/*
 * DIMACS CNF, and WCNF in both of its forms: until 2021 a weight of at least
 * TOP made a clause hard, since then an h does and there is no header.
 *
 *	c a comment		p wcnf 2 2 9		h 1 -2 0
 *	p cnf 2 1		9 1 -2 0		4 2 0
 *	1 -2 0			4 2 0
 *
 * The variables become Bool constants x1, x2, ...; a clause becomes an
 * assertion, a soft one an assert-soft. Lines stay what they are: a comment is
 * one in SMT-LIB, too.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "language/language.h"
#include "smt/text/lexer.h"

/* Bytes from which on another item begins: far below LIMIT_ITEM, which one
 * clause more must not exceed. */
enum {
	ITEM_FULL = LIMIT_ITEM / 2,
	WEIGHT_DIGITS = 20, /* of 2^64, which no solver of WCNF exceeds */
};

/* A word of the text: from `offset` to the next blank. */
struct word {
	size_t offset;
	size_t size;
};

struct reading {
	const char *text;
	size_t size;
	size_t at;
	unsigned line;
	struct translation *out;
	struct diagnostic *fault;
	uintmax_t variables;
	uintmax_t clauses; /* that the header announces */
	uintmax_t read;	   /* clauses so far */
	struct word count; /* the last word of the header */
	bool has_header;
	bool is_weighted;
	struct word top; /* without leading zeros; size 0: all are soft */
};

/* The first byte after comments. */
static size_t
find_header(const char *text)
{
	size_t at = 0;

	for (;;) {
		at += strspn(text + at, " \t\r\n");
		if (text[at] != 'c' || !isspace((unsigned char)text[at + 1]))
			return at;
		at += strcspn(text + at, "\n");
	}
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

bool
dimacs_is(const char *text, size_t size)
{
	size_t at = find_header(text);

	(void)size;
	return text[at] == 'p' && is_blank(text[at + 1]);
}

/* A line of numbers, the last one 0, the first perhaps an h. */
static bool
is_soft_line(const char *line)
{
	size_t length = strcspn(line, "\r\n");
	size_t h = line[0] == 'h' && is_blank(line[1]);

	while (length > 0 && is_blank(line[length - 1]))
		length--;
	return strspn(line + h, " \t-0123456789") + h >= length &&
	       length >= 3 && line[length - 1] == '0' &&
	       is_blank(line[length - 2]);
}

/* A clause of a CNF may stand alone where an h is nowhere. */
bool
wcnf_is(const char *text, size_t size)
{
	size_t at = find_header(text);

	if (!dimacs_is(text, size))
		return is_soft_line(text + at) &&
		       (text[at] == 'h' || strstr(text + at, "\nh ") != NULL);
	at += 1 + strspn(text + at + 1, " \t");
	return strncmp(text + at, "wcnf", strlen("wcnf")) == 0;
}

static bool __attribute__((format(printf, 3, 4)))
refuse(const struct reading *r, struct word w, const char *format, ...)
{
	struct token t = {.offset = w.offset, .length = w.size};
	char what[DIAGNOSTIC_WHAT_MAX];
	va_list arguments;

	text_place(r->text, w.offset, &t.line, &t.column);
	va_start(arguments, format);
	(void)vsnprintf(what, sizeof(what), format, arguments);
	va_end(arguments);
	return diagnostic_at(r->fault, DIAGNOSTIC_LANGUAGE, &t, "%s", what);
}

/* Comments and line breaks before the next word go into the text. False at the
 * end, which a line with % is, too. */
static bool
next_word(struct reading *r, struct word *w)
{
	for (; r->at < r->size; r->at++) {
		char c = r->text[r->at];
		bool begins_line = r->at == 0 || r->text[r->at - 1] == '\n';

		if (c == '\n') {
			(void)buf_add_char(&r->out->text, '\n');
			r->line++;
		} else if (begins_line && c == 'c') {
			size_t length = strcspn(r->text + r->at, "\r\n");

			(void)buf_add_text(&r->out->text, ";");
			(void)buf_add(
				&r->out->text, r->text + r->at + 1, length - 1);
			r->at += length - 1;
		} else if (!isspace((unsigned char)c)) {
			break;
		}
	}
	*w = (struct word){r->at, strcspn(r->text + r->at, " \t\r\n")};
	r->at += w->size;
	return w->size > 0 && r->text[w->offset] != '%';
}

static bool
read_number(const struct reading *r, struct word w, intmax_t *number)
{
	const char *start = r->text + w.offset;
	char *end;

	*number = strtoimax(start, &end, 10);
	return end == start + w.size && end > start &&
	       (isdigit((unsigned char)*start) || *start == '-');
}

/* --- the header ---------------------------------------------------------- */

static const char *
word_of(const struct reading *r)
{
	return r->is_weighted ? "wcnf" : "cnf";
}

static bool
read_count(struct reading *r, uintmax_t *count)
{
	struct word w;
	intmax_t number;

	if (!next_word(r, &w) || !read_number(r, w, &number) || number < 0 ||
		number > LIMIT_COMMANDS)
		return refuse(r, w,
			"the header is not p %s VARIABLES CLAUSES with "
			"numbers up to %d; write it as such; "
			"for a larger problem take the file to a SAT solver",
			word_of(r), LIMIT_COMMANDS);
	*count = (uintmax_t)number;
	r->count = w;
	return true;
}

/* Up to that one. */
static void
declare_variables(struct reading *r, uintmax_t last)
{
	struct buf *text = &r->out->text;
	size_t start = text->size;

	while (r->variables < last) {
		if (text->size - start > ITEM_FULL) {
			start = text->size;
			translation_add_item(
				r->out, NULL, "more variables", r->line);
		}
		(void)buf_add_format(text,
			"%s(declare-const x%" PRIuMAX " Bool)",
			text->size > start ? " " : "", ++r->variables);
	}
}

/* Without leading zeros. */
static bool
read_weight(const struct reading *r, struct word *w)
{
	const char *digits = r->text + w->offset;
	size_t zeros = strspn(digits, "0");

	if (w->size == 0 || strspn(digits, "0123456789") < w->size)
		return false;
	if (zeros >= w->size)
		zeros = w->size - 1;
	w->offset += zeros;
	w->size -= zeros;
	return w->size <= WEIGHT_DIGITS;
}

/* It ends the line, or is not there. */
static bool
read_top(struct reading *r)
{
	struct word w;

	r->at += strspn(r->text + r->at, " \t\r");
	if (r->at >= r->size || r->text[r->at] == '\n')
		return true;
	(void)next_word(r, &w);
	r->top = w;
	return read_weight(r, &r->top) ||
	       refuse(r, w,
		       "the header is p wcnf VARIABLES CLAUSES TOP, and this "
		       "TOP is not a number; write the weight of hard clauses "
		       "there; or leave it out, and all clauses are soft");
}

static bool
read_header(struct reading *r)
{
	struct word p;
	struct word kind;
	uintmax_t variables = 0;

	(void)next_word(r, &p);
	translation_add_place(r->out, p.offset, p.size);
	if (!next_word(r, &kind) || kind.size != strlen(word_of(r)) ||
		memcmp(r->text + kind.offset, word_of(r), kind.size) != 0)
		return refuse(r, kind,
			"of DIMACS only p cnf and p wcnf are read; write p cnf "
			"VARIABLES CLAUSES; or p wcnf VARIABLES CLAUSES TOP");
	if (!read_count(r, &variables) || !read_count(r, &r->clauses) ||
		(r->is_weighted && !read_top(r)))
		return false;
	translation_add_item(r->out, NULL, "variables", r->line);
	if (variables == 0) /* it may have no clauses either */
		(void)buf_add_text(&r->out->text, "(assert true)");
	declare_variables(r, variables);
	return true;
}

/* --- clauses ------------------------------------------------------------- */

static bool
refuse_variable(const struct reading *r, struct word w, intmax_t literal)
{
	if (literal > LIMIT_COMMANDS || literal < -LIMIT_COMMANDS)
		return refuse(r, w,
			"a variable has a number up to %d; number them from 1; "
			"for a larger problem take the file to a SAT solver",
			LIMIT_COMMANDS);
	return refuse(r, w,
		"the header announces variables up to %" PRIuMAX
		"; write p %s %" PRIdMAX " %" PRIuMAX
		"; or correct the literal",
		r->variables, word_of(r), imaxabs(literal), r->clauses);
}

/* False at the end of the text, which cuts off the clause that begins there. */
static bool
next_of_clause(struct reading *r, struct word first, struct word *w)
{
	return next_word(r, w) ||
	       refuse(r, first,
		       "this clause does not end; write 0 after its last "
		       "literal; check that the text was not cut off");
}

/* From its first literal to the 0; *highest is its last variable. */
static bool
read_literals(struct reading *r, struct word first, struct buf *literals,
	uintmax_t *highest, size_t *count)
{
	const uintmax_t most = r->has_header ? r->variables : LIMIT_COMMANDS;
	struct word w = first;
	intmax_t literal;

	for (*count = 0, *highest = 0;; ++*count) {
		if (!read_number(r, w, &literal))
			return refuse(r, w,
				"a literal is expected here, a variable's "
				"number "
				"or, for its negation, -NUMBER; correct it; "
				"a comment is a line that begins with c");
		if (literal == 0)
			return true;
		if (literal > (intmax_t)most || literal < -(intmax_t)most)
			return refuse_variable(r, w, literal);
		if ((uintmax_t)imaxabs(literal) > *highest)
			*highest = (uintmax_t)imaxabs(literal);
		(void)buf_add_format(literals,
			literal < 0 ? " (not x%" PRIdMAX ")" : " x%" PRIdMAX,
			literal < 0 ? -literal : literal);
		if (!next_of_clause(r, first, &w))
			return false;
	}
}

/* Whether the clause has to hold, by what stands before its literals; else
 * *weight is that. */
static bool
is_hard(const struct reading *r, const struct word *weight)
{
	const char *digits = r->text + weight->offset;

	if (!r->is_weighted || *digits == 'h')
		return true;
	if (r->top.size == 0 || weight->size != r->top.size)
		return r->top.size > 0 && weight->size > r->top.size;
	return memcmp(digits, r->text + r->top.offset, weight->size) >= 0;
}

/* What stands before the first literal, and *next is the word after it. */
static bool
read_kind(struct reading *r, struct word *weight, struct word *next)
{
	struct word first = *weight;

	if (!r->is_weighted)
		return true;
	if ((r->has_header || first.size != 1 ||
		    r->text[first.offset] != 'h') &&
		!read_weight(r, weight))
		return refuse(r, first,
			r->has_header
				? "a clause begins with its weight, a whole "
				  "number of up to %d digits; write it before "
				  "the first literal; TOP is that of hard "
				  "clauses"
				: "a clause begins with h or its weight, a "
				  "whole number of up to %d digits; write it "
				  "before the first literal; or h, and the "
				  "clause has to hold",
			WEIGHT_DIGITS);
	return next_of_clause(r, first, next);
}

static void
add_clause(struct reading *r, const struct buf *literals, size_t count,
	const struct word *weight)
{
	struct buf *text = &r->out->text;
	bool hard = is_hard(r, weight);
	const char *clause = count == 0 ? " false" : literals->data;

	/* libz3 4.8 is not asked what a weight of nothing means; an item has
	 * to say something. */
	if (!hard && r->text[weight->offset] == '0') {
		(void)buf_add_text(text, "(assert true)");
		return;
	}
	(void)buf_add_format(text,
		count > 1 ? "(assert%s (or%s)" : "(assert%s%s",
		hard ? "" : "-soft", clause);
	if (!hard)
		(void)buf_add_format(text, " :weight %.*s", (int)weight->size,
			r->text + weight->offset);
	(void)buf_add_char(text, ')');
}

static bool
read_clause(struct reading *r, struct word first)
{
	DROP(buf) struct buf literals;
	struct word weight = first;
	struct word next = first;
	uintmax_t highest;
	size_t count;

	buf_init(&literals, r->out->text.ceiling);
	if (!read_kind(r, &weight, &next) ||
		!read_literals(r, next, &literals, &highest, &count))
		return false;
	translation_add_place(r->out, first.offset, first.size);
	declare_variables(r, highest);
	add_clause(r, &literals, count, &weight);
	return true;
}

static void
begin_item(struct reading *r)
{
	DROP(text)
	char *note = text_format("clauses from %" PRIuMAX " on", r->read + 1);

	translation_add_item(r->out, NULL, note, r->line);
}

static bool
read_all(struct reading *r)
{
	struct word w;

	if (r->has_header && !read_header(r))
		return false;
	for (; next_word(r, &w) && !r->out->text.overflowed; r->read++) {
		if (r->read == 0 ||
			r->out->text.size - r->out->items[r->out->count - 1]
						    .offset >
				ITEM_FULL)
			begin_item(r);
		if (!read_clause(r, w))
			return false;
	}
	return r->out->text.overflowed || !r->has_header ||
	       r->read == r->clauses ||
	       refuse(r, r->count,
		       "the header announces %" PRIuMAX " clause%s, and the "
		       "text has %" PRIuMAX "; write p %s %" PRIuMAX
		       " %" PRIuMAX "; or check that the text is whole",
		       r->clauses, r->clauses == 1 ? "" : "s", r->read,
		       word_of(r), r->variables, r->read);
}

static bool
read_as(bool is_weighted, const char *text, size_t size,
	struct translation *out, struct diagnostic *fault)
{
	struct reading r = {
		.text = text,
		.size = size,
		.line = 1,
		.out = out,
		.fault = fault,
		.has_header = !is_weighted || dimacs_is(text, size),
		.is_weighted = is_weighted,
	};

	return read_all(&r);
}

bool
dimacs_read(const char *text, size_t size, struct translation *out,
	struct diagnostic *fault)
{
	return read_as(false, text, size, out, fault);
}

bool
wcnf_read(const char *text, size_t size, struct translation *out,
	struct diagnostic *fault)
{
	return read_as(true, text, size, out, fault);
}
