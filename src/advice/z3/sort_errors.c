/* A term has one sort where another is expected. */
#include <stdlib.h>
#include <string.h>

#include "advice/message/rules.h"
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

/* {4}: how many digits */
ACTION(advise_hexadecimal)
{
	long width = width_of(&c->parts[0]);

	message_number(c, 4, width / 4);
	return width % 4 == 0;
}

/* {4}: by how much it is too narrow */
ACTION(advise_narrower)
{
	long missing = width_of(&c->parts[0]) - width_of(&c->parts[1]);

	message_number(c, 4, missing);
	return missing > 0;
}

/* {4}: by how much it is too wide; {5}: the highest bit that fits */
ACTION(advise_wider)
{
	message_number(c, 4, width_of(&c->parts[1]) - width_of(&c->parts[0]));
	message_number(c, 5, width_of(&c->parts[0]) - 1);
	return true;
}

/* Aims at the term, and adds the cause and steps for its having the sort
 * `given` where `expected` is. */
static void
sort_error_advise(struct message *c, struct span at, struct slice expected,
	struct slice given)
{
	const char *wanted = class_of(expected);
	const char *had = class_of(given);
	const char *const pairs[][2] = {
		{wanted, had}, {"any", had}, {wanted, "any"}, {"any", "any"}};

	message_point_at(c, at);
	message_part(c, 1, expected.start, expected.length);
	message_part(c, 2, given.start, given.length);
	if (strcmp(wanted, "bits") == 0)
		message_number(c, 3, width_of(&c->parts[0]));
	for (size_t i = 0; i < COUNT(pairs); i++) {
		DROP(text)
		char *pair = text_format("%s-%s", pairs[i][0], pairs[i][1]);

		if (rules_advise(c, "sorts", pair))
			return;
	}
}

/* A function's name alone, where its value is expected. */
ACTION(advise_unapplied)
{
	const char *type = message_type(c, c->token.text);

	if (!type_is_function(type))
		return false;
	message_part(c, 1, type, strlen(type));
	return rules_use(c, "unapplied");
}

/* An argument and the sort that is expected there, by the list of a function's
 * sorts in parentheses; the last of them stands for all after it. */
static bool
find_argument(const struct text_context *s, struct slice list, size_t number,
	struct slice *expected, struct span *at)
{
	struct slice domain = {list.start + 1, list.length - 2};
	size_t count = list.length < 2 ? 0 : sort_list_count(domain);

	return count > 0 &&
	       sort_list_at(domain, number <= count ? number - 1 : count - 1,
		       expected) &&
	       text_context_child(s, 0, number, at);
}

/* Captures: number, operator, domain and so on, result, sort given. */
ACTION(advise_mismatch)
{
	size_t number = strtoul(c->captures[0].start, NULL, 10);
	struct slice list, expected;
	struct span at;

	if (!sort_list_at(c->captures[2], 0, &list) ||
		!find_argument(s, list, number, &expected, &at))
		return true;
	message_point_at(c, at);
	message_part(c, 1, expected.start, expected.length);
	message_part(c, 2, c->captures[3].start, c->captures[3].length);
	message_part(c, 3, c->captures[0].start, c->captures[0].length);
	rules_use(c, "mismatch");
	sort_error_advise(c, c->at, expected, c->captures[3]);
	return true;
}

/* "Argument b16 at position 1 does not match declaration (declare-fun ..." */
ACTION(advise_position)
{
	size_t number = strtoul(c->captures[1].start, NULL, 10) + 1;
	struct slice list, expected;
	const char *type;
	struct span at;

	if (!sort_list_at(c->captures[2], 1, &list) ||
		!find_argument(s, list, number, &expected, &at))
		return true;
	message_point_at(c, at);
	type = span_is_number(s, at) ? "Int" : message_type(c, c->token.text);
	message_part(c, 1, expected.start, expected.length);
	rules_use(c, "position");
	if (type == NULL)
		return rules_use(c, "same-sort");
	sort_error_advise(c, c->at, expected, slice_of(type));
	return true;
}

/*
 * "Sorts A and B are incompatible": of =, distinct or the branches of ite. The
 * one to change is the literal, or the array (which is how libz3 shows the
 * name of a function as well), or else the second.
 */
ACTION(advise_incompatible)
{
	size_t first = strcmp(c->head.text, "ite") == 0 ? 2 : 1;
	struct slice a = c->captures[0], b = c->captures[1];
	struct span left, right;
	bool is_left;

	rules_use(c, "incompatible");
	if (!text_context_child(s, 0, first, &left) ||
		!text_context_child(s, 0, first + 1, &right))
		return true;
	is_left = span_is_number(s, left) || span_first(s, left) == '#' ||
		  (strcmp(class_of(a), "array") == 0 &&
			  strcmp(class_of(b), "array") != 0);
	message_point_at(c, is_left ? left : right);
	if (!advise_unapplied(c, s))
		sort_error_advise(c, c->at, is_left ? b : a, is_left ? a : b);
	return true;
}

/* Captures: sort given, sort of the array's indices. */
ACTION(advise_index)
{
	sort_error_advise(c, c->at, c->captures[1], c->captures[0]);
	return true;
}

/* Two lists of sorts: aims at the first argument for which they differ.
 * Captures: name, given, expected. */
static bool
find_difference(struct message *c, const struct text_context *s,
	struct slice *expected, struct slice *given)
{
	struct span at;

	for (size_t i = 0; sort_list_at(c->captures[1], i, given) &&
			   sort_list_at(c->captures[2], i, expected);
		i++) {
		if (slice_equals(*given, *expected) ||
			!text_context_child(s, 0, i + 1, &at))
			continue;
		message_point_at(c, at);
		return true;
	}
	return false;
}

ACTION(advise_lists)
{
	struct slice expected, given;

	if (!find_difference(c, s, &expected, &given))
		return true;
	message_part(c, 1, expected.start, expected.length);
	message_part(c, 2, given.start, given.length);
	rules_use(c, "lists");
	sort_error_advise(c, c->at, expected, given);
	return true;
}

ACTION(advise_wrong_argument)
{
	struct slice expected, given;

	if (find_difference(c, s, &expected, &given))
		sort_error_advise(c, c->at, expected, given);
	return true;
}

/* The term of an assertion, wherever in it libz3 stopped. */
ACTION(advise_assertion)
{
	struct span form = {0}, head, term;
	size_t outward = 0;

	while (text_context_form(s, outward, &form) &&
		!(form_head(s, form, &head) && span_is(s, head, "assert")))
		outward++;
	if (!form_child(s, form, 1, &term))
		return true;
	message_form(c, form);
	message_point_at(c, term);
	return rules_use(c, form_count(s, form) > 2 ? "one-term" : "not-bool");
}

/* The body of a definition has another sort than the definition says. */
ACTION(advise_definition)
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
	message_point_at(c, body);
	message_part(c, 1, s->text + sort.offset, sort.size);
	return true;
}

const struct rule_action sort_actions[] = {
	{"mismatch", advise_mismatch},
	{"position", advise_position},
	{"incompatible", advise_incompatible},
	{"index", advise_index},
	{"lists", advise_lists},
	{"wrong-argument", advise_wrong_argument},
	{"unapplied", advise_unapplied},
	{"assertion", advise_assertion},
	{"definition", advise_definition},
	{"hexadecimal", advise_hexadecimal},
	{"narrower", advise_narrower},
	{"wider", advise_wider},
	{NULL, NULL},
};
