#include "unit/unit.h"

#include "advice/advice.h"

#include <string.h>

static const char *const uses_x[] = {"x"};
static const char *const uses_many[] = {"a", "b", "c", "d", "e", "f", "g", "h"};

TEST(names_the_items_and_what_they_use)
{
	const struct advice_user users[] = {
		{1, NULL, uses_x, 1}, {4, "sum", uses_x, 1}};
	const struct advice_break b = {"deleted", 0, "x", users, 2};
	struct err e = {0};

	assert_false(advice_dependents(&b, &e));
	assert_int_equal(e.code, ERR_TEXT);
	assert_non_null(strstr(e.text,
		"Item 0 \"x\" cannot be deleted: 2 other items would no "
		"longer be accepted.\n"
		"- item 1 uses x\n"
		"- item 4 \"sum\" uses x\n"));
	assert_non_null(strstr(e.text, "cascade: true"));
	assert_non_null(strstr(e.text, "Nothing was changed."));
}

TEST(names_what_an_item_declares_once_more)
{
	const struct advice_user users[] = {
		{1, NULL, uses_x, 1, .declares = true}};
	const struct advice_break b = {"inserted", -1, NULL, users, 1};
	struct err e = {0};

	assert_false(advice_dependents(&b, &e));
	assert_non_null(strstr(e.text, "- item 1 declares x, too\n"));
}

TEST(offers_cascade_for_a_delete_only)
{
	const struct advice_user users[] = {{1, NULL, uses_x, 1}};
	const struct advice_break b = {"replaced", 0, NULL, users, 1};
	struct err e = {0};

	assert_false(advice_dependents(&b, &e));
	assert_non_null(strstr(e.text,
		"Item 0 cannot be replaced: 1 other item would no longer"));
	assert_null(strstr(e.text, "cascade"));
	assert_non_null(strstr(e.text, "Declare the same names"));
}

TEST(speaks_of_a_new_item_without_a_number)
{
	const struct advice_user users[] = {{1, NULL, NULL, 0}};
	const struct advice_break b = {"inserted", -1, NULL, users, 1};
	struct err e = {0};

	assert_false(advice_dependents(&b, &e));
	assert_non_null(strstr(e.text, "The new item cannot be inserted"));
	assert_non_null(strstr(e.text, "- item 1\n"));
	assert_non_null(strstr(e.text, "Use another name"));
}

TEST(counts_what_is_too_much_to_name)
{
	struct advice_user users[15];
	const struct advice_break b = {"deleted", 0, NULL, users, 15};
	struct err e = {0};
	size_t i;

	for (i = 0; i < 15; i++)
		/* cppcheck-suppress unreadVariable ; `b` points at it */
		users[i] = (struct advice_user){i + 1, NULL, uses_many, 8};
	assert_false(advice_dependents(&b, &e));
	assert_non_null(strstr(e.text, "15 other items"));
	assert_non_null(strstr(e.text, "- and 5 more items\n"));
	assert_non_null(strstr(e.text, "uses a, b, c, d, e, f and 2 more\n"));
	assert_null(strstr(e.text, "item 11"));
}
