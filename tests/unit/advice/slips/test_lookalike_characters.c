#include "unit/unit.h"

#include "unit/advice/told.h"

/* clang-format off */
static const struct told_case symbol_cases[] = {
	{"(assert (≤ x 1))",
		NULL, 0, 0,
		{"`≤` is no operator",
		"Write (<= a b)"}},
	{"(assert (≥ x 1))",
		NULL, 0, 0,
		{"Write (>= a b)"}},
	{"(assert (≠ x 1))",
		NULL, 0, 0,
		{"Write (distinct a b)"}},
	{"(declare-const z Int)\f",
		NULL, 0, 0,
		{"column 22: a control character (U+000C) stands here",
		"Replace it by a blank"}},
	{"(assert (∧ p p))",
		NULL, 0, 0,
		{"Write (and p q)"}},
	{"(assert (∨ p p))",
		NULL, 0, 0,
		{"Write (or p q)"}},
	{"(assert (¬ p))",
		NULL, 0, 0,
		{"Write (not p)"}},
	{"(assert (→ p p))",
		NULL, 0, 0,
		{"Write (=> p q)"}},
	{"(assert (= (× x 2) 4))",
		NULL, 0, 0,
		{"Write (* a b)"}},
	{"(assert (= x − 1))",
		NULL, 0, 0,
		{"plain hyphen"}},
};
/* clang-format on */

TEST(names_the_ascii_operator_for_a_symbol)
{
	TOLD_CHECK_ALL(symbol_cases);
}

/* clang-format off */
static const struct told_case in_cases[] = {
	{"(assert (= s “abc”))",
		NULL, 0, 0,
		{"typographic quote",
		"plain double quote"}},
	{"(assert (> x 0))",
		NULL, 0, 0,
		{"no-break space (U+00A0)",
		"Replace it by a blank"}},
	{"(assert (> x 0)​)",
		NULL, 0, 0,
		{"invisible character (U+200B)",
		"Delete it"}},
	{"(assert (and (> x 0) …))",
		NULL, 0, 0,
		{"left out",
		"Write out what it stands for"}},
	{"(assert (&lt; x 5))",
		NULL, 0, 0,
		{"HTML entities",
		"begins a comment",
		"Write < for &lt;"}},
	{"(assert (> x 0))\\n(assert p)",
		NULL, 0, 0,
		{"escaped twice",
		"line break is \\n"}},
	{"(assert (= größe 1))",
		NULL, 0, 0,
		{"`ö` cannot stand here",
		"|größe|"}},
};
/* clang-format on */

TEST(knows_what_word_processors_and_chats_put_in)
{
	TOLD_CHECK_ALL(in_cases);
}

/* clang-format off */
static const struct told_case commas_cases[] = {
	{"(assert (= s 'abc'))",
		NULL, 0, 0,
		{"`'` is no quote",
		"For a String write \"abc\""}},
	{"(assert (= a[1] 1))",
		NULL, 0, 0,
		{"`a[1]` is no way to read an array",
		"Write (select a 1)"}},
	{"(assert (= a[x] 1))",
		NULL, 0, 0,
		{"Write (select a x)",
		"(store a x VALUE)"}},
	{"(assert (= a[] 1))",
		NULL, 0, 0,
		{"`[` is no parenthesis"}},
	{"(assert {> x 0})",
		NULL, 0, 0,
		{"`{` is no parenthesis",
		"round parentheses"}},
	{"(declare-fun q [Int] Int)",
		NULL, 0, 0,
		{"`[` is no parenthesis"}},
	{"(assert (and (= x 1), (> x 0)))",
		"unknown constant ,",
		1, 20,
		{"a comma stands between",
		"Delete the comma"}},
	{"(declare-fun q (Int, Int) Int)",
		"Parsing function declaration. Expecting sort list '(':"
		" unknown sort 'Int,'",
		1, 16,
		{"a comma stands between"}},
	{"(assert (> x 0)) \\",
		NULL, 0, 0,
		{"a backslash cannot stand here"}},
};
/* clang-format on */

TEST(knows_foreign_quotes_brackets_and_commas)
{
	TOLD_CHECK_ALL(commas_cases);
}

/* clang-format off */
static const struct told_case comments_cases[] = {
	{"(assert (= x 1)) # comment",
		NULL, 0, 0,
		{"`#` begins no comment",
		"Write ; in the place of #"}},
	{"(assert (= x 1)) // comment",
		NULL, 0, 0,
		{"`//` begins no comment"}},
	{"(assert (= x 1)) -- comment",
		NULL, 0, 0,
		{"`--` begins no comment"}},
	{"/* comment */\n(assert (= x 1))",
		NULL, 0, 0,
		{"`/*` begins no comment",
		"line 1, column 1"}},
};
/* clang-format on */

TEST(knows_foreign_comments)
{
	TOLD_CHECK_ALL(comments_cases);
}
