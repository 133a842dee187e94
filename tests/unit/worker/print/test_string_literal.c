#include "unit/worker/solved.h"

#include "base/alloc.h"
#include "worker/print/string_literal.h"

/* A backslash and what follows is text, whatever it looks like. */
TEST(a_backslash_is_not_taken_for_an_escape)
{
	VALUE_IS("(declare-const s String)(assert (= s \"\\u{5c}u{41}\"))", "s",
		"\"\\\\u{41}\"");
	VALUE_IS("(declare-const s String)(assert (= s \"\\u{5c}u0041\"))", "s",
		"\"\\\\u0041\"");
	VALUE_IS("(declare-const s String)(assert (= s \"\\u{10FFFF}\"))", "s",
		"\"\\\\u{10FFFF}\"");
}

TEST(surrogates_stay_as_they_are_written)
{
	VALUE_IS("(declare-const s String)(assert (= s \"a\\u{d800}\"))", "s",
		"\"a\\\\u{d800}\"");
}

static void
expect_reread(const char *text, const char *expected)
{
	DROP(text) char *read = string_literal_reread(text);

	assert_string_equal(read, expected);
}

TEST(a_text_reads_back_as_what_it_is)
{
	expect_reread("(= s \"q\\u{41}\")", "(= s \"q\\u{5c}u{41}\")");
	expect_reread("(= s \"\\u0041\")", "(= s \"\\u{5c}u0041\")");
	expect_reread("(= s \"\\u{1f600}\\x41\\\\\")",
		"(= s \"\\u{1f600}\\x41\\\\\")");
	expect_reread("(= |\\u{41}| \"a\"\"\\u{41}\")",
		"(= |\\u{41}| \"a\"\"\\u{5c}u{41}\")");
}

SOLVED_TEST(a_solution_reads_back_as_what_it_is,
	"(declare-const s String)"
	"(assert (= s \"\\u{5c}u{41}\"))")
{
	assert_non_null(strstr(answer_last(a)->model, "\"\\u{5c}u{41}\""));
}

TEST_GROUP(solved_begin, NULL)
