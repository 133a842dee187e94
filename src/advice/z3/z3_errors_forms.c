#include "advice/z3/z3_errors.h"

/* What a form holds: variables, fields, labels, arguments. */

/* Forms that bind variables or fields; the innermost one is meant. */
static bool
find_binder(const struct text_context *s, struct span *form)
{
	static const char *const heads[] = {"let", "forall", "exists", "lambda",
		"match", "declare-fun", "define-fun", "define-fun-rec",
		"define-funs-rec", "define-sort", "declare-datatype",
		"declare-datatypes"};
	struct span head;
	size_t outward, i;

	for (outward = 0; text_context_form(s, outward, form); outward++) {
		if (!form_child(s, *form, 0, &head))
			continue;
		for (i = 0; i < sizeof(heads) / sizeof(*heads); i++)
			if (span_is(s, head, heads[i]))
				return true;
	}
	return false;
}

/* How the binder around the place is written. */
static void
tell_binder(struct message *c, const struct telling *t)
{
	struct span form;

	if (!find_binder(t->scene, &form))
		return;
	message_form(c, t->scene, form);
	message_problem(c, "this is not the shape of `{head}`");
	message_step(c, "Write {shape}.");
	message_step(c, "For example {example}.");
}

/* (assert p :named a), (forall ((i Int)) BODY :pattern ((f i))) */
static void
tell_keyword(struct message *c, const struct telling *t)
{
	message_step(c, span_is(t->scene, c->at, ":pattern") ||
					span_is(t->scene, c->at, ":weight") ||
					span_is(t->scene, c->at, ":qid")
				? "Put it around the body: (forall ((i Int)) "
				  "(! BODY :pattern ((f i))))."
				: "Write (assert (! TERM :named LABEL)).");
}

/* clang-format off */
const struct z3_errors form_refusals[] = {
	{"invalid parameter to datatype function*", AIM_FORM,
		"`{head}` is not applied as it must be", NULL,
		{"A test for a constructor is written ((_ is cons) l).",
		"A field is read by its name: (head l)."}, NULL},
	{"invalid attribute value, symbol expected", AIM_TOKEN,
		"the label is missing or is no name",
		"a label is a name without quotes",
		{"Write (! TERM :named LABEL), for example (assert (! (> x 0) "
		":named positive))."}, NULL},
	/* Binders. */
	{"invalid list of sorted variables, '(' expected*", AIM_TOKEN, NULL,
		"the variables stand in a list of lists: ((NAME SORT) ...), "
		"even if there is only one", {NULL}, tell_binder},
	{"invalid sorted variable*", AIM_TOKEN, NULL,
		"each variable is a pair (NAME SORT), and the pairs stand in "
		"a list: ((NAME SORT) ...)", {NULL}, tell_binder},
	{"invalid let declaration*", AIM_TOKEN, NULL,
		"the bindings stand in a list of lists: ((NAME TERM) ...), "
		"even if there is only one", {NULL}, tell_binder},
	{"malformed let expression", AIM_TOKEN, NULL,
		"each binding is a pair (NAME TERM), and one term follows "
		"their list", {NULL}, tell_binder},
	{"invalid quantified expression, syntax error*", AIM_TOKEN, NULL,
		"behind the list of variables exactly one term is due",
		{"Join several terms with `and`, or with => from a condition."},
		tell_binder},
	{"invalid quantifier, list of sorted variables is empty", AIM_TOKEN,
		NULL, "a quantifier binds at least one variable",
		{"Leave the quantifier out if there is none."}, tell_binder},
	{"Parsing function declaration. Expecting sort list '('*", AIM_TOKEN,
		NULL, "the sorts of the arguments stand in parentheses, also "
		"when there are none: ()",
		{"For a constant write (declare-const NAME SORT)."},
		tell_binder},
	{"invalid sort declaration, parameters missing*", AIM_TOKEN, NULL,
		"a list of parameters is due, () if there are none",
		{NULL}, tell_binder},
	{"invalid datatype declaration, too *", AIM_TOKEN, NULL,
		"there must be one list of constructors for each name, and "
		"each constructor is a form: (red), (mk (first Int))",
		{NULL}, tell_binder},
	{"datatype is not well-founded", AIM_FORM,
		"no value of this datatype can ever be built",
		"every constructor needs another value of the same datatype",
		{"Add a constructor without such a field, such as (nil) "
		"beside (cons (head Int) (tail L))."}, NULL},
	{"invalid datatype declaration, repeated accessor identifier '*'",
		AIM_TOKEN, "the field `{1}` stands twice", "fields are "
		"functions, so each needs a name of its own",
		{"Rename one of them."}, NULL},
	{"*datatype*", AIM_TOKEN, "this is not the shape of a datatype",
		"each constructor is a form of its own, and so is each field: "
		"(NAME SORT)", {NULL}, tell_binder},
	{"invalid * declaration, symbol (* name) expected*", AIM_TOKEN,
		"this is not the shape of a datatype",
		"each constructor is a form of its own, and so is each field: "
		"(NAME SORT)", {NULL}, tell_binder},
	{"non-exhaustive pattern match", AIM_FORM,
		"`match` does not cover every constructor", NULL,
		{"Add a case for each constructor that is missing, or a last "
		"case (_ TERM) for all others."}, NULL},
	{"*pattern*", AIM_TOKEN, NULL,
		"a case of `match` is (PATTERN TERM), a pattern a constructor "
		"with a variable for each field", {NULL}, tell_binder},
	{"expecting a constructor*", AIM_TOKEN, NULL,
		"a case of `match` is (PATTERN TERM), a pattern a constructor "
		"with a variable for each field", {NULL}, tell_binder},

	/* Applications. */
	{"Wrong number of arguments (0) *", AIM_TOKEN,
		"the operator `{token}` stands alone",
		"an operator comes first, inside its own parentheses",
		{"Write ({token} a b)."}, NULL},
	{"Wrong number of arguments (*) passed to function (declare-fun *",
		AIM_FORM, "`{head}` cannot have {1} argument(s)", NULL,
		{"It is written {shape}, for example {example}.",
		"Check where its parentheses close: {form}."}, NULL},
	{"no arguments supplied to arithmetical operator", AIM_TOKEN,
		"the operator `{token}` stands alone",
		"an operator comes first, inside its own parentheses",
		{"Write ({token} a b)."}, NULL},
	{"declared arity mismatches supplied arity", AIM_FORM,
		"`{head}` has the wrong number of arguments", NULL,
		{"It is written {shape}, for example {example}."}, NULL},
	{"*at least * argument*", AIM_FORM,
		"`{head}` has too few arguments", NULL,
		{"It is written {shape}, for example {example}."}, NULL},
	{"*expects * parameter*", AIM_FORM,
		"`{head}` needs a number as index",
		"indexed operators are written ((_ NAME INDEX ...) ARGUMENT "
		"...)",
		{"It is written {shape}, for example {example}."}, NULL},
	{"invalid * application", AIM_FORM,
		"`{head}` is not applied as it must be",
		"indexed operators are written ((_ NAME INDEX ...) ARGUMENT "
		"...)",
		{"It is written {shape}, for example {example}."}, NULL},
	{"invalid qualified identifier*", AIM_FORM,
		"this is not the shape of `as`",
		"`as` qualifies one name with its sort",
		{"Write {shape}, for example {example}.",
		"For an array with one value: ((as const (Array Int Int)) "
		"0)."}, NULL},
	{"invalid attributed expression, keyword expected", AIM_TOKEN,
		"`{token}` is no attribute",
		"attributes begin with a colon",
		{"Write (! TERM :named LABEL)."}, NULL},
	{"invalid expression, unexpected keyword", AIM_TOKEN,
		"the keyword `{token}` cannot stand here",
		"only (! TERM :KEYWORD VALUE) has keywords",
		{NULL}, tell_keyword},
	{"invalid expression, unexpected ')'", AIM_FORM,
		"a term is missing at the end of `{head}`", NULL, {NULL},
		z3_errors_show_command},

	{NULL, AIM_TOKEN, NULL, NULL, {NULL}, NULL},
};
/* clang-format on */
