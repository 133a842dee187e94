#include "advice/refusal.h"

#include <string.h>

#include "advice/around.h"
/* Forms that bind variables or fields; the innermost one is meant. */
static bool
find_binder(const struct scene *s, struct span *form)
{
	static const char *const heads[] = {"let", "forall", "exists", "lambda",
		"match", "declare-fun", "define-fun", "define-fun-rec",
		"define-funs-rec", "define-sort", "declare-datatype",
		"declare-datatypes"};
	struct span head;
	size_t outward, i;

	for (outward = 0; scene_form(s, outward, form); outward++) {
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
tell_binder(struct counsel *c, const struct telling *t)
{
	struct span form;

	if (!find_binder(t->scene, &form))
		return;
	counsel_form(c, t->scene, form);
	counsel_problem(c, "this is not the shape of `{head}`");
	counsel_step(c, "Write {shape}.");
	counsel_step(c, "For example {example}.");
}

/* "invalid assert command, ')' expected" and its like. */
static void
tell_too_much(struct counsel *c, const struct telling *t)
{
	struct span form;

	refusal_show_command(c, t);
	if (!scene_form(t->scene, 0, &form))
		return;
	if (strcmp(c->head.text, "declare-const") == 0)
		counsel_step(c, "A declaration gives no value: write "
				"(define-const NAME SORT TERM), or add (assert "
				"(= NAME TERM)).");
	if (strncmp(c->head.text, "define-", strlen("define-")) == 0)
		counsel_step(c, "The body is one term: join several with "
				"`and`.");
	if (strcmp(c->head.text, "assert") != 0)
		return;
	if (span_first(t->scene, c->at) == ':')
		counsel_step(c, "A label belongs to the term: (assert (! TERM "
				":named LABEL)).");
	else
		counsel_step(c, "Join several terms: (assert (and A B)), or "
				"write one assert for each.");
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

/* (assert p :named a), (forall ((i Int)) BODY :pattern ((f i))) */
static void
tell_keyword(struct counsel *c, const struct telling *t)
{
	counsel_step(c, span_is(t->scene, c->at, ":pattern") ||
					span_is(t->scene, c->at, ":weight") ||
					span_is(t->scene, c->at, ":qid")
				? "Put it around the body: (forall ((i Int)) "
				  "(! BODY :pattern ((f i))))."
				: "Write (assert (! TERM :named LABEL)).");
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
const struct refusal form_refusals[] = {
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

	/* Sorts. */
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

	/* Names. */
	{"invalid *, symbol expected", AIM_TOKEN,
		"`{token}` is no name", NULL, {NULL},
		tell_bad_name},

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
	{"invalid expression, '(' or symbol expected", AIM_TOKEN,
		"`{token}` cannot begin a form", NULL, {NULL}, tell_bad_head},
	{"invalid expression, unexpected keyword", AIM_TOKEN,
		"the keyword `{token}` cannot stand here",
		"only (! TERM :KEYWORD VALUE) has keywords",
		{NULL}, tell_keyword},
	{"invalid expression, unexpected ')'", AIM_FORM,
		"a term is missing at the end of `{head}`", NULL, {NULL},
		refusal_show_command},

	/* Commands. */
	{"invalid * command, ')' expected", AIM_TOKEN,
		"there is more in this command than it takes", NULL, {NULL},
		tell_too_much},
	{"invalid *, ')' expected", AIM_TOKEN,
		"there is more in this command than it takes", NULL, {NULL},
		tell_too_much},
	{NULL, AIM_TOKEN, NULL, NULL, {NULL}, NULL},
};
/* clang-format on */
