/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "advice/z3/z3_errors.h"

#include <string.h>

#include "unit/advice/told.h"

static bool
is(struct sort_text capture, const char *text)
{
	return capture.size == strlen(text) &&
	       memcmp(capture.text, text, capture.size) == 0;
}

static void
catches_what_the_stars_stand_for(void **state)
{
	struct sort_text parts[CAPTURES] = {{0}};

	(void)state;
	assert_true(z3_errors_matches("Sorts * and * are incompatible",
		"Sorts Int and (Array Int Int) are incompatible", parts));
	assert_true(is(parts[0], "Int"));
	assert_true(is(parts[1], "(Array Int Int)"));
}

static void
lets_a_last_star_take_the_rest(void **state)
{
	struct sort_text parts[CAPTURES] = {{0}};

	(void)state;
	assert_true(z3_errors_matches("unknown *", "unknown constant x", parts));
	assert_true(is(parts[0], "constant x"));
	assert_true(z3_errors_matches("unknown *", "unknown ", parts));
	assert_true(is(parts[0], ""));
}

static void
lets_a_first_star_take_the_beginning(void **state)
{
	struct sort_text parts[CAPTURES] = {{0}};

	(void)state;
	assert_true(z3_errors_matches("*unknown sort '*'",
		"Invalid constant declaration: unknown sort 'int'", parts));
	assert_true(is(parts[1], "int"));
	assert_true(z3_errors_matches(
		"*unknown sort '*'", "unknown sort 'x'", parts));
}

static void
fits_from_the_beginning_of_the_words(void **state)
{
	struct sort_text parts[CAPTURES] = {{0}};

	(void)state;
	assert_true(z3_errors_matches("abc", "abcdef", parts));
	assert_false(z3_errors_matches("bc", "abc", parts));
	assert_false(z3_errors_matches("a*z", "abc", parts));
	assert_false(z3_errors_matches("abcd", "abc", parts));
}

static void
tells_words_that_no_table_has_as_they_are(void **state)
{
	static const struct told_case strange = {"(assert (let ((z 1)) z))",
		"a grue is\nlikely to eat you", 1, 22,
		{"Z3 does not accept this: a grue is likely to eat you.",
			"`let` is written (let ((NAME TERM) ...) BODY)",
			"Check the form (let ((z 1)) z)"}};

	(void)state;
	told_check(&strange);
}

static void
shows_no_line_for_words_without_a_place(void **state)
{
	static const struct told_case nowhere = {"(assert p)",
		"max. memory exceeded", 0, 0,
		{"The new item: Z3 does not accept this: max. memory "
		 "exceeded.\n"}};

	(void)state;
	told_check(&nowhere);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(catches_what_the_stars_stand_for),
		cmocka_unit_test(lets_a_last_star_take_the_rest),
		cmocka_unit_test(lets_a_first_star_take_the_beginning),
		cmocka_unit_test(fits_from_the_beginning_of_the_words),
		cmocka_unit_test(tells_words_that_no_table_has_as_they_are),
		cmocka_unit_test(shows_no_line_for_words_without_a_place),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
