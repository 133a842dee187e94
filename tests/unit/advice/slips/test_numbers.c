#include "unit/unit.h"

#include "unit/advice/told.h"

/* clang-format off */
static const struct told_case notations_cases[] = {
	{"(assert (= r 1e5))",
		NULL, 0, 0,
		{"`1e5` is no number",
		"Write 100000.0."}},
	{"(assert (= r 1.5e-3))",
		NULL, 0, 0,
		{"Write 0.0015."}},
	{"(assert (= r 123e-2))",
		NULL, 0, 0,
		{"Write 1.23."}},
	{"(assert (= r 1.25e1))",
		NULL, 0, 0,
		{"Write 12.5."}},
	{"(assert (= r 2E3))",
		NULL, 0, 0,
		{"Write 2000.0."}},
	{"(assert (= r 1e99))",
		NULL, 0, 0,
		{"Write all of its digits."}},
	{"(assert (= x 1_000))",
		NULL, 0, 0,
		{"digits are not grouped",
		"Write 1000."}},
	{"(assert (= x 1,000,000))",
		NULL, 0, 0,
		{"Write 1000000."}},
	{"(assert (= r .5))",
		"unknown constant .5",
		1, 13,
		{"`.5` is no number",
		"Write 0.5."}},
	{"(assert (= b8 0x0f))",
		NULL, 0, 0,
		{"`0x0f` is no number",
		"write #x0f"}},
	{"(assert (= b8 0b101))",
		NULL, 0, 0,
		{"write #b101"}},
	{"(assert (= b8 #xZZ))",
		NULL, 0, 0,
		{"`#xZZ` is no bit-vector literal",
		"(_ bv15 8)"}},
	{"(assert (= b8 #b12))",
		NULL, 0, 0,
		{"`#b12` is no bit-vector literal"}},
};
/* clang-format on */

TEST(writes_out_numbers_of_other_notations)
{
	TOLD_CHECK_ALL(notations_cases);
}

/* clang-format off */
static const struct told_case number_cases[] = {
	{"(assert (> r 1/2))",
		NULL, 0, 0,
		{"`1/2` is no number",
		"Write (/ 1 2)"}},
	{"(assert (= 2*x 4))",
		NULL, 0, 0,
		{"Write (* 2 x)"}},
	{"(assert (= 2x 4))",
		NULL, 0, 0,
		{"Write (* 2 x)",
		"must not begin with a digit"}},
	{"(declare-const 1st Int)",
		NULL, 0, 0,
		{"the name `1st` begins with a digit",
		"n1st",
		"|1st|"}},
};
/* clang-format on */

TEST(splits_what_sticks_to_a_number)
{
	TOLD_CHECK_ALL(number_cases);
}
