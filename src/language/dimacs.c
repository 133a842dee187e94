/*
 * DIMACS CNF:
 *
 *	c a comment
 *	p cnf 2 1
 *	1 -2 0
 *
 * The variables become Bool constants x1, x2, ...; each clause becomes an
 * assertion. Lines stay what they are: a comment is one in SMT-LIB, too.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "language/language.h"
#include "smt/text/token.h"

/* Bytes from which on another item begins: far below LIMIT_ITEM, which one
 * clause more must not exceed. */
enum { ITEM_FULL = LIMIT_ITEM / 2 };

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

bool
dimacs_is(const char *text, size_t size)
{
	size_t at = find_header(text);

	(void)size;
	return text[at] == 'p' && (text[at + 1] == ' ' || text[at + 1] == '\t');
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

static bool
read_count(struct reading *r, uintmax_t *count)
{
	struct word w;
	intmax_t number;

	if (!next_word(r, &w) || !read_number(r, w, &number) || number < 0 ||
		number > LIMIT_COMMANDS)
		return refuse(r, w,
			"the header is not p cnf VARIABLES CLAUSES with "
			"numbers up to %d; write it as such; "
			"for a larger problem take the file to a SAT solver",
			LIMIT_COMMANDS);
	*count = (uintmax_t)number;
	r->count = w;
	return true;
}

static void
declare_variables(struct reading *r)
{
	struct buf *text = &r->out->text;
	size_t start = text->size;

	if (r->variables > 0)
		translation_add_item(r->out, NULL, "variables", r->line);
	for (uintmax_t i = 1; i <= r->variables; i++) {
		if (text->size - start > ITEM_FULL) {
			start = text->size;
			translation_add_item(
				r->out, NULL, "more variables", r->line);
		}
		(void)buf_add_format(text,
			"%s(declare-const x%" PRIuMAX " Bool)",
			text->size > start ? " " : "", i);
	}
}

static bool
read_header(struct reading *r)
{
	struct word p;
	struct word kind;

	(void)next_word(r, &p);
	translation_add_place(r->out, p.offset, p.size);
	if (!next_word(r, &kind) || kind.size != strlen("cnf") ||
		memcmp(r->text + kind.offset, "cnf", kind.size) != 0)
		return refuse(r, kind,
			"of DIMACS only p cnf is read; write p cnf VARIABLES "
			"CLAUSES; soft clauses are (assert-soft TERM :weight "
			"N)");
	if (!read_count(r, &r->variables) || !read_count(r, &r->clauses))
		return false;
	declare_variables(r);
	return true;
}

/* --- clauses ------------------------------------------------------------- */

/* From its first literal to the 0. */
static bool
read_literals(struct reading *r, struct word first, struct buf *literals,
	size_t *count)
{
	struct word w = first;
	intmax_t literal;

	for (*count = 0;; ++*count) {
		if (!read_number(r, w, &literal))
			return refuse(r, w,
				"a literal is expected here, a variable's "
				"number "
				"or, for its negation, -NUMBER; correct it; "
				"a comment is a line that begins with c");
		if (literal == 0)
			return true;
		if (literal > (intmax_t)r->variables ||
			literal < -(intmax_t)r->variables)
			return refuse(r, w,
				"the header announces variables up to "
				"%" PRIuMAX "; write p cnf %" PRIdMAX
				" %" PRIuMAX "; or correct the literal",
				r->variables, imaxabs(literal), r->clauses);
		(void)buf_add_format(literals,
			literal < 0 ? " (not x%" PRIdMAX ")" : " x%" PRIdMAX,
			literal < 0 ? -literal : literal);
		if (!next_word(r, &w))
			return refuse(r, first,
				"this clause does not end; write 0 after its "
				"last literal; check that the text was not "
				"cut off");
	}
}

static bool
read_clause(struct reading *r, struct word first)
{
	DROP(buf) struct buf literals;
	size_t count;

	buf_init(&literals, r->out->text.ceiling);
	if (!read_literals(r, first, &literals, &count))
		return false;
	translation_add_place(r->out, first.offset, first.size);
	if (count == 0)
		(void)buf_add_text(&r->out->text, "(assert false)");
	else
		(void)buf_add_format(&r->out->text,
			count == 1 ? "(assert%s)" : "(assert (or%s))",
			literals.data);
	return true;
}

static void
begin_item(struct reading *r)
{
	DROP(text)
	char *note = text_format("clauses from %" PRIuMAX " on", r->read + 1);

	translation_add_item(r->out, NULL, note, r->line);
}

bool
dimacs_read(const char *text, size_t size, struct translation *out,
	struct diagnostic *fault)
{
	struct reading r = {
		.text = text,
		.size = size,
		.line = 1,
		.out = out,
		.fault = fault,
	};
	struct word w;

	if (!read_header(&r))
		return false;
	for (; next_word(&r, &w) && !out->text.overflowed; r.read++) {
		if (r.read == 0 ||
			out->text.size - out->items[out->count - 1].offset >
				ITEM_FULL)
			begin_item(&r);
		if (!read_clause(&r, w))
			return false;
	}
	return out->text.overflowed || r.read == r.clauses ||
	       refuse(&r, r.count,
		       "the header announces %" PRIuMAX " clause%s, and the "
		       "text has %" PRIuMAX "; write p cnf %" PRIuMAX
		       " %" PRIuMAX "; or check that the text is whole",
		       r.clauses, r.clauses == 1 ? "" : "s", r.read,
		       r.variables, r.read);
}
