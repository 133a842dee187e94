#include "unit/unit.h"

#include "advice/z3/z3_errors.h"

#include <string.h>

#include "unit/advice/told.h"

static bool
is(struct sort_text capture, const char *text)
{
	return capture.size == strlen(text) &&
	       memcmp(capture.text, text, capture.size) == 0;
}

TEST(catches_what_the_stars_stand_for)
{
	struct sort_text parts[CAPTURES] = {{0}};

	assert_true(z3_errors_matches("Sorts * and * are incompatible",
		"Sorts Int and (Array Int Int) are incompatible", parts));
	assert_true(is(parts[0], "Int"));
	assert_true(is(parts[1], "(Array Int Int)"));
}

TEST(lets_a_last_star_take_the_rest)
{
	struct sort_text parts[CAPTURES] = {{0}};

	assert_true(
		z3_errors_matches("unknown *", "unknown constant x", parts));
	assert_true(is(parts[0], "constant x"));
	assert_true(z3_errors_matches("unknown *", "unknown ", parts));
	assert_true(is(parts[0], ""));
}

TEST(lets_a_first_star_take_the_beginning)
{
	struct sort_text parts[CAPTURES] = {{0}};

	assert_true(z3_errors_matches("*unknown sort '*'",
		"Invalid constant declaration: unknown sort 'int'", parts));
	assert_true(is(parts[1], "int"));
	assert_true(z3_errors_matches(
		"*unknown sort '*'", "unknown sort 'x'", parts));
}

TEST(fits_from_the_beginning_of_the_words)
{
	struct sort_text parts[CAPTURES] = {{0}};

	assert_true(z3_errors_matches("abc", "abcdef", parts));
	assert_false(z3_errors_matches("bc", "abc", parts));
	assert_false(z3_errors_matches("a*z", "abc", parts));
	assert_false(z3_errors_matches("abcd", "abc", parts));
}

TEST(tells_words_that_no_table_has_as_they_are)
{
	static const struct told_case strange = {"(assert (let ((z 1)) z))",
		"a grue is\nlikely to eat you", 1, 22,
		{"Z3 does not accept this: a grue is likely to eat you.",
			"`let` is written (let ((NAME TERM) ...) BODY)",
			"Check the form (let ((z 1)) z)"}};

	told_check(&strange);
}

TEST(shows_no_line_for_words_without_a_place)
{
	static const struct told_case nowhere = {"(assert p)",
		"max. memory exceeded", 0, 0,
		{"The new item: Z3 does not accept this: max. memory "
		 "exceeded.\n"}};

	told_check(&nowhere);
}
