#include "unit/unit.h"

#include "unit/advice/told.h"

/* clang-format off */
static const struct told_case binders_cases[] = {
	{"(assert (let (z 1) (> z 0)))",
		"invalid let declaration, '(' expected got z",
		1, 14,
		{"not the shape of `let`",
		"(let ((NAME TERM) ...) BODY)",
		"(let ((z (+ x 1))) (> z 0))"}},
	{"(assert (let z 1 (> z 0)))",
		"invalid let declaration, '(' expected got z",
		1, 13,
		{"not the shape of `let`"}},
	{"(assert (let ((z)) (> z 0)))",
		"malformed let expression",
		1, 17,
		{"each binding is a pair"}},
	{"(assert (forall x (> x 0)))",
		"invalid list of sorted variables, '(' expected got x",
		1, 16,
		{"not the shape of `forall`",
		"((NAME SORT) ...)"}},
	{"(assert (forall (x Int) (> x 0)))",
		"invalid sorted variable, '(' expected got x",
		1, 17,
		{"each variable is a pair"}},
	{"(assert (exists (q Int) (= q x)))",
		"invalid sorted variable, '(' expected got q",
		1, 17,
		{"(exists ((NAME SORT) ...) BODY)"}},
	{"(assert (forall ((q Int)) (> q 0) (> q 1)))",
		"invalid quantified expression, syntax error: (forall|e"
		"xists ((<symbol> <sort>)*) <expr>) expected",
		1, 41,
		{"exactly one term",
		"Join several terms"}},
	{"(assert (forall () p))",
		"invalid quantifier, list of sorted variables is empty",
		1, 19,
		{"at least one variable"}},
	{"(assert (forall ((q)) (> q 0)))",
		"invalid sorted variables invalid sort, unexpected ')'",
		1, 19,
		{"each variable is a pair"}},
	{"(define-fun g (x) Int x)",
		"invalid sorted variable, '(' expected got x",
		1, 15,
		{"not the shape of `define-fun`",
		"((ARGUMENT SORT) ...)"}},
	{"(declare-fun z Int)",
		"Parsing function declaration. Expecting sort list '(' "
		"got Int",
		1, 15,
		{"also when there are none: ()",
		"(declare-const NAME SORT)"}},
	{"(define-sort T Int)",
		"invalid sort declaration, parameters missing got Int",
		1, 15,
		{"() if there are none"}},
};
/* clang-format on */

TEST(shows_the_shape_of_binders)
{
	TOLD_CHECK_ALL(binders_cases);
}

/* clang-format off */
static const struct told_case datatypes_cases[] = {
	{"(declare-datatype Color red green)",
		"invalid datatype declaration, '(' expected got red",
		1, 24,
		{"each constructor is a form",
		"(declare-datatype Color ((red) (green) (blue)))"}},
	{"(declare-datatypes ((Color 0)) ((red) (green)))",
		"invalid datatype declaration, too many data-type bodie"
		"s defined",
		1, 38,
		{"one list of constructors for each name"}},
	{"(declare-datatype Pair ((mk fst Int)))",
		"invalid datatype declaration, '(' or ')' expected got "
		"fst",
		1, 28,
		{"(NAME SORT)"}},
	{"(declare-datatype L ((cons (h Int) (t L))))",
		"datatype is not well-founded",
		1, 42,
		{"no value of this datatype can ever be built"}},
	{"(declare-datatype L ((nil) (cons (h Int) (t L))))(declare-cons"
	"t z L)(assert (match z ((nil true))))",
		"non-exhaustive pattern match",
		1, 97,
		{"does not cover every constructor"}},
	{"(assert (_ is x))",
		"invalid parameter to datatype function arity == 1 && n"
		"um_parameters == 1 && parameters[0].is_ast() && is_fun"
		"c_decl(parameters[0].get_ast())",
		1, 16,
		{"((_ is cons) l)"}},
};
/* clang-format on */

TEST(shows_the_shape_of_datatypes)
{
	TOLD_CHECK_ALL(datatypes_cases);
}

/* clang-format off */
static const struct told_case labels_cases[] = {
	{"(assert (=> p))",
		"Wrong number of arguments (1) passed to function (decl"
		"are-fun => (Bool Bool) Bool)",
		1, 13,
		{"`=>` cannot have 1 argument(s)",
		"(=> CONDITION CONCLUSION)",
		"parentheses close: (=> p)"}},
	{"(assert (not p p))",
		"Wrong number of arguments (2) passed to function (decl"
		"are-fun not (Bool) Bool)",
		1, 16,
		{"(not TERM)"}},
	{"(assert (= (mod x) 1))",
		"Wrong number of arguments (1) passed to function (decl"
		"are-fun mod (Int Int) Int)",
		1, 17,
		{"(mod INT INT)"}},
	{"(assert (= (bvnot b8 b8) b8))",
		"declared arity mismatches supplied arity",
		1, 23,
		{"(bvnot BITS)"}},
	{"(assert (forall ((q Int)) => (> q 0) p))",
		"Wrong number of arguments (0) passed to function (decl"
		"are-fun => (Bool Bool) Bool)",
		1, 26,
		{"the operator `=>` stands alone"}},
	{"(assert)",
		"invalid expression, unexpected ')'",
		1, 7,
		{"a term is missing at the end of `assert`"}},
	{"(assert (! (> x 0) named c1))",
		"invalid attributed expression, keyword expected",
		1, 19,
		{"attributes begin with a colon"}},
	{"(assert (! (> x 0) :named \"c1\"))",
		"invalid attribute value, symbol expected",
		1, 26,
		{"without quotes"}},
	{"(assert (= a (as const (Array Int Int) 0)))",
		"invalid qualified identifier, ')' expected got Int",
		1, 39,
		{"((as const (Array Int Int)) 0)"}},
};
/* clang-format on */

TEST(explains_applications_and_labels)
{
	TOLD_CHECK_ALL(labels_cases);
}
