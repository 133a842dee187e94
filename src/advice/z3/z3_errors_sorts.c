#include "advice/z3/z3_errors.h"

#include <stdlib.h>
#include <string.h>

#include "advice/slips/suggestion.h"

static struct sort_text
sort_text(const char *text)
{
	return (struct sort_text){text, strlen(text)};
}

/* How the name under the caret was declared, or "". */
static struct sort_text
declared_sort(const struct message *c, const struct telling *t)
{
	const char *type = suggestion_type(t->where, c->token.text);

	return sort_text(type != NULL ? type : "");
}

/* A function's name alone, where its value is due. */
static bool
tell_unapplied(struct message *c, const struct telling *t)
{
	const char *type = suggestion_type(t->where, c->token.text);

	if (!suggestion_is_function(type))
		return false;
	message_part(c, 1, type, strlen(type));
	message_cause(c, "`{token}` is a function {1}, and stands here without "
			 "arguments");
	message_step(c, "Apply it: ({token} ARGUMENT ...).");
	return true;
}

/* The argument of the innermost form, counted from 1. */
static bool
argument(const struct telling *t, size_t number, struct span *at)
{
	struct span form;

	return text_context_form(t->scene, 0, &form) &&
	       form_child(t->scene, form, number, at);
}

/* An argument and the sort that is due there, by the list of a function's
 * sorts in parentheses; the last of them stands for all behind it. */
static bool
due_argument(const struct telling *t, struct sort_text list, size_t number,
	struct sort_text *due, struct span *at)
{
	struct sort_text domain = {list.text + 1, list.size - 2};
	size_t count = list.size < 2 ? 0 : sort_error_count(domain);

	return count > 0 &&
	       sort_error_at(
		       domain, number <= count ? number - 1 : count - 1, due) &&
	       argument(t, number, at);
}

/* Captures: number, operator, domain and so on, result, sort given. */
static void
tell_mismatch(struct message *c, const struct telling *t)
{
	size_t number = strtoul(t->captures[0].text, NULL, 10);
	struct sort_text list, due;
	struct span at;

	if (!sort_error_at(t->captures[2], 0, &list) ||
		!due_argument(t, list, number, &due, &at))
		return;
	message_aim(c, t->scene, at);
	message_part(c, 1, due.text, due.size);
	message_part(c, 2, t->captures[3].text, t->captures[3].size);
	message_part(c, 3, t->captures[0].text, t->captures[0].size);
	message_problem(c, "argument {3} of `{head}` is {2}, but {1} is due");
	sort_errors_advise(c, t->scene, due, t->captures[3]);
}

/* "Argument b16 at position 1 does not match declaration (declare-fun ..." */
static void
tell_position(struct message *c, const struct telling *t)
{
	size_t number = strtoul(t->captures[1].text, NULL, 10) + 1;
	struct sort_text list, due, given;
	struct span at;

	if (!sort_error_at(t->captures[2], 1, &list) ||
		!due_argument(t, list, number, &due, &at))
		return;
	message_aim(c, t->scene, at);
	given = span_is_number(t->scene, at) ? sort_text("Int")
					     : declared_sort(c, t);
	message_part(c, 1, due.text, due.size);
	message_problem(c, "`{token}` does not fit as an argument of "
			   "`{head}`: {1} is due");
	if (given.size > 0) {
		sort_errors_advise(c, t->scene, due, given);
		return;
	}
	message_cause(c, "its sort is not {1}, which the other argument has");
	message_step(c, "Give both arguments the same sort; for bit-vectors, "
			"the same width: ((_ zero_extend N) {token}).");
}

static bool
is_array(struct sort_text sort)
{
	return sort.size > 6 && memcmp(sort.text, "(Array", 6) == 0;
}

/*
 * "Sorts A and B are incompatible": of =, distinct or the branches of ite. The
 * one to change is the literal, or the array (which is how libz3 shows the
 * name of a function as well), or else the second.
 */
static void
tell_incompatible(struct message *c, const struct telling *t)
{
	size_t first = strcmp(c->head.text, "ite") == 0 ? 2 : 1;
	struct sort_text a = t->captures[0], b = t->captures[1];
	struct span left, right;
	bool is_left;

	message_problem(c, first == 2 ? "the branches of `ite` are {1} and {2}"
				      : "`{head}` compares {1} with {2}");
	if (!argument(t, first, &left) || !argument(t, first + 1, &right))
		return;
	is_left = span_is_number(t->scene, left) ||
		  span_first(t->scene, left) == '#' ||
		  (is_array(a) && !is_array(b));
	message_aim(c, t->scene, is_left ? left : right);
	if (!tell_unapplied(c, t))
		sort_errors_advise(
			c, t->scene, is_left ? b : a, is_left ? a : b);
}

/* Two lists of sorts: the first that differs. Captures: name, given, due. */
static void
tell_lists(struct message *c, const struct telling *t)
{
	struct sort_text given, due;
	struct span at;
	size_t i;

	for (i = 0; sort_error_at(t->captures[1], i, &given) &&
		    sort_error_at(t->captures[2], i, &due);
		i++) {
		if (sort_error_is(given, due) || !argument(t, i + 1, &at))
			continue;
		message_aim(c, t->scene, at);
		message_part(c, 1, due.text, due.size);
		message_part(c, 2, given.text, given.size);
		message_problem(
			c, "`{token}` in `{head}` is {2}, but {1} is due");
		sort_errors_advise(c, t->scene, due, given);
		return;
	}
}

/* What is asserted, and is neither true nor false. */
static void
tell_no_bool(struct message *c, const struct text_context *s, struct span term)
{
	if (span_first(s, term) == '"') {
		message_cause(c, "a sentence asserts nothing to Z3");
		message_step(
			c, "Write the condition itself: (assert (> x 0)).");
		message_step(c, "Keep the sentence as a comment behind ;, or "
				"as the note of the item.");
		return;
	}
	if (span_begins(s, term, "(let ") && form_count(s, term) == 2) {
		message_cause(c, "this `let` binds names and has no body");
		message_step(c, "Write (let ((NAME TERM) ...) BODY): (let ((z "
				"(+ x 1))) (> z 0)).");
		return;
	}
	message_cause(c, "only what is true or false can be asserted");
	message_step(c, "Compare it with something: (assert (= {token} 0)), "
			"(assert (> {token} 0)).");
	message_step(c, "If it means true or false, declare it with the sort "
			"Bool.");
}

/* The term of an assertion, wherever in it libz3 stopped. */
static void
tell_assertion(struct message *c, const struct telling *t)
{
	const struct text_context *s = t->scene;
	struct span form = {0}, head, term;
	size_t outward = 0;

	while (text_context_form(s, outward, &form) &&
		!(form_head(s, form, &head) && span_is(s, head, "assert")))
		outward++;
	if (!form_child(s, form, 1, &term))
		return;
	message_form(c, s, form);
	message_aim(c, s, term);
	message_problem(c, "the assertion holds more than one term");
	if (form_count(s, form) > 2) {
		message_cause(c, "an assertion is one term, and no message");
		message_step(c, "Join terms with `and`: (assert (and A B)).");
		message_step(c, "A label is written (assert (! TERM :named "
				"LABEL)); a comment goes behind ;.");
		return;
	}
	message_problem(c, "the asserted term `{token}` is not a Bool");
	if (!tell_unapplied(c, t))
		tell_no_bool(c, s, term);
}

/* The body of a definition has another sort than the definition says. */
static void
tell_definition(struct message *c, const struct telling *t)
{
	struct span form, body, sort;
	size_t outward = t->scene->depth > 0 ? t->scene->depth - 1 : 0;
	size_t count;

	if (!text_context_form(t->scene, outward, &form))
		return;
	count = form_count(t->scene, form);
	if (count < 4 || !form_child(t->scene, form, count - 1, &body) ||
		!form_child(t->scene, form, count - 2, &sort))
		return;
	message_form(c, t->scene, form);
	message_aim(c, t->scene, body);
	message_part(c, 1, t->scene->text + sort.offset, sort.size);
	message_problem(c, "the body of this definition is not {1}");
	message_cause(c, "`{head}` says that the result is {1}, and the body "
			 "{token} has another sort");
	if (span_is(t->scene, sort, "Real"))
		message_step(c, "Convert an Int: (to_real {token}); write "
				"literals as 2.0.");
	if (span_is(t->scene, sort, "Int") && !span_is_number(t->scene, body))
		message_step(c, "Convert a Real: (to_int {token}); a Bool: "
				"(ite {token} 1 0).");
	if (span_is(t->scene, sort, "Bool"))
		message_step(c, "Make it a comparison: (> {token} 0).");
	message_step(c, "Or change {1} to the sort that the body has.");
}

/* clang-format off */
const struct z3_errors sort_refusals[] = {
	{"Sort mismatch at argument #* for function (declare-fun * * supplied "
		"sort is *", AIM_FORM,
		"an argument of `{head}` has the wrong sort", NULL, {NULL},
		tell_mismatch},
	{"Argument * at position * does not match declaration (declare-fun *",
		AIM_FORM, "an argument of `{head}` has the wrong sort", NULL,
		{NULL}, tell_position},
	{"Sorts * and * are incompatible", AIM_FORM, NULL, NULL, {NULL},
		tell_incompatible},
	{"Sort of polymorphic function '*' does not match the declared type. "
		"\nGiven domain: * \nExpected domain: *", AIM_FORM,
		"an argument of `{head}` has the wrong sort", NULL, {NULL},
		tell_lists},
	{"Sort of * does not match the declared type.*Given domain: *",
		AIM_FORM, "`{head}` cannot be applied to ({3})",
		"an argument has the wrong sort",
		{"It is written {shape}, for example {example}.",
		"Numbers become Strings with (str.from_int x), Strings "
		"regular expressions with (str.to_re s)."}, NULL},
	{"invalid assert command, term is not Boolean", AIM_FORM,
		"the asserted term is not a Bool", NULL, {NULL},
		tell_assertion},
	{"Invalid type for expression. Expected Boolean type.", AIM_LAST,
		"the term of this assertion is not a Bool",
		"only what is true or false can be asserted",
		{"Compare it with something: (> {token} 0)."}, NULL},
	{"quantifier body must be a Boolean expression", AIM_FORM,
		"the body of `{head}` is not a Bool",
		"a quantifier states that something is true",
		{"Make the body a comparison: {example}."}, NULL},
	{"invalid function/constant definition, sort mismatch", AIM_FORM,
		"the body of this definition has another sort than it says",
		NULL, {NULL}, tell_definition},
	{"invalid constant definition, sort mismatch", AIM_FORM,
		"the term of this definition has another sort than it says",
		NULL, {NULL}, tell_definition},
	{"Objective must be bit-vector, integer or real", AIM_LAST,
		"`{token}` cannot be an objective",
		"an objective is a number: Int, Real or a bit-vector",
		{"To prefer that a condition holds write (assert-soft {token} "
		":weight 1).",
		"To count conditions: (minimize (+ (ite p 1 0) (ite q 1 "
		"0)))."}, NULL},

	{NULL, AIM_TOKEN, NULL, NULL, {NULL}, NULL},
};
/* clang-format on */
