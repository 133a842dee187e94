#include "unit/unit.h"

#include "unit/advice/told.h"

/* clang-format off */
static const struct told_case sorts_cases[] = {
	{"(declare-const z)",
		"Invalid constant declaration invalid sort, unexpected "
		"')'",
		1, 16,
		{"the sort is missing",
		"(declare-const NAME SORT)"}},
	{"(declare-fun z (Int))",
		"Invalid function declaration invalid sort, unexpected "
		"')'",
		1, 20,
		{"the sort is missing"}},
	{"(declare-const z BitVec)",
		"expecting one integer parameter to bit-vector sort",
		1, 17,
		{"no width",
		"(_ BitVec 8)"}},
	{"(declare-const z (BitVec 8))",
		"invalid sort, symbol, '_' or '(' expected got BitVec",
		1, 25,
		{"`_` stands in front",
		"(_ BitVec 8)"}},
	{"(declare-const z (Array Int))",
		"invalid array sort definition, invalid number of param"
		"eters",
		1, 27,
		{"(Array Int Int)"}},
	{"(declare-const q : Int)",
		"invalid sort, symbol, '_' or '(' expected got :",
		1, 17,
		{"Delete the colon"}},
	{"(declare-const q 5)",
		"invalid sort, symbol, '_' or '(' expected got q",
		1, 17,
		{"`5` is no sort"}},
	{"(declare-const q Seq)",
		"Invalid sequence sort, expecting one parameter",
		1, 17,
		{"(Seq Int)"}},
};
/* clang-format on */

TEST(explains_sorts_that_are_not_written_rightly)
{
	TOLD_CHECK_ALL(sorts_cases);
}

/* clang-format off */
static const struct told_case indices_cases[] = {
	{"(declare-const q (_ BitVec x))",
		"invalid indexed sort, integer or ')' expected",
		1, 27,
		{"`x` is no index"}},
	{"(declare-const q (_ BitVec -8))",
		"invalid indexed identifier, index is too big to fit in"
		" an unsigned machine integer",
		1, 27,
		{"0 or larger"}},
};
/* clang-format on */

TEST(explains_indices_that_are_no_whole_numbers)
{
	TOLD_CHECK_ALL(indices_cases);
}

/* clang-format off */
static const struct told_case names_cases[] = {
	{"(declare-const 2 Int)",
		"invalid constant declaration, symbol expected",
		1, 15,
		{"`2` is no name",
		"n2"}},
	{"(declare-const \"q\" Int)",
		"invalid constant declaration, symbol expected",
		1, 15,
		{"without quotes"}},
	{"(declare-fun (q Int) Int)",
		"invalid function declaration, symbol expected",
		1, 13,
		{"the name is missing"}},
};
/* clang-format on */

TEST(explains_what_a_name_is)
{
	TOLD_CHECK_ALL(names_cases);
}
