#include "unit/tools/stage.h"

TEST_WITH(
	an_added_item_is_told_with_number_and_name, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	open_session(x, "a");
	(void)call_tool(x, "add_item",
		"{\"session\": \"a\", \"content\": \"(declare-const x Int)\","
		" \"name\": \"ex\"}");
	answer_accept();
	assert_string_equal(
		member(x, "message"), "\"Added item 0 \\\"ex\\\".\"");
	assert_string_equal(x->text,
		"Added item 0 \"ex\".\nSession a, revision 1, 1 item.\n");
	assert_string_equal(member(x, "renumbered"), "");
	assert_string_equal(member(x, "warnings"), "");
}

TEST_WITH(an_inserted_item_renumbers_the_others, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	open_session(x, "a");
	add_item(x, "a", "(declare-const x Int)");
	add_item(x, "a", "(declare-const y Int)");
	(void)call_tool(x, "add_item",
		"{\"session\": \"a\", \"content\": \"(declare-const z Int)\","
		" \"index\": 0}");
	answer_accept();
	assert_string_equal(
		member(x, "renumbered"), "\"items 0..1 are now 1..2\"");
	assert_says(x, "Renumbered: items 0..1 are now 1..2\n");
}

TEST_WITH(a_cleared_model_says_how_much_it_held, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	open_session(x, "a");
	add_item(x, "a", "(declare-const x Int)");
	add_item(x, "a", "(declare-const y Int)");
	(void)call_tool(x, "clear_model", "{\"session\": \"a\"}");
	assert_says(x, "Removed all 2 items.");
}

TEST_WITH(a_cascade_tells_what_went_along, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	open_session(x, "a");
	add_item(x, "a", "(declare-const x Int)");
	add_item(x, "a", "(assert (> x 0))");
	add_item(x, "a", "(assert (> x 1))");
	(void)call_tool(x, "delete_item",
		"{\"session\": \"a\", \"index\": 0, \"cascade\": true,"
		" \"dry_run\": true}");
	answer_fault(1, 12, "unknown constant x");
	assert_says(x, "Would delete item 0 and the 2 that depended on it: "
		       "item 1, item 2.");
	assert_string_equal(member(x, "deleted"), "[0,1,2]");
	assert_int_equal(number(x, "items"), 3);
}
