/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "unit/advice/told.h"

/* clang-format off */
static const struct told_case differently_cases[] = {
	{"(assert (== x 0))",
		"unknown constant == (Int Int) ",
		1, 15,
		{"`==` is not known",
		"column 10",
		"Write (= a b)"}},
	{"(assert (!= x 0))",
		"unknown constant != (Int Int) ",
		1, 15,
		{"Write (distinct a b)"}},
	{"(assert (<> x 0))",
		"unknown constant <> (Int Int) ",
		1, 15,
		{"Write (distinct a b)"}},
	{"(assert (<=> p p))",
		"unknown constant <=> (Bool Bool) ",
		1, 16,
		{"Write (= p q)"}},
	{"(assert (-> p p))",
		"unknown constant -> (Bool Bool) ",
		1, 15,
		{"Write (=> p q)"}},
	{"(assert (|| p p))",
		"unknown constant  (Bool Bool) ",
		1, 15,
		{"quoted symbol with an empty name",
		"Write (or p q)"}},
	{"(assert (And p p))",
		"unknown constant And (Bool Bool) ",
		1, 16,
		{"Write (and p q)"}},
	{"(assert (Implies p p))",
		"unknown constant Implies (Bool Bool) ",
		1, 20,
		{"Write (=> p q)"}},
	{"(assert True)",
		"unknown constant True",
		1, 8,
		{"`true`, in lower case"}},
	{"(assert (= p False))",
		"unknown constant False",
		1, 13,
		{"`false`, in lower case"}},
	{"(assert (if-then-else p 1 2))",
		"unknown constant if-then-else (Bool Int Int) ",
		1, 27,
		{"Write (ite condition"}},
	{"(assert (if p then 1 else 2))",
		"unknown constant then",
		1, 14,
		{"`then` is not known",
		"no if/then/else"}},
	{"(assert (member x a))",
		"unknown constant member (Int (Array Int Int)) ",
		1, 19,
		{"(or (= x 1) (= x 2) (= x 3))",
		"(select set x)"}},
	{"(assert (= (** x 2) 4))",
		"unknown constant ** (Int Int) ",
		1, 18,
		{"(* x x)"}},
	{"(assert (= (% x 2) 0))",
		"unknown constant % (Int Int) ",
		1, 17,
		{"Write (mod x 2)"}},
	{"(assert (= (sqrt x) 2))",
		"unknown constant sqrt (Int) ",
		1, 18,
		{"no square root",
		"(* root root)"}},
	{"(assert (= (min x y) 2))",
		"unknown constant min (Int Int) ",
		1, 19,
		{"(ite (< a b) a b)",
		"(minimize TERM)"}},
	{"(assert (= (max x y) 2))",
		"unknown constant max (Int Int) ",
		1, 19,
		{"(ite (> a b) a b)"}},
	{"(assert (= (sum x y) 2))",
		"unknown constant sum (Int Int) ",
		1, 19,
		{"Write (+ a b c)"}},
	{"(assert (alldifferent x y))",
		"unknown constant alldifferent (Int Int) ",
		1, 25,
		{"Write (distinct a b c)"}},
	{"(assert (between x 0 10))",
		"unknown constant between (Int Int Int) ",
		1, 23,
		{"(<= 0 x 10)"}},
	{"(assert (= x null))",
		"unknown constant null",
		1, 13,
		{"no null value"}},
	{"(assert (= (len s) 2))",
		"unknown constant len (String) ",
		1, 17,
		{"(str.len s)"}},
	{"(assert (contains s s))",
		"unknown constant contains (String String) ",
		1, 21,
		{"(str.contains s"}},
	{"(assert (bvgt b8 b8))",
		"unknown constant bvgt ((_ BitVec 8) (_ BitVec 8)) ",
		1, 19,
		{"(bvugt a b) for unsigned"}},
	{"(assert (= b8 (bv 5 8)))",
		"unknown constant bv (Int Int) ",
		1, 21,
		{"(_ bv5 8)"}},
	{"(assert forall ((q Int)) (= q x))",
		"unknown constant forall",
		1, 8,
		{"a form of its own"}},
	{"(assert (for-all ((q Int)) (> q 0)))",
		"invalid qualified/indexed identifier, '_' or 'as' expe"
		"cted",
		1, 19,
		{"`for-all` is not known",
		"written `forall`"}},
	{"(assert (as-const 0))",
		"unknown constant as-const (Int) ",
		1, 19,
		{"((as const (Array Int Int)) 0)"}},
};
/* clang-format on */

static void
names_what_other_languages_call_differently(void **state)
{
	(void)state;
	TOLD_CHECK_ALL(differently_cases);
}

/* clang-format off */
static const struct told_case it_cases[] = {
	{"(assert (> x undefinedz))",
		"unknown constant undefinedz",
		1, 13,
		{"`undefinedz` is not known",
		"line 1, column 14",
		"(declare-const undefinedz Int)",
		"Or use a declared name: x, y, r"}},
	{"(assert (= b17 b16))",
		"unknown constant b17",
		1, 11,
		{"Did you mean `b16`, declared as (_ BitVec 16)?",
		"(declare-const b17 (_ BitVec 16))"}},
	{"(assert (bvad b8 b8))",
		"unknown constant bvad ((_ BitVec 8) (_ BitVec 8)) ",
		1, 19,
		{"Did you mean `bvadd`?"}},
	{"(assert (= (g x p) 1))",
		"unknown constant g (Int Bool) ",
		1, 17,
		{"`g` is not known",
		"(declare-fun g (Int Bool) Int)"}},
	{"(assert (= s abc))",
		"unknown constant abc",
		1, 13,
		{"If it is a text",
		"\"abc\"",
		"(declare-const abc String)"}},
	{"(assert (= x.y 1))",
		"unknown constant x.y",
		1, 11,
		{"Write (y x)"}},
	{"(assert (let ((z 1) (w z)) (> w 0)))",
		"unknown constant z",
		1, 23,
		{"do not see each other",
		"(let ((z TERM)) (let (...) BODY))"}},
	{"(assert (= bv5 b8))",
		"unknown constant bv5",
		1, 11,
		{"has no width",
		"(_ bv5 8)"}},
	{"(assert (_ foo 3))",
		"unknown constant foo",
		1, 17,
		{"`foo` is not known",
		"column 12"}},
	{"(assert (= b8 (_ bv 5 8)))",
		"unknown constant bv",
		1, 24,
		{"`bv` is not known"}},
	{"(assert (= |x y| 1))",
		"unknown constant x y",
		1, 11,
		{"`|x y|` is not known"}},
	{"(assert (= \"é\" s undefinedz))",
		"unknown constant undefinedz",
		1, 18,
		{"line 1, column 18"}},
};
/* clang-format on */

static void
says_what_was_meant_or_how_to_declare_it(void **state)
{
	(void)state;
	TOLD_CHECK_ALL(it_cases);
}

/* clang-format off */
static const struct told_case declared_cases[] = {
	{"(assert (= (f x y) 1))",
		"unknown constant f (Int Int) \ndeclared: (declare-fun "
		"f (Int) Int) ",
		1, 17,
		{"`f` cannot be applied to (Int Int)",
		"(declare-fun f (Int) Int)",
		"exactly the arguments (Int)"}},
	{"(assert (= (f p) 1))",
		"unknown constant f (Bool) \ndeclared: (declare-fun f ("
		"Int) Int) ",
		1, 15,
		{"`f` cannot be applied to (Bool)",
		"(ite p 1 0)",
		"column 15"}},
	{"(assert (= (a 1) 1))",
		"unknown constant a (Int) \ndeclared: (declare-fun a ()"
		" (Array Int Int)) ",
		1, 15,
		{"(select a INDEX)",
		"(select a INDEX)"}},
	{"(declare-fun f (Int Int) Int)(assert (= (f 1) (f p)))",
		"unknown constant f (Bool) \ndeclared: (declare-fun f ("
		"Int Int) Int) \ndeclared: (declare-fun f (Int) Int) ",
		1, 50,
		{"(ite p 1 0)"}},
	{"(assert (= x))",
		"unknown constant = (Int) ",
		1, 12,
		{"`=` cannot be applied to (Int)",
		"(= TERM TERM)"}},
	{"(assert (ite p 1))",
		"unknown constant ite (Bool Int) ",
		1, 16,
		{"(ite CONDITION THEN ELSE)"}},
};
/* clang-format on */

static void
says_how_a_function_is_declared(void **state)
{
	(void)state;
	TOLD_CHECK_ALL(declared_cases);
}

static void
needs_no_symbols(void **state)
{
	const char *text = "(assert (> x undefinedz))";
	struct advice_place where = told_place(text);
	const struct diagnostic fault = {.kind = DIAGNOSTIC_SOLVER,
		.line = 1,
		.column = 14,
		.what = "unknown constant undefinedz"};
	struct err e = {0};

	(void)state;
	where.symbols = NULL;
	where.symbol_count = 0;
	assert_false(advice_fault(&fault, &where, &e));
	assert_non_null(strstr(e.text, "(declare-const undefinedz Int)"));
	assert_null(strstr(e.text, "Or use a declared name"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_what_other_languages_call_differently),
		cmocka_unit_test(says_what_was_meant_or_how_to_declare_it),
		cmocka_unit_test(says_how_a_function_is_declared),
		cmocka_unit_test(needs_no_symbols),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
