#include "advice/advice.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "advice/message/rules.h"
#include "base/alloc.h"
#include "base/buf.h"

#define COUNT(table) (sizeof(table) / sizeof(*(table)))

/* Longer ones first, so that `<=` is not taken for `<`. */
static const struct operator
{
	const char *written;
	const char *name;
	bool is_word; /* letters: never found inside of a word */
	int rank;     /* the higher, the closer it binds */
}
operators[] = {
	{"<=>", "=", false, 0},
	{"<->", "=", false, 0},
	{"==>", "=>", false, 1},
	{"===", "=", false, 4},
	{"!==", "distinct", false, 4},
	{"==", "=", false, 4},
	{"!=", "distinct", false, 4},
	{"<>", "distinct", false, 4},
	{"/=", "distinct", false, 4},
	{"<=", "<=", false, 4},
	{">=", ">=", false, 4},
	{"=<", "<=", false, 4},
	{"=>", "=>", false, 1},
	{"->", "=>", false, 1},
	{"&&", "and", false, 3},
	{"||", "or", false, 2},
	{"**", "^", false, 7},
	{"//", "div", false, 6},
	{"<", "<", false, 4},
	{">", ">", false, 4},
	{"=", "=", false, 4},
	{"+", "+", false, 5},
	{"-", "-", false, 5},
	{"*", "*", false, 6},
	{"/", "/", false, 6},
	{"%", "mod", false, 6},
	{"^", "^", false, 7},
	{"&", "and", false, 3},
	{"and", "and", true, 3},
	{"or", "or", true, 2},
	{"xor", "xor", true, 2},
	{"implies", "=>", true, 1},
	{"iff", "=", true, 0},
	{"mod", "mod", true, 6},
	{"div", "div", true, 6},
	{"≤", "<=", false, 4},
	{"≥", ">=", false, 4},
	{"≠", "distinct", false, 4},
	{"∧", "and", false, 3},
	{"∨", "or", false, 2},
	{"→", "=>", false, 1},
	{"×", "*", false, 6},
	{"AND", "and", true, 3},
	{"OR", "or", true, 2},
};

static const struct operator*
	operator_of(const struct text_context *s, struct span span)
{
	size_t i;

	for (i = 0; i < COUNT(operators); i++)
		if (span_is(s, span, operators[i].written))
			return &operators[i];
	return NULL;
}

/* Forms in which an operator's bare name is rightly an argument. */
static bool
takes_names(const struct text_context *s, struct span form)
{
	struct span head;

	/* ((> x 1) and (< x 5)) begins with a form. */
	if (!form_head(s, form, &head))
		return !form_child(s, form, 0, &head) ||
		       span_first(s, head) != '(';
	return slice_is_one_of(span_slice(s, head),
		"_ as map declare-fun declare-const define-fun define-const "
		"set-info forall exists lambda let");
}

/* The caret goes there. {1} {2}: the arguments; {3}: the operator; {4}: as
 * SMT-LIB writes it. */
static bool
advise_operator(struct message *c, struct span at, struct slice left,
	struct slice right, const struct operator* o, const char *rule)
{
	message_point_at(c, at);
	message_part(c, 1, left.start, left.length);
	message_part(c, 2, right.start, right.length);
	message_part(c, 3, o->written, strlen(o->written));
	message_part(c, 4, o->name, strlen(o->name));
	return rules_use(c, rule);
}

/*
 * (= x 1 or 2): a comparison applied to one term and to alternatives of its
 * value. {1} and {2} are the two comparisons that were meant.
 */
static bool
joins_values(struct message *c, const struct text_context *s, struct span form,
	struct span middle)
{
	struct span head, term, value, other = middle;
	char both[2][QUOTE_MAX];

	if (form_count(s, form) != 5 || !form_child(s, form, 0, &head) ||
		!form_child(s, form, 1, &term) ||
		!form_child(s, form, 2, &value) ||
		!form_after(s, form, &other) ||
		!slice_is_one_of(span_slice(s, head), "= < <= > >= distinct"))
		return false;
	for (size_t i = 0; i < 2; i++) {
		const struct span *right = i == 0 ? &value : &other;

		(void)snprintf(both[i], sizeof(both[i]), "(%.*s %.*s %.*s)",
			(int)head.size, s->text + head.offset, (int)term.size,
			s->text + term.offset, (int)right->size,
			s->text + right->offset);
	}
	message_point_at(c, middle);
	message_part(c, 1, both[0], strlen(both[0]));
	message_part(c, 2, both[1], strlen(both[1]));
	return rules_use(c, "joins-values");
}

/* The left argument, the operator and the right one in a form. */
static bool
between(struct message *c, const struct text_context *s, struct span form)
{
	struct span left, middle, right = {0}, third;
	const struct operator* o = NULL;
	bool is_head = true; /* what is left of it */

	if (takes_names(s, form) || !form_child(s, form, 0, &left))
		return false;
	middle = left;
	while (o == NULL && form_after(s, form, &middle)) {
		right = middle;
		if (form_after(s, form, &right))
			o = operator_of(s, middle);
		if (o == NULL) {
			left = middle;
			is_head = false;
		}
	}
	third = right;
	/* (not = x 0) */
	if (o != NULL && is_head && span_is(s, left, "not") &&
		form_after(s, form, &third))
		return advise_operator(c, middle, span_slice(s, right),
			span_slice(s, third), o, "negates");
	if (o != NULL && o->is_word && (o->rank == 2 || o->rank == 3) &&
		joins_values(c, s, form, middle))
		return true;
	/* (and < ...) and (= + ...) are something else. */
	if (o == NULL || (is_head && operator_of(s, left) != NULL))
		return false;
	return advise_operator(c, middle, span_slice(s, left),
		span_slice(s, right), o, "between");
}

/* An operator between its arguments, in one of the two innermost forms. */
ACTION(finds_operator)
{
	struct span form;
	size_t outward;

	for (outward = 0; outward < 2; outward++)
		if (text_context_form(s, outward, &form) && between(c, s, form))
			return true;
	return false;
}

/*
 * Where an operator begins in a word. `-` is a letter of many names, so it
 * counts only in front.
 */
static const struct operator* inside(const char *word, size_t size, size_t *at)
{
	size_t i;

	for (*at = 0; *at < size; ++*at) {
		for (i = 0; i < COUNT(operators); i++) {
			const char *written = operators[i].written;
			size_t length = strlen(written);

			if (operators[i].is_word || length > size - *at ||
				(*written == '-' && length == 1 && *at > 0))
				continue;
			if (memcmp(word + *at, written, length) == 0)
				return &operators[i];
		}
	}
	return NULL;
}

/* A word under the caret that holds an operator: x>0. */
ACTION(finds_operator_in_word)
{
	struct span word = c->at;
	const char *text = s->text + word.offset;
	const char sign[] = {span_first(s, word), '\0'};
	const struct operator* o;
	size_t at, length;

	if (word.size < 2 || text[0] == '|' || text[0] == '"' || text[0] == ':')
		return false;
	/* !p, -x, +5, ~p: an operator of one argument. */
	if (isalnum((unsigned char)text[1]) || text[1] == '_') {
		message_part(c, 1, text + 1, word.size - 1);
		if (rules_advise(c, "sign", sign))
			return true;
	}
	o = inside(text, word.size, &at);
	/* str.>= is a name that does not exist, not a comparison. */
	if (o == NULL || strlen(o->written) == word.size ||
		(at > 0 && text[at - 1] == '.'))
		return false;
	length = strlen(o->written);
	return advise_operator(c, word, (struct slice){text, at},
		(struct slice){text + at + length, word.size - at - length}, o,
		"in-word");
}

enum {
	/* Beyond these nobody writes a term in one line. */
	PARTS_MAX = 63,
	DEPTH_MAX = 16,
};

/* Arguments and operators in turn. */
struct infix_term {
	const struct text_context *context;
	struct span parts[PARTS_MAX];
	const struct operator* operators[PARTS_MAX]; /* those that are one */
	size_t count;
	size_t depth;
};

static void write_infix(
	const struct infix_term *c, size_t from, size_t to, struct buf *out);

static bool
read_infix(const struct text_context *s, struct span form, size_t depth,
	struct infix_term *infix_term)
{
	*infix_term = (struct infix_term){
		.context = s, .count = form_count(s, form), .depth = depth};
	if (infix_term->count < 3 || infix_term->count > PARTS_MAX ||
		infix_term->count % 2 == 0 || depth == DEPTH_MAX)
		return false;
	for (size_t i = 0; i < infix_term->count; i++) {
		if (!form_child(s, form, i, &infix_term->parts[i]))
			return false;
		infix_term->operators[i] = operator_of(s, infix_term->parts[i]);
		if ((infix_term->operators[i] != NULL) != (i % 2 == 1))
			return false;
	}
	return true;
}

/* An argument, which may be written likewise inside of its parentheses. */
static void // NOLINTNEXTLINE(misc-no-recursion)
write_argument(const struct infix_term *c, struct span part, struct buf *out)
{
	struct infix_term inner;

	if (span_first(c->context, part) == '(' &&
		read_infix(c->context, part, c->depth + 1, &inner))
		write_infix(&inner, 0, inner.count, out);
	else
		buf_add(out, c->context->text + part.offset, part.size);
}

/* Where it is applied last: the lowest rank, of equals the last; but the first
 * of implications, which are read from the right. */
static size_t
last_applied(const struct infix_term *c, size_t from, size_t to)
{
	size_t found = from + 1;
	int lowest = 0;

	for (size_t i = from + 1; i < to; i += 2) {
		const struct operator* o = c->operators[i];
		bool is_last = strcmp(o->name, "=>") != 0;

		if (i == from + 1 || o->rank < lowest ||
			(o->rank == lowest && is_last)) {
			found = i;
			lowest = o->rank;
		}
	}
	return found;
}

enum { COMPARISON = 4 }; /* their rank */

/* Returns how many comparisons a chain such as a <= b < c has: 0 if the lowest
 * rank is another one. */
static size_t
chained_comparisons(const struct infix_term *c, size_t from, size_t to)
{
	size_t count = 0;

	for (size_t i = from + 1; i < to; i += 2) {
		if (c->operators[i]->rank < COMPARISON)
			return 0;
		count += c->operators[i]->rank == COMPARISON;
	}
	return count;
}

/* Returns the place of the first comparison at or after `from`, or `to`. */
static size_t
next_comparison(const struct infix_term *c, size_t from, size_t to)
{
	while (from < to && c->operators[from]->rank != COMPARISON)
		from += 2;
	return from < to ? from : to;
}

/* Writes a <= b < c as a conjunction: (<= a b) (< b c). */
static void // NOLINTNEXTLINE(misc-no-recursion)
write_chain(const struct infix_term *c, size_t from, size_t to, struct buf *out)
{
	size_t middle, next;

	buf_add_text(out, "(and");
	for (middle = next_comparison(c, from + 1, to); middle < to;
		from = middle + 1, middle = next) {
		next = next_comparison(c, middle + 2, to);
		buf_add_char(out, ' ');
		write_infix(c, from, next, out);
	}
	buf_add_char(out, ')');
}

static void // NOLINTNEXTLINE(misc-no-recursion)
write_infix(const struct infix_term *c, size_t from, size_t to, struct buf *out)
{
	size_t middle;

	if (to - from == 1) {
		write_argument(c, c->parts[from], out);
		return;
	}
	if (chained_comparisons(c, from, to) > 1) {
		write_chain(c, from, to, out);
		return;
	}
	middle = last_applied(c, from, to);
	buf_add_format(out, "(%s ", c->operators[middle]->name);
	write_infix(c, from, middle, out);
	buf_add_char(out, ' ');
	write_infix(c, middle + 1, to, out);
	buf_add_char(out, ')');
}

char *
advice_infix(const char *text, size_t size)
{
	DROP(text) char *form = text_format("(%.*s)", (int)size, text);
	DROP(text_context) struct text_context s = {0};
	DROP(buf) struct buf out;
	struct infix_term infix_term;

	buf_init(&out, SIZE_MAX / 2);
	text_context_init(&s, form, strlen(form), 1);
	if (!read_infix(&s, form_at(&s, 0), 0, &infix_term))
		return NULL;
	write_infix(&infix_term, 0, infix_term.count, &out);
	return buf_detach(&out);
}

const struct rule_action infix_actions[] = {
	{"operator", finds_operator},
	{"operator-in-word", finds_operator_in_word},
	{NULL, NULL},
};
