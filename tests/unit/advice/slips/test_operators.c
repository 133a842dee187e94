#include "unit/unit.h"

#include "advice/slips/operators.h"
#include "base/alloc.h"
#include "unit/advice/told.h"

/* clang-format off */
static const struct told_case arguments_cases[] = {
	{"(assert x > 0)",
		"invalid assert command, term is not Boolean",
		1, 10,
		{"operator `>` stands between its arguments",
		"Write (> x 0) for `x > 0`"}},
	{"(assert (x > 0))",
		"no arguments supplied to arithmetical operator",
		1, 11,
		{"line 1, column 12",
		"Write (> x 0) for `x > 0`"}},
	{"(assert (x == 0))",
		"unknown constant ==",
		1, 11,
		{"Write (= x 0) for `x == 0`"}},
	{"(assert (x != 0))",
		"unknown constant !=",
		1, 11,
		{"Write (distinct x 0)"}},
	{"(assert (p && p))",
		"unknown constant p (Bool Bool) \ndeclared: (declare-fu"
		"n p () Bool) ",
		1, 15,
		{"Write (and p p)"}},
	{"(assert (p || p))",
		"unknown constant ",
		1, 11,
		{"Write (or p p) for `p || p`"}},
	{"(assert (= (x ** 2) 4))",
		"unknown constant **",
		1, 14,
		{"Write (^ x 2)"}},
	{"(assert (= x % 2 0))",
		"unknown constant %",
		1, 13,
		{"Write (mod x 2)"}},
	{"(assert (= x + y 5))",
		"no arguments supplied to arithmetical operator",
		1, 13,
		{"Write (+ x y) for `x + y`"}},
	{"(assert (= x - 1))",
		"no arguments supplied to arithmetical operator",
		1, 13,
		{"Write (- x 1)"}},
	{"(assert (and x > 0 y > 0))",
		"no arguments supplied to arithmetical operator",
		1, 15,
		{"(and (> x 0) (< y 5))"}},
	{"(assert (x > 0) && (y < 1))",
		"no arguments supplied to arithmetical operator",
		1, 11,
		{"Write (> x 0)"}},
	{"(assert (and\n  (> x 0)\n  (y < 5)))",
		"no arguments supplied to arithmetical operator",
		3, 5,
		{"line 3, column 6",
		"Write (< y 5)",
		"   3 |   (y < 5)))\n     |      ^"}},
	{"(assert (\"abc\" = s))",
		"invalid expression, '(' or symbol expected",
		1, 9,
		{"Write (= \"abc\" s)"}},
	{"(define-fun q ((a1 Int) (b1 Int)) Bool (a1 > b1))",
		"no arguments supplied to arithmetical operator",
		1, 43,
		{"Write (> a1 b1)"}},
};
/* clang-format on */

TEST(rewrites_an_operator_that_stands_between_its_arguments)
{
	TOLD_CHECK_ALL(arguments_cases);
}

/* clang-format off */
static const struct told_case word_cases[] = {
	{"(assert x>0)",
		"unknown constant x>0",
		1, 8,
		{"`x>0` is read as one name",
		"Write (> x 0)"}},
	{"(assert (x>0))",
		"invalid function application, arguments missing",
		1, 12,
		{"Write (> x 0)"}},
	{"(assert x==0)",
		"unknown constant x==0",
		1, 8,
		{"Write (= x 0)"}},
	{"(assert (= x*2 4))",
		"unknown constant x*2",
		1, 11,
		{"Write (* x 2)"}},
	{"(assert (= x+1 4))",
		"unknown constant x+1",
		1, 11,
		{"Write (+ x 1)"}},
	{"(assert (>x 0))",
		"unknown constant >x (Int) ",
		1, 13,
		{"`>x` is read as one name",
		"a blank behind every operator"}},
	{"(assert !p)",
		"unknown constant !p",
		1, 8,
		{"no negation",
		"Write (not p)"}},
	{"(assert (!p))",
		"invalid function application, arguments missing",
		1, 11,
		{"Write (not p)"}},
	{"(assert (> x -y))",
		"unknown constant -y",
		1, 13,
		{"`-` sticks to a name",
		"Write (- y)"}},
	{"(assert (= x +5))",
		"unknown constant +5",
		1, 13,
		{"takes no `+` in front",
		"Write 5"}},
};
/* clang-format on */

TEST(rewrites_an_operator_inside_of_a_word)
{
	TOLD_CHECK_ALL(word_cases);
}

TEST(leaves_an_operator_alone_that_is_rightly_an_argument)
{
	const char *text = "(assert (= a ((_ map +) a a zz)))";
	DROP(text_context) struct text_context s = {0};
	DROP(message) struct message c = {0};

	text_context_init(&s, text, strlen(text), 28);
	message_init(&c, &s);
	assert_false(operators_advise(&c, &s));
}

TEST(takes_no_dotted_name_for_an_operator)
{
	const char *text = "(assert (str.>= s s))";
	DROP(text_context) struct text_context s = {0};
	DROP(message) struct message c = {0};

	text_context_init(&s, text, strlen(text), 9);
	message_init(&c, &s);
	assert_false(operators_in_word(&c, &s, s.token));
}
