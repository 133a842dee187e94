#include "advice/z3/z3_errors.h"

#include <string.h>

/* Names, sorts and indices that are not written as they must be. */

/* ((i 0 9)) or ((i 5)) of a quantifier. */
static bool
tell_range(struct message *c, const struct telling *t)
{
	struct span form, head;

	if (!span_is_number(t->scene, c->at) ||
		!text_context_form(t->scene, 2, &form) ||
		!form_child(t->scene, form, 0, &head) ||
		!(span_is(t->scene, head, "forall") ||
			span_is(t->scene, head, "exists")))
		return false;
	message_cause(c, "a variable has a sort; its range is a condition in "
			 "the body");
	message_step(c, "Write (forall ((i Int)) (=> (<= 0 i 9) BODY)), or "
			"(exists ((i Int)) (and (<= 0 i 9) BODY)).");
	message_step(c, "For a few values list the cases: (and ...), (or ...); "
			"that is much easier to solve.");
	return true;
}

/* What a sort cannot be, and why it stands here all the same. */
static bool
tell_no_sort(struct message *c, const struct telling *t)
{
	struct span form;

	if (text_context_form(t->scene, 0, &form) &&
		span_begins(t->scene, form, "(as const ")) {
		message_cause(c, "the sort of the array is due here, and the "
				 "value stands outside");
		message_step(c, "Write ((as const (Array Int Int)) {token}), "
				"with the sorts of your array.");
		return true;
	}
	if (t->scene->kind != PIECE_CLOSE)
		return tell_range(c, t);
	message_problem(c, "`()` is no sort");
	message_cause(c, "declare-const and define-const take no list of "
			 "parameters");
	message_step(c, "Leave () out: (define-const NAME SORT TERM).");
	return true;
}

/* (BitVec 8), or something that is no sort at all. */
static void
tell_bad_sort(struct message *c, const struct telling *t)
{
	if (tell_no_sort(c, t))
		return;
	if (strcmp(c->head.text, "BitVec") == 0) {
		message_cause(c, "the width is an index, so `_` stands in "
				 "front");
		message_step(c, "Write (_ BitVec {token}).");
		return;
	}
	if (span_first(t->scene, c->at) == ':') {
		message_cause(c, "no colon stands between a name and its sort");
		message_step(c, "Delete the colon: (declare-const x Int).");
		return;
	}
	message_cause(c, "a sort is due here");
	message_step(c, "Write a sort: Int, Real, Bool, String, (_ BitVec 8), "
			"(Array Int Int) or a declared one.");
	z3_errors_show_command(c, t);
}

/* (_ 5 8) */
static void
tell_bad_index(struct message *c, const struct telling *t)
{
	if (span_is_number(t->scene, c->at))
		message_step(c, "A bit-vector literal is (_ bv{token} WIDTH).");
}

static void
tell_bad_name(struct message *c, const struct telling *t)
{
	char first = span_first(t->scene, c->at);

	if (first == '(' || first == ')')
		message_problem(c, "the name is missing");
	message_cause(c, "a name begins with a letter or one of "
			 "~!@$%^&*_-+=<>.?/");
	if (first == '"')
		message_step(c, "Write the name without quotes.");
	else if (first >= '0' && first <= '9')
		message_step(c, "Choose another name: n{token}.");
	z3_errors_show_command(c, t);
}

/* clang-format off */
const struct z3_errors written_refusals[] = {
	{"*invalid sort, unexpected ')'", AIM_FORM, "the sort is missing",
		NULL, {NULL}, z3_errors_show_command},
	{"*invalid sort, symbol*", AIM_TOKEN, "`{token}` is no sort", NULL,
		{NULL}, tell_bad_sort},
	{"expecting one integer parameter to bit-vector sort", AIM_TOKEN,
		"the bit-vector has no width",
		"the width is an index of the sort", {"Write (_ BitVec 8)."},
		NULL},
	{"invalid indexed sort, integer or ')' expected", AIM_TOKEN,
		"`{token}` is no index", "an index is a whole number that is "
		"known beforehand, not a term", {"Write (_ BitVec 8)."}, NULL},
	{"invalid indexed identifier, index is too big*", AIM_TOKEN,
		"`{token}` is no index", "an index is a whole number, 0 or "
		"larger", {"Write a smaller number without a sign."}, NULL},
	{"invalid indexed *", AIM_TOKEN,
		"`{token}` cannot stand in an indexed name",
		"it is (_ NAME INDEX ...) with whole numbers",
		{"`{head}` is written {shape}, for example {example}."},
		tell_bad_index},
	{"invalid sort parameter*", AIM_TOKEN,
		"the list of parameters is missing",
		"it stands in front of the sort, as () if there are none",
		{"Write (define-sort NAME () SORT), for example (define-sort "
		"Word () (_ BitVec 8))."}, NULL},
	{"invalid array sort definition*", AIM_TOKEN,
		"an array needs two sorts: of its indices and its elements",
		NULL, {"Write (Array Int Int)."}, NULL},
	{"Invalid sequence sort, expecting one parameter", AIM_TOKEN,
		"a sequence needs the sort of its elements", NULL,
		{"Write (Seq Int)."}, NULL},
	{"expecting two integer parameters to floating point sort*",
		AIM_TOKEN, "a floating-point sort needs two sizes", NULL,
		{"Write Float32, Float64 or (_ FloatingPoint 8 24)."}, NULL},
	{"sort constructor expects parameters", AIM_TOKEN,
		"the sort `{token}` was declared with parameters",
		"it stands in parentheses, with a sort for each parameter",
		{"Write ({token} Int).",
		"Or declare it without parameters: (declare-sort {token} 0)."},
		NULL},
	{"invalid number of parameters to sort constructor", AIM_FORM,
		"`{head}` has the wrong number of sorts", NULL,
		{"Write one sort for each parameter of its declaration."},
		NULL},
	{"invalid *, symbol expected", AIM_TOKEN,
		"`{token}` is no name", NULL, {NULL},
		tell_bad_name},
	{NULL, AIM_TOKEN, NULL, NULL, {NULL}, NULL},
};
/* clang-format on */
