#include "advice/slips/operators.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"

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

const char *
operators_name(const struct text_context *s, struct span span, int *rank)
{
	const struct operator* o = operator_of(s, span);

	if (o == NULL)
		return NULL;
	*rank = o->rank;
	return o->name;
}

/* Forms in which an operator's bare name is rightly an argument. */
static bool
takes_names(const struct text_context *s, struct span form)
{
	static const char *const heads[] = {"_", "as", "map", "declare-fun",
		"declare-const", "define-fun", "define-const", "set-info",
		"forall", "exists", "lambda", "let"};
	struct span head;
	size_t i;

	/* ((> x 1) and (< x 5)) begins with a form. */
	if (!form_head(s, form, &head))
		return !form_child(s, form, 0, &head) ||
		       span_first(s, head) != '(';
	for (i = 0; i < COUNT(heads); i++)
		if (span_is(s, head, heads[i]))
			return true;
	return false;
}

static void
advise(struct message *c, const char *written, const char *name)
{
	char template[256];

	message_part(c, 3, written, strlen(written));
	message_problem(c, "the operator `{3}` stands between its arguments");
	message_cause(c, "in SMT-LIB the operator comes first, inside its own "
			 "parentheses: (OPERATOR ARGUMENT ...)");
	(void)snprintf(template, sizeof(template),
		"Write (%s {1} {2}) for `{1} {3} {2}`.", name);
	message_step(c, template);
}

/* (not = x 0) */
static bool
negates(struct message *c, const struct text_context *s, struct span head,
	struct span operator, const struct operator* o)
{
	struct span form, one;
	char template[128];

	if (!span_is(s, head, "not") || !text_context_form(s, 0, &form))
		return false;
	one = operator;
	if (!form_after(s, form, &one))
		return false;
	message_part(c, 1, s->text + one.offset, one.size);
	if (!form_after(s, form, &one))
		return false;
	message_part(c, 2, s->text + one.offset, one.size);
	message_aim(c, s, operator);
	message_problem(c, "`not` takes one term, and `{token}` has no "
			   "parentheses of its own");
	(void)snprintf(template, sizeof(template), "Write (not (%s {1} {2})).",
		o->name);
	message_step(c, template);
	return true;
}

/* The left argument, the operator and the right one in a form. */
static bool
between(struct message *c, const struct text_context *s, struct span form)
{
	struct span left, middle, right;
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
	if (o != NULL && is_head && negates(c, s, left, middle, o))
		return true;
	/* (and < ...) and (= + ...) are something else. */
	if (o == NULL || (is_head && operator_of(s, left) != NULL))
		return false;
	message_aim(c, s, middle);
	message_part(c, 1, s->text + left.offset, left.size);
	message_part(c, 2, s->text + right.offset, right.size);
	advise(c, o->written, o->name);
	message_step(c, "Each operator needs parentheses of its own: x > 0 "
			"and y < 5 is (and (> x 0) (< y 5)).");
	return true;
}

bool
operators_advise(struct message *c, const struct text_context *s)
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

/* !p, -x, +5, ~p: an operator of one argument. */
static bool
in_front(struct message *c, const char *word, size_t size)
{
	static const struct {
		char sign;
		const char *problem, *step;
	} signs[] = {
		{'!', "`!` in front of a name is no negation",
			"Write (not {1})."},
		{'~', "`~` in front of a name is no negation",
			"Write (not {1})."},
		{'-', "`-` sticks to a name", "Write (- {1})."},
		{'+', "a number or name takes no `+` in front", "Write {1}."},
	};
	size_t i;

	for (i = 0; i < COUNT(signs); i++) {
		if (word[0] != signs[i].sign || size < 2 ||
			!(isalnum((unsigned char)word[1]) || word[1] == '_'))
			continue;
		message_part(c, 1, word + 1, size - 1);
		message_problem(c, signs[i].problem);
		message_cause(c, "`{token}` is read as one name");
		message_step(c, signs[i].step);
		return true;
	}
	return false;
}

bool
operators_in_word(
	struct message *c, const struct text_context *s, struct span word)
{
	const char *text = s->text + word.offset;
	const struct operator* o;
	size_t at, length;

	if (word.size < 2 || text[0] == '|' || text[0] == '"' || text[0] == ':')
		return false;
	message_aim(c, s, word);
	if (in_front(c, text, word.size))
		return true;
	o = inside(text, word.size, &at);
	/* str.>= is a name that does not exist, not a comparison. */
	if (o == NULL || strlen(o->written) == word.size ||
		(at > 0 && text[at - 1] == '.'))
		return false;
	length = strlen(o->written);
	message_part(c, 1, text, at);
	message_part(c, 2, text + at + length, word.size - at - length);
	advise(c, o->written, o->name);
	message_problem(c, "`{token}` is read as one name");
	message_cause(c, "`{3}` is a letter like any other inside of a word; "
			 "in SMT-LIB the operator comes first, with blanks "
			 "around it and its own parentheses");
	/* With one side missing: (>x 0) */
	message_step(c, "Write a blank behind every operator and name: (> x "
			"0), (+ x 1), (= x 0).");
	return true;
}
