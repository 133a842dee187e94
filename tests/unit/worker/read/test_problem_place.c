#include "unit/smt/built.h"

TEST(a_place_leads_back_to_the_script)
{
	const char *text = "(declare-const x Int)   (assert\n (> x yy))";
	DROP(built) struct built b;
	struct diagnostic fault = {0};
	const struct problem_part *part;

	build(&b, text, CONSTANTS_NONE);
	/* yy is at byte 6 of the third line of the problem's text. */
	part = problem_place(&b.problem, 3, 6, &fault);
	assert_non_null(part);
	assert_int_equal(part->kind, PART_ASSERTION);
	assert_int_equal(fault.offset, strstr(text, "yy") - text);
	assert_int_equal(fault.line, 2);
	assert_int_equal(fault.column, 7);
}

TEST(a_place_in_a_wrapped_term_leads_to_the_term)
{
	const char *text = "(declare-const x Int)\n\n  (minimize (+ x yy))";
	DROP(built) struct built b;
	struct diagnostic fault = {0};

	build(&b, text, CONSTANTS_NONE);
	assert_non_null(problem_place(&b.problem, 3, 5, &fault));
	assert_int_equal(fault.line, 3);
	assert_int_equal(fault.offset, strstr(text, "yy") - text);
}

TEST(a_place_past_the_end_is_in_the_last_part)
{
	DROP(built) struct built b;
	struct diagnostic fault = {0};

	build(&b, "(assert true)", CONSTANTS_NONE);
	assert_non_null(problem_place(&b.problem, 99, 99, &fault));
	assert_int_equal(fault.line, 1);
}

TEST(an_empty_problem_has_no_place)
{
	DROP(built) struct built b;
	struct diagnostic fault = {0};

	build(&b, "", CONSTANTS_NONE);
	assert_null(problem_place(&b.problem, 1, 0, &fault));
}

TEST(places_are_found_in_any_order)
{
	const char *text = "(assert a)\n\n(assert\n b)\n(assert c)";
	DROP(built) struct built b;
	struct diagnostic fault = {0};

	build(&b, text, CONSTANTS_NONE);
	for (int i = 0; i < 2; i++) {
		assert_non_null(problem_place(&b.problem, 4, 8, &fault));
		assert_int_equal(fault.line, 5);
		assert_int_equal(fault.column, 9);
		assert_non_null(problem_place(&b.problem, 1, 8, &fault));
		assert_int_equal(fault.line, 1);
		assert_non_null(problem_place(&b.problem, 3, 1, &fault));
		assert_int_equal(fault.line, 4);
		assert_int_equal(fault.column, 2);
	}
}

/* Each of them from the beginning would take minutes. */
TEST(two_hundred_thousand_places_are_found_in_a_moment)
{
	enum { LINES = 200000 };
	DROP(built) struct built b;
	DROP(buf) struct buf text;
	struct diagnostic fault = {0};

	buf_init(&text, 20 * LINES);
	for (int i = 0; i < LINES; i++)
		buf_add_text(&text, "(assert a)\n");
	build(&b, text.data, CONSTANTS_NONE);
	for (unsigned i = 1; i <= LINES; i++) {
		assert_non_null(problem_place(&b.problem, i, 8, &fault));
		assert_int_equal(fault.line, i);
	}
}
