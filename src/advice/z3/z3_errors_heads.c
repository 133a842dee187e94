#include "advice/z3/z3_errors.h"

#include "advice/slips/operators.h"
#include "advice/slips/suggestion.h"
#include "advice/z3/enclosing_form.h"
#include "smt/names/builtin.h"

/* What a form begins with: a name that has no arguments, a form, a value. */

/* (x) or (f): a name in parentheses without arguments. */
static void
tell_no_arguments(struct message *c, const struct telling *t)
{
	struct quote name = c->head;

	if (operators_in_word(c, t->scene, c->at) ||
		suggestion_bits(c, name.text))
		return;
	if (builtin_has(name.text)) {
		message_problem(c, "`{token}` has no arguments");
		message_step(c, "It is written {shape}, for example "
				"{example}.");
		message_step(c, "Write its arguments behind it: ({token} a "
				"...).");
		return;
	}
	message_problem(c, "`{token}` stands in parentheses without "
			   "arguments");
	if (suggestion_field(c, t->where, name.text))
		return;
	message_cause(c, "parentheses apply a function; a constant has none");
	message_step(c, "For a constant write {token} alone.");
	message_step(c, "For a function write its arguments: ({token} "
			"ARGUMENT ...).");
}

/* ((> x 0)) */
static bool
tell_doubled(struct message *c, const struct telling *t)
{
	struct span form, child;

	if (!text_context_form(t->scene, 1, &form) ||
		form_count(t->scene, form) != 1 ||
		!form_child(t->scene, form, 0, &child))
		return false;
	message_part(c, 1, t->scene->text + child.offset, child.size);
	message_step(c, "Leave the outer parentheses out: {1}.");
	return true;
}

/* ((f x) y), (for-all ((i Int)) ...), ((extract 7 0) b) */
static void
tell_list_head(struct message *c, const struct telling *t)
{
	struct span form, head;
	size_t outward;

	for (outward = 0; outward < 3; outward++) {
		if (!text_context_form(t->scene, outward, &form) ||
			!form_child(t->scene, form, 0, &head) ||
			!suggestion_word(c, FOREIGN_NAME_TERM,
				quote_span(t->scene, head).text))
			continue;
		message_aim(c, t->scene, head);
		message_problem(c, "`{token}` is not known");
		return;
	}
	message_cause(c, "only (_ NAME INDEX ...) and (as NAME SORT) may stand "
			 "where an operator is due");
	if (tell_doubled(c, t))
		return;
	message_step(c, "An operator with an index is written {shape}, for "
			"example {example}.");
	message_step(c, "Write (f x), not ((f) x) or ((f x)); a form must "
			"begin with a name.");
}

/* A number, keyword or nothing where a term's head is due. */
static void
tell_bad_head(struct message *c, const struct telling *t)
{
	const struct text_context *s = t->scene;
	struct span form, argument;

	if (!text_context_form(s, 0, &form) ||
		enclosing_form_is_foreign(c, s, t->where))
		return;
	if (span_first(s, c->at) == ':') {
		message_cause(c, "a keyword is no term");
		message_step(c, "A label is written (! TERM :named LABEL).");
	} else if (s->kind == PIECE_CLOSE) {
		message_cause(c, "() is no term");
		message_step(c, "Put a term in its place, or delete it.");
	} else if (form_child(s, form, 1, &argument)) {
		message_part(c, 1, s->text + argument.offset, argument.size);
		message_cause(c, "a form begins with its operator");
		message_step(c, "For a product write (* {token} {1}).");
		message_step(c, "Otherwise put the operator first: (OPERATOR "
				"{token} {1}).");
	} else {
		message_cause(c, "parentheses apply a function, so a value "
				 "stands without them");
		message_step(c, "Write {token} alone; a negative number is "
				"(- 1).");
	}
}

/* clang-format off */
const struct z3_errors head_refusals[] = {
	{"invalid function application, arguments missing", AIM_HEAD, NULL,
		NULL, {NULL}, tell_no_arguments},
	{"invalid qualified/indexed identifier, '_' or 'as' expected",
		AIM_TOKEN, "a form cannot begin with this form", NULL, {NULL},
		tell_list_head},
	{"invalid expression, '(' or symbol expected", AIM_TOKEN,
		"`{token}` cannot begin a form", NULL, {NULL}, tell_bad_head},
	{NULL, AIM_TOKEN, NULL, NULL, {NULL}, NULL},
};
/* clang-format on */
