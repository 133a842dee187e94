#include "unit/unit.h"

#include "advice/advice.h"

#include <string.h>

static const char lines[] = "- item 1 uses x\n";

TEST(says_what_would_break_and_the_ways_out)
{
	const struct advice_break b = {"deleted", 0, "x"};
	struct err e = {0};

	assert_false(advice_dependents(&b, 2, lines, &e));
	assert_int_equal(e.code, ERR_TEXT);
	assert_non_null(strstr(e.text,
		"Item 0 \"x\" cannot be deleted: 2 other items would no "
		"longer be accepted.\n"
		"- item 1 uses x\n"
		"What to do:\n1. "));
	assert_non_null(strstr(e.text, "cascade: true"));
	assert_non_null(strstr(e.text, "Nothing was changed."));
}

TEST(offers_cascade_for_a_delete_only)
{
	const struct advice_break b = {"replaced", 0, NULL};
	struct err e = {0};

	assert_false(advice_dependents(&b, 1, lines, &e));
	assert_non_null(strstr(e.text,
		"Item 0 cannot be replaced: 1 other item would no longer"));
	assert_null(strstr(e.text, "cascade"));
	assert_non_null(strstr(e.text, "Declare the same names"));
}

TEST(speaks_of_a_new_item_without_a_number)
{
	const struct advice_break b = {"inserted", -1, NULL};
	struct err e = {0};

	assert_false(advice_dependents(&b, 1, lines, &e));
	assert_non_null(strstr(e.text, "The new item cannot be inserted"));
	assert_non_null(strstr(e.text, "Use another name"));
}
