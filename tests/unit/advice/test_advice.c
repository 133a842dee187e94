#include "unit/unit.h"

#include "unit/advice/told.h"

TEST(says_everything_in_a_fixed_order)
{
	static const struct told_case c = {"(assert\n  (> x limt))",
		"unknown constant limt", 2, 7, {NULL}};
	struct err e = {0};

	told(&c, &e);
	assert_int_equal(e.code, ERR_TEXT);
	assert_string_equal(e.text,
		"The new item, line 2, column 8: `limt` is not known.\n"
		"   2 |   (> x limt))\n"
		"     |        ^~~~\n"
		"Cause: nothing of this name is declared before this place.\n"
		"What to do:\n"
		"1. Declare it first: (declare-const limt Int), with the sort "
		"it has.\n"
		"2. Or use a declared name: x, y, r, p, s, b8, b16, a.\n"
		"Nothing was changed.");
}

TEST(counts_libz3s_bytes_and_shows_characters)
{
	static const struct told_case c = {
		"(assert (= s \"\xc3\xa9\xc3\xa9\" zz))", "unknown constant zz",
		1, 20,
		{"line 1, column 19", "(assert (= s \"\xc3\xa9\xc3\xa9\" zz))\n"
				      "     |                   ^~\n"}};

	told_check(&c);
}

/* These words of libz3's at every place. */
static void
survive(const char *text, const char *words)
{
	for (unsigned at = 0; at < 12; at++) {
		const struct told_case c = {text, words, at % 3, at, {NULL}};
		struct err e = {0};

		told(&c, &e);
		if (strlen(e.text) < 20)
			fail_msg("%s: %s: %s", text, words, e.text);
	}
}

TEST(survives_any_place_and_any_words)
{
	static const char *const texts[] = {"", "(", ")", "(((", "\"", "|",
		"(assert", "\xff", "(_ ", "(a)(b", "((_ x", "(let ((z", "'",
		"[", "#", "1e", "(f", "((", "(!", "\\", "0x", ","};
	static const char *const words[] = {"", "unknown constant ",
		"unknown constant x (", "unknown constant x (Int) declared: (",
		"unknown sort '", "unknown sort 'x'",
		"invalid function application, arguments missing",
		"Sorts  and  are incompatible",
		"Sort mismatch at argument #9 for function (declare-fun f (",
		("Sort mismatch at argument #0 for function (declare-fun f () "
		 "Int) supplied sort is Bool"),
		("Argument x at position 4294967295 does not match declaration "
		 "(declare-fun f (Int) Int)"),
		"invalid assert command, term is not Boolean",
		"invalid function/constant definition, sort mismatch",
		"invalid let declaration, '(' expected",
		"operator is applied to arguments of the wrong sort",
		"invalid expression, '(' or symbol expected",
		"invalid assert command, ')' expected", "*", "{1} %s %n"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		for (size_t j = 0; j < sizeof(words) / sizeof(*words); j++)
			survive(texts[i], words[j]);
	}
}

TEST(quotes_a_huge_token_in_part)
{
	static char text[100000];
	struct advice_place where;
	struct err e = {0};
	struct diagnostic fault = {.kind = DIAGNOSTIC_SOLVER,
		.line = 1,
		.column = 9,
		.what = "unknown constant aaa"};

	memset(text, 'a', sizeof(text) - 1);
	memcpy(text, "(assert ", 8);
	text[sizeof(text) - 2] = ')';
	where = told_place(text);
	assert_false(advice_fault(&fault, &where, &e));
	assert_true(strlen(e.text) < 1200);
	assert_non_null(strstr(e.text, "aaa...` is not known"));
}
