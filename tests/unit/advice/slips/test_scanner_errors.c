#include "unit/unit.h"

#include "unit/advice/told.h"

/* clang-format off */
static const struct told_case texts_cases[] = {
	{"(assert (and (> x 0) (> y 0))",
		NULL, 0, 0,
		{"parentheses are unbalanced",
		"(assert ...)",
		"1 \")\" is missing at the end"}},
	{"(assert (> x 0)))",
		NULL, 0, 0,
		{"closes nothing",
		"column 17"}},
	{"(assert (= x 1)\n(assert (= y 2))",
		NULL, 0, 0,
		{"before line 2"}},
	{"(assert (> x 0);",
		NULL, 0, 0,
		{"hides a `)` in a comment"}},
	{"(assert (= s \"abc))",
		NULL, 0, 0,
		{"the string that begins here has no end",
		"doubled"}},
	{"(assert (= x |0))",
		NULL, 0, 0,
		{"quoted name",
		"(or p q)"}},
};
/* clang-format on */

TEST(explains_unbalanced_texts)
{
	TOLD_CHECK_ALL(texts_cases);
}

/* clang-format off */
static const struct told_case commands_cases[] = {
	{"(asert p)",
		NULL, 0, 0,
		{"no command `asert`",
		"Did you mean `assert`?",
		"silently ignore"}},
	{"(maximise x)",
		NULL, 0, 0,
		{"(maximize TERM)"}},
	{"(declare z Int)",
		NULL, 0, 0,
		{"(declare-const NAME SORT)"}},
	{"(defun g (n) n)",
		NULL, 0, 0,
		{"define-fun"}},
	{"(declare-enum Color (red green))",
		NULL, 0, 0,
		{"(declare-datatype Color"}},
	{"(assert_not p)",
		NULL, 0, 0,
		{"(assert (not TERM))"}},
	{"(and p (> x 0))",
		NULL, 0, 0,
		{"a term stands where a command is due",
		"Write (assert (and p (> x 0)))"}},
	{"(> x 0)",
		NULL, 0, 0,
		{"Write (assert (> x 0))"}},
	{"(push 1)",
		NULL, 0, 0,
		{"`push` is not allowed in an item"}},
	{"(set-option produce-models true)",
		NULL, 0, 0,
		{"begins with a colon"}},
};
/* clang-format on */

TEST(explains_commands)
{
	TOLD_CHECK_ALL(commands_cases);
}

/* clang-format off */
static const struct told_case emptiness_cases[] = {
	{"(declare-const q (_ BitVec 4294967295))",
		NULL, 0, 0,
		{"a limit is exceeded",
		"65536"}},
	{"; only a comment",
		NULL, 0, 0,
		{"no command to keep",
		"(declare-const x Int)"}},
	{"(check-sat)",
		NULL, 0, 0,
		{"no command to keep",
		"solve_model does this"}},
	{"",
		NULL, 0, 0,
		{"no command to keep"}},
};
/* clang-format on */

TEST(explains_limits_and_emptiness)
{
	TOLD_CHECK_ALL(emptiness_cases);
}

TEST(gives_a_limit_a_code_of_its_own)
{
	static const struct told_case wide = {
		"(declare-const q (_ BitVec 4294967295))", NULL, 0, 0, {NULL}};
	static const struct told_case open = {"(assert", NULL, 0, 0, {NULL}};
	struct err e = {0};

	told(&wide, &e);
	assert_int_equal(e.code, ERR_LIMIT);
	told(&open, &e);
	assert_int_equal(e.code, ERR_TEXT);
}

TEST(explains_bytes_that_are_no_text)
{
	static const struct told_case bad = {"(assert (= s \"\xff\"))", NULL, 0,
		0, {"not valid text", "0xff", "(assert (= s \"?\"))"}};

	told_check(&bad);
}

TEST(tells_a_script_what_to_send)
{
	struct advice_place where = told_place("");
	const struct diagnostic fault = {.kind = DIAGNOSTIC_EMPTY,
		.line = 1,
		.column = 1,
		.what = "empty"};
	struct err e = {0};

	where.what = "the smtlib text";
	where.is_script = true;
	assert_false(advice_fault(&fault, &where, &e));
	assert_non_null(strstr(e.text, "The smtlib text: it holds no command"));
	assert_non_null(strstr(e.text, "Nothing was solved."));
	assert_null(strstr(e.text, "item"));
}
