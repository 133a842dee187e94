#include "unit/unit.h"

#include "unit/advice/told.h"

/* clang-format off */
static const struct told_case python_cases[] = {
	{"def foo(x):\n  return x",
		NULL, 0, 0,
		{"this is Python",
		"(assert (> x 0)) for s.add(x > 0)"}},
	{"import z3",
		NULL, 0, 0,
		{"this is Python"}},
	{"from z3 import *",
		NULL, 0, 0,
		{"this is Python"}},
	{"count = Int('count')",
		NULL, 0, 0,
		{"this is Python",
		"Write (declare-const count Int)"}},
	{"s.add(x > 0)",
		NULL, 0, 0,
		{"this is Python"}},
	{"solver = Solver()",
		NULL, 0, 0,
		{"this is Python",
		"Solving is a call of its own"}},
	{"for i in range(3):",
		NULL, 0, 0,
		{"this is Python",
		"one assertion for each turn"}},
};
/* clang-format on */

TEST(knows_python)
{
	TOLD_CHECK_ALL(python_cases);
}

/* clang-format off */
static const struct told_case parentheses_cases[] = {
	{"assert x > 0",
		NULL, 0, 0,
		{"`assert` lacks its parentheses",
		"(assert (> x 0))"}},
	{"assert(> x 0)",
		NULL, 0, 0,
		{"`assert` lacks its parentheses"}},
	{"x > 0",
		NULL, 0, 0,
		{"`x > 0` stands outside of a command",
		"(assert (> x 0))"}},
	{"The model is:\n(assert p)",
		NULL, 0, 0,
		{"`The` stands outside of a command",
		"Put words behind a ;"}},
	{"(assert p)\n```\nDone",
		NULL, 0, 0,
		{"a Markdown fence",
		"Send the SMT-LIB alone"}},
};
/* clang-format on */

TEST(knows_commands_and_terms_without_parentheses)
{
	TOLD_CHECK_ALL(parentheses_cases);
}

/* clang-format off */
static const struct told_case outside_cases[] = {
	{"(assert (= f(x) 1))",
		"invalid function application, arguments missing",
		1, 14,
		{"`f(...)` is not how a function is applied",
		"Write (f ARGUMENT ...)"}},
	{"(assert And(p, p))",
		"unknown constant And",
		1, 8,
		{"`And(...)` is not how"}},
};
/* clang-format on */

TEST(knows_calls_with_the_name_outside)
{
	TOLD_CHECK_ALL(outside_cases);
}

TEST(takes_no_glued_parenthesis_for_a_call)
{
	static const struct told_case declaration = {
		"(declare-fun g(Colour) Int)",
		"Parsing function declaration. Expecting sort list '(': "
		"unknown sort 'Colour'",
		1, 15, {"the sort `Colour` is not known"}};
	static const struct told_case head = {"(assert (not(undefinedz)))",
		"invalid function application, arguments missing", 1, 23,
		{"`undefinedz` stands in parentheses"}};

	told_check(&declaration);
	told_check(&head);
}
