#include "unit/unit.h"

#include "unit/advice/told.h"

/* clang-format off */
static const struct told_case bare_cases[] = {
	{"(assert (= (f) 1))",
		"invalid function application, arguments missing",
		1, 13,
		{"`f` stands in parentheses without arguments",
		"For a constant write f alone"}},
	{"(assert (= ))",
		"invalid function application, arguments missing",
		1, 11,
		{"`=` has no arguments"}},
};
/* clang-format on */

TEST(says_that_parentheses_apply_a_function)
{
	TOLD_CHECK_ALL(bare_cases);
}

/* clang-format off */
static const struct told_case listed_cases[] = {
	{"(assert ((x) 1))",
		"invalid qualified/indexed identifier, '_' or 'as' expe"
		"cted",
		1, 10,
		{"cannot begin with this form"}},
	{"(assert (= ((extract 7 0) b8) b8))",
		"invalid qualified/indexed identifier, '_' or 'as' expe"
		"cted",
		1, 13,
		{"((_ extract HIGH LOW) BITS)"}},
};
/* clang-format on */

TEST(says_that_a_form_begins_with_a_name)
{
	TOLD_CHECK_ALL(listed_cases);
}

/* clang-format off */
static const struct told_case valued_cases[] = {
	{"(assert (= x (-1)))",
		"invalid expression, '(' or symbol expected",
		1, 14,
		{"Write -1 alone"}},
	{"(assert (= (2 x) 4))",
		"invalid expression, '(' or symbol expected",
		1, 12,
		{"(* 2 x)"}},
	{"(assert ())",
		"invalid expression, '(' or symbol expected",
		1, 9,
		{"() is no term"}},
	{"(assert (:named c1 (> x 0)))",
		"invalid expression, '(' or symbol expected",
		1, 9,
		{"(! TERM :named LABEL)"}},
};
/* clang-format on */

TEST(says_what_a_value_or_a_label_is_written_like)
{
	TOLD_CHECK_ALL(valued_cases);
}
