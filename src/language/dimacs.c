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
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "language/language.h"
#include "smt/text/lexer.h"

/* Bytes from which on another item begins: far below LIMIT_ITEM, which one
 * clause more must not exceed. */
enum { ITEM_FULL = LIMIT_ITEM / 2 };

struct dimacs_reader {
	const char *text;
	const char *at;
	struct translation *out;
	struct diagnostic *fault;
	uintmax_t variables; /* that are declared */
	uintmax_t clauses;   /* that the header announces */
	uintmax_t read;	     /* clauses so far */
	struct slice count;  /* the last number of the header */
	const char *word;    /* of the header: "cnf" or "wcnf" */
	bool has_header;
	bool is_weighted;
	bool has_top; /* or else all are soft */
	uintmax_t top;
};

#define refuse(r, at, ...) \
	language_refuse((r)->fault, (r)->text, at, __VA_ARGS__)

/* The first byte after comments. */
static const char *
find_header(const char *text)
{
	for (;;) {
		text += strspn(text, " \t\r\n");
		if (text[0] != 'c' || !isspace((unsigned char)text[1]))
			return text;
		text += strcspn(text, "\n");
	}
}

bool
dimacs_is(const char *text)
{
	const char *at = find_header(text);

	return at[0] == 'p' && isblank((unsigned char)at[1]);
}

/* A line of numbers, the last one 0, the first perhaps an h. */
static bool
is_soft_line(const char *line)
{
	size_t length = strcspn(line, "\r\n");
	size_t h = line[0] == 'h' && isblank((unsigned char)line[1]);

	while (length > 0 && isblank((unsigned char)line[length - 1]))
		length--;
	return strspn(line + h, " \t-0123456789") + h >= length &&
	       length >= 3 && line[length - 1] == '0' &&
	       isblank((unsigned char)line[length - 2]);
}

/* Returns whether a line has a number between its first one and its 0. */
static bool
has_literal(const char *line)
{
	size_t weight = strcspn(line, " \t");
	const char *next = line + weight + strspn(line + weight, " \t");

	return *next == '-' || (*next >= '1' && *next <= '9');
}

/* Returns whether the text is WCNF of the form of 2022, which has no header:
 * some line begins with h, or there are several lines and each begins with a
 * positive weight and has a literal. A single line without an h is rather a
 * clause of a CNF. */
static bool
is_wcnf_without_header(const char *at)
{
	size_t lines = 0;
	bool has_weights = true;

	if (!is_soft_line(at))
		return false;
	if (*at == 'h' || strstr(at, "\nh ") != NULL)
		return true;
	for (; *at != '\0'; at += strcspn(at, "\n"), at += *at == '\n') {
		const char *first = at + strspn(at, " \t\r");

		if (*first == '\n' || *first == '\0' || *at == 'c')
			continue;
		lines++;
		has_weights &= *first >= '1' && *first <= '9' &&
			       is_soft_line(at) && has_literal(first);
	}
	return lines > 1 && has_weights;
}

bool
wcnf_is(const char *text)
{
	const char *at = find_header(text);

	if (!dimacs_is(text))
		return is_wcnf_without_header(at);
	at += 1 + strspn(at + 1, " \t");
	return strncmp(at, "wcnf", strlen("wcnf")) == 0;
}

/* Comments and line breaks before the next word go into the text. False at the
 * end, which a line with % is, too. */
static bool
next_word(struct dimacs_reader *r, struct slice *w)
{
	const char *at = r->at;

	for (; *at == 'c' || isspace((unsigned char)*at); at++) {
		bool begins_line = at == r->text || at[-1] == '\n';
		size_t length = strcspn(at, "\r\n");

		if (*at == '\n')
			(void)buf_add_char(&r->out->text, '\n');
		if (*at != 'c')
			continue;
		if (!begins_line)
			break;
		(void)buf_add_char(&r->out->text, ';');
		(void)buf_add(&r->out->text, at + 1, length - 1);
		at += length - 1;
	}
	*w = (struct slice){at, strcspn(at, " \t\r\n")};
	r->at = at + w->length;
	return w->length > 0 && *at != '%';
}

/* The largest one, and errno, for one that is larger. */
static bool
read_number(struct slice w, uintmax_t *number)
{
	char *end;

	errno = 0;
	*number = strtoumax(w.start, &end, 10);
	return isdigit((unsigned char)*w.start) && end == w.start + w.length;
}

static void
begin_item(struct dimacs_reader *r, const char *note)
{
	unsigned line;
	unsigned column;

	text_place(r->text, (size_t)(r->at - r->text), &line, &column);
	translation_add_item(r->out, NULL, note, line);
}

/* Up to that one. */
static void
declare_variables(struct dimacs_reader *r, uintmax_t last)
{
	struct buf *text = &r->out->text;
	size_t start = text->size;

	while (r->variables < last) {
		if (text->size - start > ITEM_FULL) {
			start = text->size;
			begin_item(r, "more variables");
		}
		(void)buf_add_format(text,
			"%s(declare-const x%" PRIuMAX " Bool)",
			text->size > start ? " " : "", ++r->variables);
	}
}

/* --- the header ---------------------------------------------------------- */

static bool
read_count(struct dimacs_reader *r, uintmax_t *count)
{
	return (next_word(r, &r->count) && read_number(r->count, count) &&
		       *count <= LIMIT_COMMANDS) ||
	       refuse(r, r->count,
		       "the header is not p %s VARIABLES CLAUSES with "
		       "numbers up to %d; write it as such; "
		       "for a larger problem take the file to a SAT solver",
		       r->word, LIMIT_COMMANDS);
}

/* It ends the line, or is not there. */
static bool
read_top(struct dimacs_reader *r)
{
	struct slice w;

	r->at += strspn(r->at, " \t\r");
	r->has_top = *r->at != '\0' && *r->at != '\n';
	return !r->has_top ||
	       (next_word(r, &w) && read_number(w, &r->top) && errno == 0) ||
	       refuse(r, w,
		       "the header is p wcnf VARIABLES CLAUSES TOP, and this "
		       "TOP is not a number below 2^64; write the weight of "
		       "hard clauses there; or leave it out, and all clauses "
		       "are soft");
}

static bool
read_header(struct dimacs_reader *r)
{
	struct slice p;
	struct slice kind;
	uintmax_t variables = 0;

	(void)next_word(r, &p);
	if (!next_word(r, &kind) || !slice_is(kind, r->word))
		return refuse(r, kind,
			"of DIMACS only p cnf and p wcnf are read; write p cnf "
			"VARIABLES CLAUSES; or p wcnf VARIABLES CLAUSES TOP");
	if (!read_count(r, &variables) || !read_count(r, &r->clauses) ||
		(r->is_weighted && !read_top(r)))
		return false;
	begin_item(r, "variables");
	if (variables == 0) /* it may have no clauses either */
		(void)buf_add_text(&r->out->text, "(assert true)");
	declare_variables(r, variables);
	return true;
}

/* --- clauses ------------------------------------------------------------- */

static bool
refuse_variable(
	const struct dimacs_reader *r, struct slice w, uintmax_t variable)
{
	if (variable > LIMIT_COMMANDS)
		return refuse(r, w,
			"a variable has a number up to %d; number them from 1; "
			"for a larger problem take the file to a SAT solver",
			LIMIT_COMMANDS);
	return refuse(r, w,
		"the header announces variables up to %" PRIuMAX
		"; write p %s %" PRIuMAX " %" PRIuMAX
		"; or correct the literal",
		r->variables, r->word, variable, r->clauses);
}

/* False at the end of the text, which cuts off the clause that begins there. */
static bool
next_of_clause(struct dimacs_reader *r, struct slice first, struct slice *w)
{
	return next_word(r, w) ||
	       refuse(r, first,
		       "this clause does not end; write 0 after its last "
		       "literal; check that the text was not cut off");
}

/* From the literal w on to the 0; *highest is the last variable. */
static bool
read_literals(struct dimacs_reader *r, struct slice w, struct buf *literals,
	uintmax_t *highest, size_t *count)
{
	const struct slice first = w;
	const uintmax_t most = r->has_header ? r->variables : LIMIT_COMMANDS;

	for (*count = 0, *highest = 0;; ++*count) {
		size_t sign = *w.start == '-';
		uintmax_t variable;

		if (!read_number(
			    (struct slice){w.start + sign, w.length - sign},
			    &variable))
			return refuse(r, w,
				"a literal is expected here, a variable's "
				"number or, for its negation, -NUMBER; correct "
				"it; a comment is a line that begins with c");
		if (variable == 0)
			return true;
		if (variable > most)
			return refuse_variable(r, w, variable);
		if (variable > *highest)
			*highest = variable;
		(void)buf_add_format(literals,
			sign > 0 ? " (not x%" PRIuMAX ")" : " x%" PRIuMAX,
			variable);
		if (!next_of_clause(r, first, &w))
			return false;
	}
}

static bool
read_clause(struct dimacs_reader *r, struct slice first)
{
	DROP(buf) struct buf literals;
	struct buf *text = &r->out->text;
	struct slice w = first;
	uintmax_t weight = 0;
	uintmax_t highest;
	size_t count;
	bool is_hard =
		!r->is_weighted || (!r->has_header && slice_is(first, "h"));

	buf_init(&literals, text->ceiling);
	if (!is_hard && (!read_number(first, &weight) || errno != 0))
		return refuse(r, first,
			"a clause begins with %sits weight, a whole number "
			"below 2^64; write it before the first literal; %s",
			r->has_header ? "" : "h or ",
			r->has_header ? "TOP is that of hard clauses"
				      : "or h, and the clause has to hold");
	is_hard |= r->has_top && weight >= r->top;
	if ((r->is_weighted && !next_of_clause(r, first, &w)) ||
		!read_literals(r, w, &literals, &highest, &count))
		return false;
	declare_variables(r, highest);
	/* libz3 4.8 is not asked what a weight of nothing means; an item has
	 * to say something. */
	if (!is_hard && weight == 0)
		return buf_add_text(text, "(assert true)");
	(void)buf_add_format(text,
		count > 1 ? "(assert%s (or%s)" : "(assert%s%s",
		is_hard ? "" : "-soft", count > 0 ? literals.data : " false");
	if (!is_hard)
		(void)buf_add_format(text, " :weight %" PRIuMAX, weight);
	return buf_add_char(text, ')');
}

static bool
read_all(struct dimacs_reader *r)
{
	const struct translation *out = r->out;
	struct slice w;

	if (r->has_header && !read_header(r))
		return false;
	for (; next_word(r, &w); r->read++) {
		DROP(text) char *note = NULL;

		if (r->read == 0 ||
			out->text.size - out->items[out->count - 1].offset >
				ITEM_FULL) {
			note = text_format(
				"clauses from %" PRIuMAX " on", r->read + 1);
			begin_item(r, note);
		}
		if (!read_clause(r, w))
			return out->text.overflowed;
	}
	return !r->has_header || r->read == r->clauses ||
	       refuse(r, r->count,
		       "the header announces %" PRIuMAX " clause%s, and the "
		       "text has %" PRIuMAX "; write p %s %" PRIuMAX
		       " %" PRIuMAX "; or check that the text is whole",
		       r->clauses, r->clauses == 1 ? "" : "s", r->read, r->word,
		       r->variables, r->read);
}

static bool
read_as(const char *word, const char *text, struct translation *out,
	struct diagnostic *fault)
{
	bool is_weighted = *word == 'w';

	return read_all(&(struct dimacs_reader){
		.text = text,
		.at = text,
		.out = out,
		.fault = fault,
		.word = word,
		.has_header = !is_weighted || dimacs_is(text),
		.is_weighted = is_weighted,
	});
}

bool
dimacs_read(const char *text, size_t size, struct translation *out,
	struct diagnostic *fault)
{
	(void)size;
	return read_as("cnf", text, out, fault);
}

bool
wcnf_read(const char *text, size_t size, struct translation *out,
	struct diagnostic *fault)
{
	(void)size;
	return read_as("wcnf", text, out, fault);
}
