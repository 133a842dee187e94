#include "unit/unit.h"

#include "unit/advice/told.h"

/* clang-format off */
static const struct told_case arrays_cases[] = {
	{"(assert (= (select a) 1))",
		"select takes at least two arguments",
		1, 20,
		{"(select ARRAY INDEX)"}},
	{"(assert (= (select a 1 2) 1))",
		"select requires 2 arguments, but was provided with 3 a"
		"rguments",
		1, 24,
		{"takes 2 arguments, not 3",
		"(select (select a i) j)"}},
	{"(assert (= (select a p) 1))",
		"domain sort Bool and parameter Int do not match",
		1, 22,
		{"the index `p` is Bool, but Int is due"}},
	{"(assert (= (select x 1) 1))",
		"select requires 0 arguments, but was provided with 2 a"
		"rguments",
		1, 22,
		{"its first argument is none"}},
	{"(assert (= (store a 1) a))",
		"store takes at least 3 arguments",
		1, 21,
		{"(store ARRAY INDEX VALUE)"}},
	{"(assert (= (store a 1 p) a))",
		"domain sort Bool and parameter sort Int do not match",
		1, 23,
		{"Bool where Int is due"}},
	{"(assert (= (store x 0 1) a))",
		"store expects the first argument sort to be an array",
		1, 23,
		{"its first argument is none"}},
	{"(assert (= a (const 0)))",
		"array operation requires one sort parameter (the array"
		" sort)",
		1, 21,
		{"((as const (Array Int Int)) 0)"}},
	{"(assert (= a ((as const Int) 0)))",
		"invalid const array definition, parameter is not an ar"
		"ray sort",
		1, 30,
		{"does not fit together"}},
	{"(assert (subset a a))",
		"expecting boolean range",
		1, 19,
		{"`subset` works on sets"}},
};
/* clang-format on */

TEST(explains_arrays)
{
	TOLD_CHECK_ALL(arrays_cases);
}

/* clang-format off */
static const struct told_case vectors_cases[] = {
	{"(assert (= (bvadd x y) x))",
		"operator is applied to arguments of the wrong sort",
		1, 21,
		{"the arguments of `bvadd` have the wrong sort",
		"For Ints use + - *"}},
	{"(assert (= (extract 3 0 b8) b8))",
		"operator is applied to arguments of the wrong sort",
		1, 26,
		{"takes its numbers as indices",
		"((_ extract HIGH LOW) BITS)"}},
	{"(assert (= (_ extract 3 0 b8) b8))",
		"operator is applied to arguments of the wrong sort",
		1, 30,
		{"takes its numbers as indices"}},
	{"(assert (= ((_ extract 0 3) b8) b8))",
		"invalid extract application",
		1, 30,
		{"HIGH >= LOW"}},
	{"(assert (= (int2bv 8 x) b8))",
		"int2bv expects one parameter",
		1, 22,
		{"((_ int2bv WIDTH) INT)"}},
	{"(assert (= (bvmul b8 b16 b8) b8))",
		"declared sorts do not match supplied sorts",
		1, 27,
		{"different widths"}},
	{"(declare-const q (_ BitVec 0))",
		"bit-vector size must be greater than zero",
		1, 28,
		{"at least one bit"}},
	{"(assert (= b8 (_ bv5)))",
		"invalid bit-vector constant, index expected",
		1, 21,
		{"(_ bv5 8)"}},
};
/* clang-format on */

TEST(explains_bit_vectors)
{
	TOLD_CHECK_ALL(vectors_cases);
}

/* clang-format off */
static const struct told_case counting_cases[] = {
	{"(assert (= (str.substr s 0) s))",
		"Unexpected number of arguments to 'str.substr' 3 argum"
		"ents expected 2 given",
		1, 26,
		{"takes 3 arguments, not 2",
		"(str.substr STRING START LENGTH)"}},
	{"(declare-const fl Float32)(assert (= (fp.add fl fl) fl))",
		"invalid number of arguments to floating point operator",
		1, 50,
		{"rounding mode",
		"(fp.add RNE a b)"}},
	{"(declare-const fl Float32)(assert (= (fp.add RNE fl 1.5) fl))",
		"sort mismatch, expected arguments 1 and 2 of equal Flo"
		"atingPoint sorts",
		1, 55,
		{"((_ to_fp 8 24) RNE 1.5)"}},
	{"(assert (at-most 2 p p))",
		"invalid non-Boolean sort applied to 'at-most'",
		1, 22,
		{"((_ at-most 2) p q r)"}},
};
/* clang-format on */

TEST(explains_strings_floats_and_counting)
{
	TOLD_CHECK_ALL(counting_cases);
}
