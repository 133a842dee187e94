#include "advice/z3/z3_errors.h"

#include <string.h>

#include "advice/message/syntax_templates.h"

/* Arrays, bit-vectors, strings and floating point, each with words of its
 * own. */

/* (extract 3 0 b) and (_ extract 3 0 b): where do the indices stand? */
static void
tell_operator(struct message *c, const struct telling *t)
{
	const struct text_context *s = t->scene;
	const struct syntax_template *shape;
	struct span form;

	if (s->kind != PIECE_CLOSE && text_context_before(s, &form)) {
		message_form(c, s, form);
		message_aim(c, s, form);
		message_problem(c, "the arguments of `{head}` have the wrong "
				   "sort");
	}
	shape = syntax_template_find(c->head.text);
	if (shape != NULL && strncmp(shape->shape, "((_ ", 4) == 0 &&
		strncmp(c->form.text, "((_ ", 4) != 0) {
		message_problem(c, "`{head}` takes its numbers as indices");
		message_cause(c, "indices stand with `_` in a form of their "
				 "own, which is then applied");
		message_step(c, "Write {shape}, for example {example}.");
		return;
	}
	message_step(c, "It is written {shape}, for example {example}.");
	message_step(c, "For Ints use + - * div mod < <=; for Bools and, or, "
			"not; for Strings str.++; a literal of 8 bits is "
			"(_ bv5 8) or #x05.");
	message_step(c, "To convert: ((_ int2bv 8) x) and (bv2int b).");
}

#define TWO_WIDTHS \
	"both arguments must be bit-vectors of one width; Ints and Bools do " \
	"not mix with them"

/* clang-format off */
const struct z3_errors theory_refusals[] = {
	/* Arrays. */
	{"select requires 0 arguments*", AIM_FORM,
		"`select` reads an array, and its first argument is none",
		"the first argument has to have a sort (Array INDEX ELEMENT)",
		{"Write {shape}, with the array first: {example}.",
		"Declare the array: (declare-const a (Array Int Int))."},
		NULL},
	{"select takes at least two arguments", AIM_FORM,
		"`select` needs an array and an index", NULL,
		{"Write {shape}: {example}."}, NULL},
	{"select requires * arguments, but was provided with * arguments",
		AIM_FORM, "`select` of this array takes {1} arguments, not "
		"{2}", "an array of an array is read one index after the "
		"other",
		{"Write (select a i) for one index, (select (select a i) j) "
		"for an array of arrays."}, NULL},
	{"store expects the first argument sort to be an array", AIM_FORM,
		"`store` changes an array, and its first argument is none",
		"the first argument has to have a sort (Array INDEX ELEMENT)",
		{"Write {shape}, with the array first: {example}."}, NULL},
	{"store takes at least 3 arguments", AIM_FORM,
		"`store` needs an array, an index and a value", NULL,
		{"Write {shape}: {example}."}, NULL},
	{"domain sort * and parameter sort * do not match", AIM_FORM,
		"an index or element of `store` has the wrong sort: {1} where "
		"{2} is due",
		"the array's sort says what its indices and elements are",
		{"Use an index and a value of the sorts in the array's "
		"declaration."}, NULL},
	{"domain sort * and parameter * do not match", AIM_LAST,
		"the index `{token}` is {1}, but {2} is due",
		"the array's sort says what its indices and elements are",
		{"Use an index of the sort in the array's declaration.",
		"Or declare the array with these sorts: (Array INDEX-SORT "
		"ELEMENT-SORT)."}, NULL},
	{"expecting boolean range", AIM_FORM,
		"`{head}` works on sets",
		"a set is an (Array ELEMENT-SORT Bool)",
		{"Declare the sets: (declare-const a (Array Int Bool))."},
		NULL},
	{"invalid const array definition*", AIM_FORM,
		"this constant array does not fit together",
		"the value must have the element sort of the array sort "
		"behind `as const`",
		{"Write ((as const (Array Int Int)) 0)."}, NULL},
	{"array operation requires one sort parameter (the array sort)",
		AIM_FORM, "`const` needs the sort of the array", NULL,
		{"Write ((as const (Array Int Int)) 0)."}, NULL},

	/* Bit-vectors. */
	{"operator is applied to arguments of the wrong sort", AIM_FORM,
		"the arguments of `{head}` have the wrong sort",
		"operators such as bvadd and concat take bit-vectors, mostly "
		"of one width; Ints, Bools and Strings do not mix with them",
		{NULL}, tell_operator},
	{"declared sorts do not match supplied sorts", AIM_FORM,
		"the arguments of `{head}` have different widths", TWO_WIDTHS,
		{"Stretch the shorter one: ((_ zero_extend N) b), or "
		"((_ sign_extend N) b) if it is signed."}, NULL},
	{"invalid extract application", AIM_FORM,
		"the indices of this `extract` do not fit",
		"it is (_ extract HIGH LOW) with width > HIGH >= LOW >= 0, "
		"the highest bit first",
		{"Write {shape}: {example}."}, NULL},
	{"int2bv expects one *parameter", AIM_FORM,
		"`int2bv` needs the width as an index", NULL,
		{"Write {shape}: {example}."}, NULL},
	{"invalid bit-vector constant, index expected", AIM_TOKEN,
		"this bit-vector literal has no width",
		"a literal is (_ bvVALUE WIDTH)", {"Write (_ bv5 8)."}, NULL},
	{"bit-vector size must be greater than zero", AIM_FORM,
		"a bit-vector has at least one bit", NULL,
		{"Write (_ BitVec 1) or a larger width."}, NULL},

	/* Strings, sequences, floating point. */
	{"Unexpected number of arguments to '*' * arguments expected * given",
		AIM_FORM, "`{1}` takes {2} arguments, not {3}", NULL,
		{"It is written {shape}, for example {example}."}, NULL},
	{"sort mismatch, expected *", AIM_FORM,
		"the arguments of `{head}` have the wrong sorts: {1} expected",
		"operations of floating point take floating-point terms, "
		"mostly behind a rounding mode such as RNE",
		{"It is written {shape}, for example {example}.",
		"A literal becomes floating point with ((_ to_fp 8 24) RNE "
		"1.5)."}, NULL},
	{"invalid number of arguments to floating point *", AIM_FORM,
		"`{head}` has the wrong number of arguments",
		"arithmetic on floating point begins with a rounding mode",
		{"It is written {shape}, for example {example}.",
		"Comparisons take no rounding mode: (fp.lt a b)."}, NULL},
	{"Unexpected argument combination for (_ to_fp*", AIM_FORM,
		"`to_fp` cannot convert this", NULL,
		{"Write ((_ to_fp 8 24) RNE 1.5) from a Real, ((_ to_fp 8 24) "
		"bits) from 32 bits."}, NULL},
	{"invalid non-Boolean sort applied to '*'", AIM_FORM,
		"`{1}` counts Bools", "the bound is an index, and the "
		"arguments are conditions",
		{"Write ((_ {1} 2) p q r), with conditions such as (> x 0)."},
		NULL},
	{NULL, AIM_TOKEN, NULL, NULL, {NULL}, NULL},
};
/* clang-format on */
