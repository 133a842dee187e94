/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "advice/slips/mistakes.h"
#include "base/alloc.h"
#include "unit/advice/told.h"

/* clang-format off */
static const struct told_case says_cases[] = {
	{"(assert (and (> x 0) (y < 5)))",
		"no arguments supplied to arithmetical operator",
		1, 24,
		{"operator `<`"}},
	{"(assert (= r 1e5))",
		NULL, 0, 0,
		{"100000.0"}},
	{"x > 0",
		NULL, 0, 0,
		{"outside of a command"}},
	{"(assert (≤ x 1))",
		NULL, 0, 0,
		{"(<= a b)"}},
};
/* clang-format on */

static void
sees_more_than_libz3_says(void **state)
{
	(void)state;
	TOLD_CHECK_ALL(says_cases);
}

static void
says_nothing_where_it_sees_nothing(void **state)
{
	const char *text = "(assert (> x undefinedz))";
	DROP(text_context) struct text_context s = {0};
	DROP(message) struct message c = {0};

	(void)state;
	text_context_init(&s, text, strlen(text), 13);
	message_init(&c, &s);
	assert_false(mistakes_advise(&c, &s));
	assert_int_equal(c.problem.size, 0);
	assert_int_equal(c.step_count, 0);
}

static void
cuts_the_line_without_the_blanks_around_it(void **state)
{
	const char *text = "one\n\t two three \r\nfour";
	DROP(text_context) struct text_context s = {0};
	struct span line;

	(void)state;
	text_context_init(&s, text, strlen(text), 10);
	line = mistake_line(&s);
	assert_int_equal(line.offset, 6);
	assert_int_equal(line.size, strlen("two three"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sees_more_than_libz3_says),
		cmocka_unit_test(says_nothing_where_it_sees_nothing),
		cmocka_unit_test(cuts_the_line_without_the_blanks_around_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
