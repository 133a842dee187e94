#include "advice/z3/sort_errors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "advice/message/rules.h"
#include "advice/slips/suggestion.h"
#include "base/alloc.h"

#define COUNT(table) (sizeof(table) / sizeof(*(table)))

/* How the class of a sort is called in the rules; "other" without one. */
static const char *
class_of(struct slice sort)
{
	static const struct {
		const char *begin;
		const char *class;
	} classes[] = {
		{"Bool", "bool"},
		{"Int", "int"},
		{"Real", "real"},
		{"(_ BitVec", "bits"},
		{"String", "string"},
		{"(_ FloatingPoint", "float"},
		{"(Array", "array"},
		{"(RegEx", "regex"},
		{"RegLan", "regex"},
		{"(Seq", "seq"},
	};
	size_t i;

	for (i = 0; i < COUNT(classes); i++) {
		size_t size = strlen(classes[i].begin);

		if (sort.length >= size &&
			memcmp(sort.start, classes[i].begin, size) == 0 &&
			(sort.length == size || sort.start[size] == ' '))
			return classes[i].class;
	}
	return "other";
}

/* Width of "(_ BitVec 8)", as a part of the message holds it. */
static long
width_of(const struct quote *sort)
{
	return strtol(sort->text + strcspn(sort->text, "0123456789"), NULL, 10);
}

static void
number_part(struct message *c, size_t part, long number)
{
	char text[24];

	(void)snprintf(text, sizeof(text), "%ld", number);
	message_part(c, part, text, strlen(text));
}

/* {4}: how many digits */
bool
sort_error_hexadecimal(struct message *c, const struct text_context *s)
{
	long width = width_of(&c->parts[0]);

	(void)s;
	number_part(c, 4, width / 4);
	return width % 4 == 0;
}

/* {4}: by how much it is too narrow */
bool
sort_error_narrower(struct message *c, const struct text_context *s)
{
	long missing = width_of(&c->parts[0]) - width_of(&c->parts[1]);

	(void)s;
	number_part(c, 4, missing);
	return missing > 0;
}

/* {4}: by how much it is too wide; {5}: the highest bit that fits */
bool
sort_error_wider(struct message *c, const struct text_context *s)
{
	(void)s;
	number_part(c, 4, width_of(&c->parts[1]) - width_of(&c->parts[0]));
	number_part(c, 5, width_of(&c->parts[0]) - 1);
	return true;
}

/* The cause and steps for the term under the caret, which has the sort
 * `given` where `due` is expected. Says something in every case. */
static void
advise(struct message *c, struct slice due, struct slice given)
{
	const char *wanted = class_of(due);
	const char *had = class_of(given);
	const char *const pairs[][2] = {
		{wanted, had}, {"any", had}, {wanted, "any"}, {"any", "any"}};

	message_part(c, 1, due.start, due.length);
	message_part(c, 2, given.start, given.length);
	if (strcmp(wanted, "bits") == 0)
		number_part(c, 3, width_of(&c->parts[0]));
	for (size_t i = 0; i < COUNT(pairs); i++) {
		DROP(text)
		char *pair = text_format("%s-%s", pairs[i][0], pairs[i][1]);

		if (rules_advise(c->rules, "sorts", pair, c))
			return;
	}
}

void
sort_errors_argument(
	struct message *c, struct span at, struct slice due, struct slice given)
{
	message_aim(c, at);
	advise(c, due, given);
}

static struct slice
sort_text(const char *text)
{
	return (struct slice){text, strlen(text)};
}

/* How the name under the caret was declared, or "". */
static struct slice
declared_sort(const struct message *c)
{
	const char *type = suggestion_type(c->where, c->token.text);

	return sort_text(type != NULL ? type : "");
}

/* A function's name alone, where its value is due. */
bool
sort_error_unapplied(struct message *c, const struct text_context *s)
{
	const char *type = suggestion_type(c->where, c->token.text);

	(void)s;
	if (!suggestion_is_function(type))
		return false;
	message_part(c, 1, type, strlen(type));
	return rules_use(c, "unapplied");
}

/* The argument of the innermost form, counted from 1. */
static bool
argument(const struct text_context *s, size_t number, struct span *at)
{
	struct span form;

	return text_context_form(s, 0, &form) &&
	       form_child(s, form, number, at);
}

/* An argument and the sort that is expected there, by the list of a function's
 * sorts in parentheses; the last of them stands for all after it. */
static bool
due_argument(const struct text_context *s, struct slice list, size_t number,
	struct slice *due, struct span *at)
{
	struct slice domain = {list.start + 1, list.length - 2};
	size_t count = list.length < 2 ? 0 : sort_list_count(domain);

	return count > 0 &&
	       sort_list_at(
		       domain, number <= count ? number - 1 : count - 1, due) &&
	       argument(s, number, at);
}

/* Captures: number, operator, domain and so on, result, sort given. */
bool
sort_error_mismatch(struct message *c, const struct text_context *s)
{
	size_t number = strtoul(c->captures[0].start, NULL, 10);
	struct slice list, due;
	struct span at;

	if (!sort_list_at(c->captures[2], 0, &list) ||
		!due_argument(s, list, number, &due, &at))
		return true;
	message_aim(c, at);
	message_part(c, 1, due.start, due.length);
	message_part(c, 2, c->captures[3].start, c->captures[3].length);
	message_part(c, 3, c->captures[0].start, c->captures[0].length);
	(void)rules_use(c, "mismatch");
	advise(c, due, c->captures[3]);
	return true;
}

/* "Argument b16 at position 1 does not match declaration (declare-fun ..." */
bool
sort_error_position(struct message *c, const struct text_context *s)
{
	size_t number = strtoul(c->captures[1].start, NULL, 10) + 1;
	struct slice list, due, given;
	struct span at;

	if (!sort_list_at(c->captures[2], 1, &list) ||
		!due_argument(s, list, number, &due, &at))
		return true;
	message_aim(c, at);
	given = span_is_number(s, at) ? sort_text("Int") : declared_sort(c);
	message_part(c, 1, due.start, due.length);
	(void)rules_use(c, "position");
	if (given.length > 0) {
		advise(c, due, given);
		return true;
	}
	(void)rules_use(c, "same-sort");
	return true;
}

static bool
is_array(struct slice sort)
{
	return sort.length > 6 && memcmp(sort.start, "(Array", 6) == 0;
}

/*
 * "Sorts A and B are incompatible": of =, distinct or the branches of ite. The
 * one to change is the literal, or the array (which is how libz3 shows the
 * name of a function as well), or else the second.
 */
bool
sort_error_incompatible(struct message *c, const struct text_context *s)
{
	size_t first = strcmp(c->head.text, "ite") == 0 ? 2 : 1;
	struct slice a = c->captures[0], b = c->captures[1];
	struct span left, right;
	bool is_left;

	(void)rules_use(c, "incompatible");
	if (!argument(s, first, &left) || !argument(s, first + 1, &right))
		return true;
	is_left = span_is_number(s, left) || span_first(s, left) == '#' ||
		  (is_array(a) && !is_array(b));
	message_aim(c, is_left ? left : right);
	if (!sort_error_unapplied(c, s))
		advise(c, is_left ? b : a, is_left ? a : b);
	return true;
}

/* Captures: sort given, sort of the array's indices. */
bool
sort_error_index(struct message *c, const struct text_context *s)
{
	(void)s;
	advise(c, c->captures[1], c->captures[0]);
	return true;
}

/* Two lists of sorts: the first that differs. Captures: name, given, due. */
bool
sort_error_lists(struct message *c, const struct text_context *s)
{
	struct slice given, due;
	struct span at;
	size_t i;

	for (i = 0; sort_list_at(c->captures[1], i, &given) &&
		    sort_list_at(c->captures[2], i, &due);
		i++) {
		if (sort_is(given, due) || !argument(s, i + 1, &at))
			continue;
		message_aim(c, at);
		message_part(c, 1, due.start, due.length);
		message_part(c, 2, given.start, given.length);
		(void)rules_use(c, "lists");
		advise(c, due, given);
		return true;
	}
	return true;
}

/* The term of an assertion, wherever in it libz3 stopped. */
bool
sort_error_assertion(struct message *c, const struct text_context *s)
{
	struct span form = {0}, head, term;
	size_t outward = 0;

	while (text_context_form(s, outward, &form) &&
		!(form_head(s, form, &head) && span_is(s, head, "assert")))
		outward++;
	if (!form_child(s, form, 1, &term))
		return true;
	message_form(c, form);
	message_aim(c, term);
	return rules_use(c, form_count(s, form) > 2 ? "one-term" : "not-bool");
}

/* The body of a definition has another sort than the definition says. */
bool
sort_error_definition(struct message *c, const struct text_context *s)
{
	struct span form, body, sort;
	size_t outward = s->depth > 0 ? s->depth - 1 : 0;
	size_t count;

	if (!text_context_form(s, outward, &form))
		return false;
	count = form_count(s, form);
	if (count < 4 || !form_child(s, form, count - 1, &body) ||
		!form_child(s, form, count - 2, &sort))
		return false;
	message_form(c, form);
	message_aim(c, body);
	message_part(c, 1, s->text + sort.offset, sort.size);
	return true;
}
