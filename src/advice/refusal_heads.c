#include "advice/refusal.h"

#include "advice/around.h"
#include "advice/meant.h"
#include "advice/operators.h"
#include "smt/builtin.h"

/* What a form begins with: a name that has no arguments, a form, a value. */

/* (x) or (f): a name in parentheses without arguments. */
static void
tell_no_arguments(struct counsel *c, const struct telling *t)
{
	struct quote name = c->head;

	if (operators_in_word(c, t->scene, c->at) || meant_bits(c, name.text))
		return;
	if (builtin_has(name.text)) {
		counsel_problem(c, "`{token}` has no arguments");
		counsel_step(c, "It is written {shape}, for example "
				"{example}.");
		counsel_step(c, "Write its arguments behind it: ({token} a "
				"...).");
		return;
	}
	counsel_problem(c, "`{token}` stands in parentheses without "
			   "arguments");
	if (meant_field(c, t->where, name.text))
		return;
	counsel_cause(c, "parentheses apply a function; a constant has none");
	counsel_step(c, "For a constant write {token} alone.");
	counsel_step(c, "For a function write its arguments: ({token} "
			"ARGUMENT ...).");
}

/* ((> x 0)) */
static bool
tell_doubled(struct counsel *c, const struct telling *t)
{
	struct span form, child;

	if (!scene_form(t->scene, 1, &form) ||
		form_count(t->scene, form) != 1 ||
		!form_child(t->scene, form, 0, &child))
		return false;
	counsel_part(c, 1, t->scene->text + child.offset, child.size);
	counsel_step(c, "Leave the outer parentheses out: {1}.");
	return true;
}

/* ((f x) y), (for-all ((i Int)) ...), ((extract 7 0) b) */
static void
tell_list_head(struct counsel *c, const struct telling *t)
{
	struct span form, head;
	size_t outward;

	for (outward = 0; outward < 3; outward++) {
		if (!scene_form(t->scene, outward, &form) ||
			!form_child(t->scene, form, 0, &head) ||
			!meant_word(
				c, WORD_TERM, quote_span(t->scene, head).text))
			continue;
		counsel_aim(c, t->scene, head);
		counsel_problem(c, "`{token}` is not known");
		return;
	}
	counsel_cause(c, "only (_ NAME INDEX ...) and (as NAME SORT) may stand "
			 "where an operator is due");
	if (tell_doubled(c, t))
		return;
	counsel_step(c, "An operator with an index is written {shape}, for "
			"example {example}.");
	counsel_step(c, "Write (f x), not ((f) x) or ((f x)); a form must "
			"begin with a name.");
}

/* A number, keyword or nothing where a term's head is due. */
static void
tell_bad_head(struct counsel *c, const struct telling *t)
{
	const struct scene *s = t->scene;
	struct span form, argument;

	if (!scene_form(s, 0, &form) || around_is_foreign(c, s, t->where))
		return;
	if (span_first(s, c->at) == ':') {
		counsel_cause(c, "a keyword is no term");
		counsel_step(c, "A label is written (! TERM :named LABEL).");
	} else if (s->kind == PIECE_CLOSE) {
		counsel_cause(c, "() is no term");
		counsel_step(c, "Put a term in its place, or delete it.");
	} else if (form_child(s, form, 1, &argument)) {
		counsel_part(c, 1, s->text + argument.offset, argument.size);
		counsel_cause(c, "a form begins with its operator");
		counsel_step(c, "For a product write (* {token} {1}).");
		counsel_step(c, "Otherwise put the operator first: (OPERATOR "
				"{token} {1}).");
	} else {
		counsel_cause(c, "parentheses apply a function, so a value "
				 "stands without them");
		counsel_step(c, "Write {token} alone; a negative number is "
				"(- 1).");
	}
}

/* clang-format off */
const struct refusal head_refusals[] = {
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
