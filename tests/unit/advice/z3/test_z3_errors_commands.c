#include "unit/unit.h"

#include "unit/advice/told.h"

/* clang-format off */
static const struct told_case commands_cases[] = {
	{"(assert (> x 0) (> y 0))",
		"invalid assert command, ')' expected",
		1, 16,
		{"more in this command",
		"(assert (and A B))"}},
	{"(assert (> x 0) :named c1)",
		"invalid assert command, ')' expected",
		1, 16,
		{"(assert (! TERM :named LABEL))"}},
	{"(minimize)",
		"invalid command, argument(s) missing",
		1, 9,
		{"lacks an argument",
		"(minimize TERM)"}},
	{"(minimize x y)",
		"invalid command, too many arguments",
		1, 12,
		{"too many arguments"}},
	{"(assert-soft p :weight x)",
		"invalid command argument, numeral expected",
		1, 23,
		{"numeral expected",
		":weight NUMBER"}},
	{"(assert-soft p 2)",
		"invalid command argument, keyword expected",
		1, 15,
		{"a keyword begins with a colon"}},
	{"(assert-soft (> x 0) :w 5)",
		"invalid keyword argument",
		1, 21,
		{"knows no `:w`"}},
};
/* clang-format on */

TEST(explains_arguments_of_commands)
{
	TOLD_CHECK_ALL(commands_cases);
}

TEST(explains_what_only_a_script_can_hold)
{
	static const struct told_case cases[] = {
		{"(get-value x)",
			"invalid get-value command, '(' expected got x", 1, 11,
			{"stand in a list", "(get-value (TERM ...))"}},
		{"(pop)",
			"invalid pop command, argument is greater than the "
			"current stack depth",
			1, 4, {"no push that it could undo"}},
		{"(push 1.5)", "invalid push command, integer expected", 1, 6,
			{"(push 1)"}},
		{"(get-value (x))", "model is not available", 1, 14,
			{"no solution to ask for", "(check-sat)"}},
	};

	TOLD_CHECK_ALL(cases);
}
