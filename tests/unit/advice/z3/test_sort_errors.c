#include "unit/unit.h"

#include "advice/z3/sort_errors.h"

#include <string.h>

#include "base/alloc.h"

static struct sort_text
sort_text(const char *text)
{
	return (struct sort_text){text, strlen(text)};
}

static const char *
steps(struct message *c, const char *term, const char *due, const char *given)
{
	struct text_context s;

	text_context_init(&s, term, strlen(term), 0);
	message_init(c, &s);
	sort_errors_advise(c, &s, sort_text(due), sort_text(given));
	text_context_release(&s);
	return c->steps.data;
}

TEST(reads_a_list_of_sorts)
{
	struct sort_text list = sort_text("Int (Array Int (_ BitVec 8)) Bool");
	struct sort_text sort;

	assert_int_equal(sort_error_count(list), 3);
	assert_true(sort_error_at(list, 1, &sort));
	assert_true(sort_error_is(sort, sort_text("(Array Int (_ BitVec 8))")));
	assert_false(sort_error_at(list, 3, &sort));
	assert_int_equal(sort_error_count(sort_text("")), 0);
}

TEST(stops_at_the_end_of_the_enclosing_list)
{
	assert_int_equal(sort_error_count(sort_text("Int Int) Bool")), 2);
}

TEST(writes_a_literal_with_the_width_that_is_due)
{
	DROP(message) struct message c = {0};

	assert_non_null(
		strstr(steps(&c, "15", "(_ BitVec 6)", "Int"), "(_ bv15 6)"));
}

TEST(counts_the_digits_of_a_literal)
{
	DROP(message) struct message c = {0};
	DROP(message) struct message d = {0};

	assert_non_null(
		strstr(steps(&c, "#x0", "(_ BitVec 12)", "(_ BitVec 4)"),
			"3 digits behind #x, or 12 behind #b"));
	assert_non_null(strstr(steps(&d, "#x0", "(_ BitVec 7)", "(_ BitVec 4)"),
		"7 bits: 7 digits behind #b."));
}

TEST(stretches_the_narrow_side)
{
	DROP(message) struct message c = {0};
	DROP(message) struct message d = {0};

	assert_non_null(strstr(steps(&c, "b", "(_ BitVec 12)", "(_ BitVec 4)"),
		"((_ zero_extend 8) b)"));
	(void)steps(&d, "b", "(_ BitVec 4)", "(_ BitVec 12)");
	assert_non_null(strstr(d.steps.data, "((_ zero_extend 8) OTHER)"));
	assert_non_null(strstr(d.steps.data, "((_ extract 3 0) b)"));
}

TEST(says_something_for_any_two_sorts)
{
	static const char *const sorts[] = {"Bool", "Int", "Real",
		"(_ BitVec 8)", "String", "(_ FloatingPoint 8 24)",
		"(Array Int Int)", "(RegEx String)", "(Seq Int)", "Colour"};
	size_t i, j;

	for (i = 0; i < 10; i++) {
		for (j = 0; j < 10; j++) {
			DROP(message) struct message c = {0};

			(void)steps(&c, "t", sorts[i], sorts[j]);
			if (c.step_count == 0 || c.cause.size == 0)
				fail_msg("%s for %s: no advice", sorts[j],
					sorts[i]);
		}
	}
}

TEST(takes_a_sort_by_its_whole_name)
{
	DROP(message) struct message c = {0};

	(void)steps(&c, "t", "Integral", "Boolean");
	assert_string_equal(
		c.cause.data, "there is no conversion between these two sorts");
}
