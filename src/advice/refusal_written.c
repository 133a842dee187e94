#include "advice/refusal.h"

#include <string.h>

/* Names, sorts and indices that are not written as they must be. */

/* ((i 0 9)) or ((i 5)) of a quantifier. */
static bool
tell_range(struct counsel *c, const struct telling *t)
{
	struct span form, head;

	if (!span_is_number(t->scene, c->at) ||
		!scene_form(t->scene, 2, &form) ||
		!form_child(t->scene, form, 0, &head) ||
		!(span_is(t->scene, head, "forall") ||
			span_is(t->scene, head, "exists")))
		return false;
	counsel_cause(c, "a variable has a sort; its range is a condition in "
			 "the body");
	counsel_step(c, "Write (forall ((i Int)) (=> (<= 0 i 9) BODY)), or "
			"(exists ((i Int)) (and (<= 0 i 9) BODY)).");
	counsel_step(c, "For a few values list the cases: (and ...), (or ...); "
			"that is much easier to solve.");
	return true;
}

/* What a sort cannot be, and why it stands here all the same. */
static bool
tell_no_sort(struct counsel *c, const struct telling *t)
{
	struct span form;

	if (scene_form(t->scene, 0, &form) &&
		span_begins(t->scene, form, "(as const ")) {
		counsel_cause(c, "the sort of the array is due here, and the "
				 "value stands outside");
		counsel_step(c, "Write ((as const (Array Int Int)) {token}), "
				"with the sorts of your array.");
		return true;
	}
	if (t->scene->kind != PIECE_CLOSE)
		return tell_range(c, t);
	counsel_problem(c, "`()` is no sort");
	counsel_cause(c, "declare-const and define-const take no list of "
			 "parameters");
	counsel_step(c, "Leave () out: (define-const NAME SORT TERM).");
	return true;
}

/* (BitVec 8), or something that is no sort at all. */
static void
tell_bad_sort(struct counsel *c, const struct telling *t)
{
	if (tell_no_sort(c, t))
		return;
	if (strcmp(c->head.text, "BitVec") == 0) {
		counsel_cause(c, "the width is an index, so `_` stands in "
				 "front");
		counsel_step(c, "Write (_ BitVec {token}).");
		return;
	}
	if (span_first(t->scene, c->at) == ':') {
		counsel_cause(c, "no colon stands between a name and its sort");
		counsel_step(c, "Delete the colon: (declare-const x Int).");
		return;
	}
	counsel_cause(c, "a sort is due here");
	counsel_step(c, "Write a sort: Int, Real, Bool, String, (_ BitVec 8), "
			"(Array Int Int) or a declared one.");
	refusal_show_command(c, t);
}

/* (_ 5 8) */
static void
tell_bad_index(struct counsel *c, const struct telling *t)
{
	if (span_is_number(t->scene, c->at))
		counsel_step(c, "A bit-vector literal is (_ bv{token} WIDTH).");
}

static void
tell_bad_name(struct counsel *c, const struct telling *t)
{
	char first = span_first(t->scene, c->at);

	if (first == '(' || first == ')')
		counsel_problem(c, "the name is missing");
	counsel_cause(c, "a name begins with a letter or one of "
			 "~!@$%^&*_-+=<>.?/");
	if (first == '"')
		counsel_step(c, "Write the name without quotes.");
	else if (first >= '0' && first <= '9')
		counsel_step(c, "Choose another name: n{token}.");
	refusal_show_command(c, t);
}

/* clang-format off */
const struct refusal written_refusals[] = {
	{"*invalid sort, unexpected ')'", AIM_FORM, "the sort is missing",
		NULL, {NULL}, refusal_show_command},
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
