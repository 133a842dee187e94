#include "unit/unit.h"

#include "unit/advice/told.h"

/* clang-format off */
static const struct told_case numbers_cases[] = {
	{"(assert (> x true))",
		"Sort mismatch at argument #2 for function (declare-fun"
		" > (Int Int) Bool) supplied sort is Bool",
		1, 17,
		{"argument 2 of `>` is Bool, but Int is due",
		"(ite true 1 0)"}},
	{"(assert (and x p))",
		"Sort mismatch at argument #1 for function (declare-fun"
		" and (Bool Bool) Bool) supplied sort is Int",
		1, 16,
		{"argument 1 of `and` is Int",
		"(> x 0)",
		"declare it as Bool"}},
	{"(assert\n  (not\n   x\n  ))",
		"Sort mismatch at argument #1 for function (declare-fun"
		" not (Bool) Bool) supplied sort is Int",
		4, 2,
		{"line 3, column 4",
		"   3 |    x\n     |    ^"}},
	{"(assert (= x p))",
		"Sorts Int and Bool are incompatible",
		1, 14,
		{"`=` compares Int with Bool",
		"(ite p 1 0)"}},
	{"(assert (= p 1))",
		"Sorts Bool and Int are incompatible",
		1, 14,
		{"Write true for 1"}},
	{"(assert (ite x 1 2))",
		"Sort mismatch at argument #1 for function (declare-fun"
		" ite (Bool Int Int) Int) supplied sort is Int",
		1, 18,
		{"argument 1 of `ite`"}},
	{"(assert (= (ite p x p) x))",
		"Sorts Int and Bool are incompatible",
		1, 21,
		{"the branches of `ite` are Int and Bool"}},
	{"(assert (+ x 1))",
		"invalid assert command, term is not Boolean",
		1, 15,
		{"the asserted term `(+ x 1)` is not a Bool",
		"(assert (> (+ x 1) 0))"}},
	{"(assert x)",
		"invalid assert command, term is not Boolean",
		1, 9,
		{"the asserted term `x` is not a Bool"}},
	{"(assert f)",
		"invalid assert command, term is not Boolean",
		1, 9,
		{"`f` is a function (Int) Int",
		"Apply it: (f ARGUMENT ...)"}},
	{"(assert \"because\" p)",
		"invalid assert command, term is not Boolean",
		1, 18,
		{"more than one term",
		":named LABEL"}},
	{"(assert (forall ((q Int)) q))",
		"quantifier body must be a Boolean expression",
		1, 27,
		{"the body of `forall` is not a Bool"}},
	{"(assert-soft x)",
		"Invalid type for expression. Expected Boolean type.",
		1, 14,
		{"not a Bool"}},
	{"(minimize p)",
		"Objective must be bit-vector, integer or real",
		1, 11,
		{"`p` cannot be an objective",
		"(assert-soft p :weight 1)"}},
};
/* clang-format on */

TEST(converts_between_bool_and_numbers)
{
	TOLD_CHECK_ALL(numbers_cases);
}

/* clang-format off */
static const struct told_case vectors_cases[] = {
	{"(assert (= b8 15))",
		"Sorts (_ BitVec 8) and Int are incompatible",
		1, 16,
		{"(_ BitVec 8) with Int",
		"Write (_ bv15 8)"}},
	{"(assert (bvult b8 15))",
		"Argument 15 at position 1 does not match declaration ("
		"declare-fun bvult ((_ BitVec 8) (_ BitVec 8)) Bool)",
		1, 20,
		{"Write (_ bv15 8)"}},
	{"(assert (= b8 x))",
		"Sorts (_ BitVec 8) and Int are incompatible",
		1, 15,
		{"((_ int2bv 8) x)"}},
	{"(assert (= b8 #x0))",
		"Sorts (_ BitVec 8) and (_ BitVec 4) are incompatible",
		1, 17,
		{"2 digits behind #x, or 8 behind #b"}},
	{"(assert (= b8 b16))",
		"Sorts (_ BitVec 8) and (_ BitVec 16) are incompatible",
		1, 17,
		{"the two widths differ",
		"((_ zero_extend 8) OTHER)",
		"((_ extract 7 0) b16)"}},
	{"(assert (= b16 b8))",
		"Sorts (_ BitVec 16) and (_ BitVec 8) are incompatible",
		1, 17,
		{"((_ zero_extend 8) b8)",
		"((_ sign_extend 8) b8)"}},
	{"(assert (= (bvadd b8 b16) b8))",
		"Argument b16 at position 1 does not match declaration "
		"(declare-fun bvadd ((_ BitVec 8) (_ BitVec 8)) (_ BitV"
		"ec 8))",
		1, 24,
		{"`b16` does not fit as an argument of `bvadd`"}},
	{"(assert (> b8 b8))",
		"Sort mismatch at argument #1 for function (declare-fun"
		" > (Int Int) Bool) supplied sort is (_ BitVec 8)",
		1, 16,
		{"bvugt, bvuge (unsigned)",
		"(bv2int b8)"}},
	{"(assert (= (and b8 b8) b8))",
		"Sort mismatch at argument #1 for function (declare-fun"
		" and (Bool Bool) Bool) supplied sort is (_ BitVec 8)",
		1, 21,
		{"bvand, bvor"}},
};
/* clang-format on */

TEST(converts_bit_vectors)
{
	TOLD_CHECK_ALL(vectors_cases);
}

/* clang-format off */
static const struct told_case floats_cases[] = {
	{"(assert (= (str.len s) \"2\"))",
		"Sorts Int and String are incompatible",
		1, 26,
		{"without quotes",
		"(str.to_int \"2\")"}},
	{"(assert (= (+ s s) s))",
		"Sort mismatch at argument #1 for function (declare-fun"
		" + (Int Int) Int) supplied sort is String",
		1, 17,
		{"(str.++ s t)"}},
	{"(assert (= s 1))",
		"Sorts String and Int are incompatible",
		1, 14,
		{"\"1\""}},
	{"(assert (str.< s x))",
		"Sort of polymorphic function 'str.<' does not match th"
		"e declared type. \nGiven domain: String Int \nExpected"
		" domain: String String ",
		1, 18,
		{"(str.from_int x)"}},
	{"(assert (str.in_re s \"a\"))",
		"Sort of polymorphic function 'str.in_re' does not matc"
		"h the declared type. \nGiven domain: String String \nE"
		"xpected domain: String (RegEx String) ",
		1, 24,
		{"(RegEx String) is due",
		"(str.to_re \"a\")"}},
	{"(assert (= (str.++ s 1) s))",
		"Sort of function 'str.++' does not match the declared "
		"type. Given domain: String Int ",
		1, 22,
		{"`str.++` cannot be applied",
		"(str.from_int x)"}},
	{"(assert (= a 0))",
		"Sorts (Array Int Int) and Int are incompatible",
		1, 14,
		{"(select a INDEX)",
		"column 12"}},
	{"(assert (= f 1))",
		"Sorts (Array Int Int) and Int are incompatible",
		1, 14,
		{"`f` is a function (Int) Int"}},
	{"(declare-const fl Float32)(assert (= fl 1.5))",
		"Sorts (_ FloatingPoint 8 24) and Real are incompatible",
		1, 43,
		{"((_ to_fp 8 24) RNE 1.5)"}},
	{"(declare-const fl Float32)(assert (> fl fl))",
		"Sort mismatch at argument #1 for function (declare-fun"
		" > (Int Int) Bool) supplied sort is (_ FloatingPoint 8"
		" 24)",
		1, 42,
		{"(fp.lt a b)"}},
	{"(declare-datatype C ((red)))(assert (= x red))",
		"Sorts Int and C are incompatible",
		1, 44,
		{"no conversion"}},
};
/* clang-format on */

TEST(converts_strings_arrays_and_floats)
{
	TOLD_CHECK_ALL(floats_cases);
}

/* clang-format off */
static const struct told_case body_cases[] = {
	{"(define-fun g ((x Int)) Int p)",
		"invalid function/constant definition, sort mismatch",
		1, 29,
		{"the body of this definition is not Int",
		"(ite p 1 0)"}},
	{"(define-fun q ((x1 Int)) Real (+ x1 1))",
		"invalid function/constant definition, sort mismatch",
		1, 38,
		{"(to_real (+ x1 1))"}},
	{"(define-fun q ((x1 Int)) Bool (+ x1 1))",
		"invalid function/constant definition, sort mismatch",
		1, 38,
		{"(> (+ x1 1) 0)"}},
	{"(define-const q Int 1.5)",
		"invalid constant definition, sort mismatch",
		1, 23,
		{"change Int to the sort that the body has"}},
};
/* clang-format on */

TEST(compares_a_definition_with_its_body)
{
	TOLD_CHECK_ALL(body_cases);
}
