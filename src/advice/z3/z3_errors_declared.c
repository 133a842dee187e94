#include "advice/z3/z3_errors.h"

#include <ctype.h>
#include <string.h>

#include "advice/slips/suggestion.h"
#include "smt/names/builtin.h"

/* Sorts that are not known, and names that are declared twice. */

/* libz3 names the "(" or ")" of a form; the sort stands in it. */
static void
aim_at_sort(struct message *c, const struct text_context *s, const char *name)
{
	struct span child = {0, 0};
	struct span form;

	while (text_context_form(s, 0, &form) && form_after(s, form, &child))
		if (span_is(s, child, name))
			message_aim(c, s, child);
}

/* A name that can only be a term, or a variable of the same declaration. */
static void
tell_function_sorts(struct message *c, const struct telling *t)
{
	(void)t;
	message_step(c, "declare-fun lists the sorts of the arguments, not "
			"their names: {shape}.");
	message_step(c, "With names and a body it is define-fun: (define-fun "
			"NAME ((ARGUMENT SORT) ...) SORT BODY).");
}

static void
tell_result_missing(struct message *c, const struct telling *t)
{
	(void)t;
	message_step(c, "The sort of the result stands between the arguments "
			"and the body: {shape}.");
	message_step(c, "For example {example}.");
}

static void
tell_body_inside(struct message *c, const struct telling *t)
{
	(void)t;
	message_step(c, "The body comes behind the list of variables, not in "
			"it: {shape}.");
	message_step(c, "For example {example}.");
}

/* (declare-const Int x), (declare-const x y Int) */
static void
tell_order(struct message *c, const struct telling *t)
{
	struct span form, name;

	if (!text_context_form(t->scene, t->scene->depth - 1, &form) ||
		!form_child(t->scene, form, 1, &name))
		return;
	message_part(c, 1, t->scene->text + name.offset, name.size);
	if (builtin_has(c->parts[0].text))
		message_step(c, "The name comes first, then its sort: "
				"(declare-const {token} {1}).");
	if (form_count(t->scene, form) > 3)
		message_step(c, "Each name needs a command of its own: "
				"(declare-const {1} SORT) (declare-const "
				"{token} SORT).");
}

/* What an unknown sort most likely means in a command or binder; a capital
 * letter shows that a sort was meant. */
static void
tell_by_form(struct message *c, const struct telling *t)
{
	enum { DECLARE_CONST };
	bool is_capital = isupper((unsigned char)c->token.text[0]);
	static const struct {
		const char *head;
		void (*tell)(struct message *c, const struct telling *t);
	} forms[] = {
		[DECLARE_CONST] = {"declare-const", tell_order},
		{"declare-fun", tell_function_sorts},
		{"define-fun", tell_result_missing},
		{"define-fun-rec", tell_result_missing},
		{"forall", tell_body_inside},
		{"exists", tell_body_inside},
		{"lambda", tell_body_inside},
	};
	struct span form, head;
	size_t outward, i;

	for (outward = 0; text_context_form(t->scene, outward, &form);
		outward++) {
		if (!form_child(t->scene, form, 0, &head))
			continue;
		for (i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
			if (!span_is(t->scene, head, forms[i].head) ||
				(i != DECLARE_CONST && is_capital))
				continue;
			message_form(c, t->scene, form);
			forms[i].tell(c, t);
			return;
		}
	}
}

static void
tell_unknown_sort(struct message *c, const struct telling *t)
{
	struct quote name =
		quote_text(t->captures[1].text, t->captures[1].size);
	size_t steps;

	aim_at_sort(c, t->scene, name.text);
	if (suggestion_late(c, t->where, name.text) ||
		suggestion_word(c, FOREIGN_NAME_SORT, name.text))
		return;
	message_cause(c, "no sort of this name is built in or declared before "
			 "this place");
	suggestion_nearest(c, SUGGESTION_SORT, name.text, t->where);
	steps = c->step_count;
	if (steps == 0)
		tell_by_form(c, t);
	if (c->step_count > steps)
		return;
	message_part(c, 1, name.text, strlen(name.text));
	message_step(c, "Built in are Bool, Int, Real, String, (_ BitVec 8), "
			"(Array Int Int), (Seq Int), Float32, Float64.");
	message_step(c,
		"Or declare it first: (declare-sort {1} 0), or "
		"(declare-datatype {1} ((red) (green))) with the values "
		"that it has.");
}

/* The name that is declared: the label of (! t :named l), else the first
 * argument of the innermost form. */
static void
aim_at_name(struct message *c, const struct text_context *s)
{
	struct span form, name;
	size_t count;

	if (s->kind != PIECE_CLOSE || !text_context_form(s, 0, &form))
		return;
	count = form_count(s, form);
	if (count > 2 &&
		form_child(s, form, strcmp(c->head.text, "!") ? 1 : count - 1,
			&name))
		message_aim(c, s, name);
}

static void
tell_taken(struct message *c, const struct telling *t)
{
	aim_at_name(c, t->scene);
	message_step(c, "Choose another name for one of the two.");
	message_step(c, t->where->is_script
				? "If both mean the same, delete one of them."
				: "If both mean the same, leave this one out; "
				  "to change the first, use replace_item on "
				  "the item that declares it.");
}

static void
tell_taken_name(struct message *c, const struct telling *t)
{
	aim_at_name(c, t->scene);
	message_problem(c, "the name `{token}` is already taken");
	tell_taken(c, t);
}

/* Of a case of match libz3 names the place behind the pattern. */
static void
aim_before(struct message *c, const struct text_context *s, const char *name)
{
	struct span token = {.offset = s->depth > 0 ? s->opens[0] : 0};
	struct span found = {0};

	while (piece_next(s->text, s->size, token.offset + token.size,
		       &token) != PIECE_END &&
		token.offset <= s->token.offset) {
		if (span_is(s, token, name))
			found = token;
	}
	if (found.size > 0)
		message_aim(c, s, found);
}

static void
tell_unknown_tester(struct message *c, const struct telling *t)
{
	struct quote name =
		quote_text(t->captures[0].text, t->captures[0].size);

	aim_before(c, t->scene, name.text);
	if (suggestion_unmentioned(c, t->where, name.text, NULL))
		return;
	suggestion_nearest(c, SUGGESTION_FUNCTION, name.text, t->where);
	message_step(c, "A test for a constructor is written ((_ is cons) l), "
			"with a constructor of the datatype of l.");
}

/* In (_ is cons) and (_ map f), of which libz3 wants to know the sorts. */
static void
tell_signature(struct message *c, const struct telling *t)
{
	struct span form, word;

	if (text_context_form(t->scene, 0, &form) &&
		form_child(t->scene, form, 1, &word) &&
		span_is(t->scene, word, "is")) {
		message_step(c, "Write the test as (is-{token} TERM): it takes "
				"the sort from its term.");
		return;
	}
	message_step(c, "Say which one by its sorts: ({token} (ARGUMENT_SORT "
			"...) RESULT_SORT) in place of {token}.");
}

#define BEFORE_THIS "stands before this place"

/* clang-format off */
const struct z3_errors declared_refusals[] = {
	{"*unknown sort '*'", AIM_TOKEN, "the sort `{2}` is not known", NULL,
		{NULL}, tell_unknown_sort},
	{"invalid declaration, * '*' (with the given signature) already "
		"declared", AIM_TOKEN, "`{2}` is declared twice",
		"a declaration of the same name with the same sorts "
		BEFORE_THIS, {NULL}, tell_taken},
	{"invalid * declaration already defined with this name *", AIM_TOKEN,
		"`{2}` is declared twice",
		"a declaration or definition of this name " BEFORE_THIS,
		{NULL}, tell_taken},
	{"invalid declaration, named expression already defined with this "
		"name *", AIM_TOKEN, "`{1}` is declared twice",
		"a definition of this name " BEFORE_THIS, {NULL}, tell_taken},
	{"named expression already defined", AIM_TOKEN, NULL,
		"a label (:named) or definition of this name " BEFORE_THIS,
		{NULL}, tell_taken_name},
	{"invalid sort declaration, sort already declared/defined",
		AIM_TOKEN, NULL,
		"it is built in, or declared before this place", {NULL},
		tell_taken_name},
	{"invalid sort definition, sort already declared/defined",
		AIM_TOKEN, NULL,
		"it is built in, or declared before this place", {NULL},
		tell_taken_name},
	{"sort already defined *", AIM_TOKEN,
		"the sort `{1}` exists already",
		"it is built in, or declared before this place", {NULL},
		tell_taken},
	{"ambiguous function declaration reference*", AIM_TOKEN,
		"it is not clear which `{token}` is meant",
		"there is one for each sort that it was declared with",
		{NULL}, tell_signature},
	{"ambiguous *", AIM_TOKEN,
		"it is not clear which `{token}` is meant",
		"the name is declared more than once, with different sorts, or "
		"its sort has parameters and several lists of arguments in the "
		"model",
		{"Say which one is meant: (as {token} SORT), with the whole "
		"sort: (as {token} Int), (as {token} (List Int)).",
		"Or rename one of the declarations, here and where it is "
		"used."}, NULL},
	{"invalid function declaration reference, unknown function *",
		AIM_TOKEN, "there is no constructor or function `{1}`",
		NULL, {NULL}, tell_unknown_tester},
	{NULL, AIM_TOKEN, NULL, NULL, {NULL}, NULL},
};
/* clang-format on */
