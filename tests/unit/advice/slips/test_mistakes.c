#include "unit/unit.h"

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

TEST(sees_more_than_libz3_says)
{
	TOLD_CHECK_ALL(says_cases);
}

TEST(says_nothing_where_it_sees_nothing)
{
	const char *text = "(assert (> x undefinedz))";
	DROP(text_context) struct text_context s = {0};
	DROP(message) struct message c = {0};

	text_context_init(&s, text, strlen(text), 13);
	message_init(&c, &s);
	assert_false(mistakes_advise(&c, &s));
	assert_int_equal(c.problem.size, 0);
	assert_int_equal(c.step_count, 0);
}

TEST(cuts_the_line_without_the_blanks_around_it)
{
	const char *text = "one\n\t two three \r\nfour";
	DROP(text_context) struct text_context s = {0};
	struct span line;

	text_context_init(&s, text, strlen(text), 10);
	line = mistake_line(&s);
	assert_int_equal(line.offset, 6);
	assert_int_equal(line.size, strlen("two three"));
}
