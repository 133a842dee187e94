#include "unit/unit.h"

#include <stdio.h>
#include <string.h>

#include "advice/advice.h"
#include "smt/rules/command_policy.h"

/*
 * Mistakes and what the message about each must hold. The libz3 lines are what
 * 4.8.12 says when these declarations stand on a line before the text:
 *
 * (declare-const x Int) (declare-const y Int) (declare-const r Real)
 * (declare-const p Bool) (declare-const s String) (declare-const b8 (_ BitVec
 * 8)) (declare-const b16 (_ BitVec 16)) (declare-const a (Array Int Int))
 * (declare-fun f (Int) Int)
 */

struct told_case {
	const char *text;
	const char *words; /* libz3's; NULL: our scanner finds the fault */
	unsigned line;	   /* libz3's: from 1 */
	unsigned column;   /* libz3's: bytes, from 0 */
	const char *holds[4];
};

static const struct advice_symbol told_symbols[] = {
	{"x", "Int"},
	{"y", "Int"},
	{"r", "Real"},
	{"p", "Bool"},
	{"s", "String"},
	{"b8", "(_ BitVec 8)"},
	{"b16", "(_ BitVec 16)"},
	{"a", "(Array Int Int)"},
	{"f", "(Int) Int"},
};

static struct advice_place
told_place(const char *text)
{
	return (struct advice_place){
		.text = text,
		.size = strlen(text),
		.what = "the new item",
		.index = -1,
		.symbols = told_symbols,
		.symbol_count = sizeof(told_symbols) / sizeof(*told_symbols),
	};
}

/* The message, in *e. */
static void
told(const struct told_case *c, struct err *e)
{
	struct advice_place where = told_place(c->text);
	struct admitted_text ignored = {0};
	struct diagnostic fault = {.kind = DIAGNOSTIC_SOLVER};

	if (c->words == NULL) {
		if (command_policy_item(
			    c->text, where.size, &ignored, &fault)) {
			admitted_text_release(&ignored);
			fail_msg("%s: the scanner accepts it", c->text);
		}
	} else {
		fault.line = c->line;
		fault.column = c->column + 1;
		(void)snprintf(fault.what, sizeof(fault.what), "%s", c->words);
	}
	assert_false(advice_fault(&fault, &where, e));
}

/* Twelve lines are enough to say anything; more is not read. */
static void
told_check(const struct told_case *c)
{
	struct err e = {0};
	const char *at;
	size_t lines = 1;

	told(c, &e);
	for (size_t i = 0; i < 4 && c->holds[i] != NULL; i++)
		if (strstr(e.text, c->holds[i]) == NULL)
			fail_msg("%s: the message lacks \"%s\":\n%s", c->text,
				c->holds[i], e.text);
	for (at = e.text; (at = strchr(at, '\n')) != NULL; at++)
		lines++;
	if (lines > 12)
		fail_msg("%s: %zu lines:\n%s", c->text, lines, e.text);
}

#define TOLD_CHECK_ALL(cases) \
	for (size_t i_ = 0; i_ < sizeof(cases) / sizeof(*(cases)); i_++) \
	told_check(&(cases)[i_])

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

TEST(sentences_of_libz3_have_a_meaning)
{
	static const struct {
		const char *words;
		enum advice_z3 meaning;
		const char *name;
	} rows[] = {
		{"unknown constant y", ADVICE_Z3_UNKNOWN_NAME, "y"},
		{"unknown constant f (Int) \ndeclared: (declare-fun f ())",
			ADVICE_Z3_UNKNOWN_NAME, "f"},
		{"invalid sorted variables: unknown sort 'Colour'",
			ADVICE_Z3_UNKNOWN_NAME, "Colour"},
		{"invalid assert command, term is not Boolean",
			ADVICE_Z3_NOT_BOOL, ""},
		{"(memout)", ADVICE_Z3_MEMORY, ""},
		{"out of memory", ADVICE_Z3_MEMORY, ""},
		{"(incomplete quantifiers)", ADVICE_Z3_OTHER, ""},
		{"", ADVICE_Z3_OTHER, ""},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct slice name;

		assert_int_equal(
			advice_z3(rows[i].words, &name), rows[i].meaning);
		assert_true(slice_is(name, rows[i].name));
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
