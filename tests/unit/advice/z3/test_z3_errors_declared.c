#include "unit/unit.h"

#include "unit/advice/told.h"

/* clang-format off */
static const struct told_case known_cases[] = {
	{"(declare-const z int)",
		"Invalid constant declaration: unknown sort 'int'",
		1, 17,
		{"the sort `int` is not known",
		"column 18",
		"Write Int"}},
	{"(declare-const z Integer)",
		"Invalid constant declaration: unknown sort 'Integer'",
		1, 17,
		{"Write Int"}},
	{"(declare-const z Boolean)",
		"Invalid constant declaration: unknown sort 'Boolean'",
		1, 17,
		{"Write Bool"}},
	{"(declare-const z float)",
		"Invalid constant declaration: unknown sort 'float'",
		1, 17,
		{"Write Real",
		"Float32"}},
	{"(declare-const z string)",
		"Invalid constant declaration: unknown sort 'string'",
		1, 17,
		{"Write String"}},
	{"(declare-const f (-> Int Int))",
		"Invalid constant declaration: unknown sort '->'",
		1, 18,
		{"no sorts of functions",
		"(declare-fun NAME (Int) Int)",
		"(select f x)"}},
	{"(declare-const q BitVec8)",
		"Invalid constant declaration: unknown sort 'BitVec8'",
		1, 17,
		{"(_ BitVec 8)"}},
	{"(declare-const z (_ BitVector 8))",
		"unknown sort 'BitVector'",
		1, 30,
		{"(_ BitVec 8)",
		"column 21"}},
	{"(declare-const z Strng)",
		"Invalid constant declaration: unknown sort 'Strng'",
		1, 17,
		{"Did you mean `String`?"}},
	{"(declare-const z Colour)",
		"Invalid constant declaration: unknown sort 'Colour'",
		1, 17,
		{"(declare-sort Colour 0)",
		"(declare-datatype Colour"}},
	{"(declare-const Int z)",
		"Invalid constant declaration: unknown sort 'z'",
		1, 19,
		{"The name comes first",
		"(declare-const z Int)"}},
	{"(declare-const q r2 Int)",
		"Invalid constant declaration: unknown sort 'r2'",
		1, 17,
		{"Each name needs a command of its own"}},
	{"(declare-fun z (x Int) Int)",
		"Parsing function declaration. Expecting sort list '(':"
		" unknown sort 'x'",
		1, 16,
		{"not their names",
		"define-fun"}},
	{"(define-fun g ((x Int)) x)",
		"Invalid function definition: unknown sort 'x'",
		1, 24,
		{"The sort of the result stands between"}},
	{"(define-fun q ((a1 Int)) (> a1 0))",
		"unknown sort '>'",
		1, 26,
		{"The sort of the result stands between"}},
	{"(assert (forall ((q Int) (> q 0))))",
		"invalid sorted variables: unknown sort 'q'",
		1, 28,
		{"The body comes behind the list"}},
};
/* clang-format on */

TEST(explains_sorts_that_are_not_known)
{
	TOLD_CHECK_ALL(known_cases);
}

/* clang-format off */
static const struct told_case taken_cases[] = {
	{"(declare-const x Int)",
		"invalid declaration, constant 'x' (with the given sign"
		"ature) already declared",
		1, 20,
		{"`x` is declared twice",
		"column 16",
		"replace_item"}},
	{"(define-const x Int 5)",
		"invalid named expression, declaration already defined "
		"with this name x",
		1, 21,
		{"`x` is declared twice"}},
	{"(declare-sort Int 0)",
		"invalid sort declaration, sort already declared/define"
		"d",
		1, 14,
		{"the name `Int` is already taken"}},
	{"(declare-sort T 0)(declare-sort T 0)",
		"invalid sort declaration, sort already declared/define"
		"d",
		1, 32,
		{"the name `T` is already taken"}},
	{"(assert (! p :named c1))(assert (! p :named c1))",
		"named expression already defined",
		1, 46,
		{"the name `c1` is already taken",
		"column 45"}},
	{"(define-fun q () Int 1)(define-fun q () Int 2)",
		"named expression already defined",
		1, 45,
		{"the name `q` is already taken"}},
	{"(declare-datatype L ((nil) (cons (h Int) (t L))))(declare-data"
	"type L ((nil)))",
		"sort already defined L",
		1, 70,
		{"the sort `L` exists already"}},
	{"(declare-const x Bool)(assert x)",
		"ambiguous constant reference, more than one constant w"
		"ith the same sort, use a qualified expression (as <sym"
		"bol> <sort>) to disambiguate x",
		1, 30,
		{"not clear which `x` is meant",
		"(as x Int)"}},
	{"(declare-datatype L ((nil) (cons (h Int) (t L))))(declare-cons"
	"t z L)(assert ((_ is con) z))",
		"invalid function declaration reference, unknown functi"
		"on con",
		1, 83,
		{"no constructor or function `con`",
		"((_ is cons) l)"}},
	{"(declare-datatype M ((no) (yes (n Int))))(declare-const m M)"
	"(assert (= 1 (match m ((no 0) ((yess w) w)))))",
		"invalid function declaration reference, unknown functi"
		"on yess",
		1, 100,
		{"column 93"}},
};
/* clang-format on */

TEST(explains_names_that_are_taken)
{
	TOLD_CHECK_ALL(taken_cases);
}

TEST(speaks_of_no_items_in_a_script)
{
	const char *text = "(declare-const x Int)(declare-const x Int)";
	struct advice_place where = told_place(text);
	const struct diagnostic fault = {.kind = DIAGNOSTIC_SOLVER,
		.line = 1,
		.column = 42,
		.what = "invalid declaration, constant 'x' (with the given "
			"signature) already declared"};
	struct err e = {0};

	where.what = "the smtlib text";
	where.is_script = true;
	assert_false(advice_fault(&fault, &where, &e));
	assert_non_null(strstr(e.text, "The smtlib text, line 1, column 37"));
	assert_non_null(strstr(e.text, "delete one of them"));
	assert_null(strstr(e.text, "replace_item"));
	assert_null(strstr(e.text, "item"));
}
