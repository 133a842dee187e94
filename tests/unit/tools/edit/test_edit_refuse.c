#include "unit/tools/stage.h"

STAGE_TEST(a_fault_is_placed_inside_of_the_new_item)
{
	OPEN_WITH(x, "(declare-const x Int)");
	propose(x, "(assert (> x 0))\\n(assert (> y 0))");
	answer_fault(3, 12, "unknown constant y");
	assert_refused_with(x, "The new item, line 2, column 12",
		"(assert (> y 0))", "Nothing was changed");
}

STAGE_TEST(a_fault_of_a_replacement_names_the_item)
{
	OPEN_WITH(x, "(declare-const x Int)");
	call_in(x, "replace_item",
		"'index': 0, 'content': '(declare-const x Imt)'");
	answer_fault(1, 18, "unknown sort 'Imt'");
	assert_refused_with(x, "content of item 0", "Int");
}

STAGE_TEST(all_faults_of_new_items_are_told)
{
	const unsigned lines[] = {1, 2, 3, 0};

	OPEN_WITH(x, "(declare-const x Int)");
	call_in(x, "edit_model",
		"'edits': [{'op': 'add', 'content': '(assert a)\\n"
		"(assert b)'},{'op': 'add', 'content': '(assert c)'}]");
	answer_faults(lines, 9, "no such thing");
	assert_refused_with(x, "The new item of edits[0], line 1, column 9",
		"Also refused:\n- The new item of edits[0], "
		"line 2, column 9: ",
		"likewise the new item of edits[1], line 1");
}

STAGE_TEST(a_fault_that_is_nowhere_is_said_as_it_is)
{
	open_session(x, "a");
	propose(x, "(declare-const x Int)");
	answer_fault(0, 0, "something odd");
	assert_refused_with(x, "something odd", "Nothing was changed");
}

static void
expect_refusal(struct stage *x, enum outcome outcome, const char *piece)
{
	propose(x, "(declare-const x Int)");
	answer_outcome(outcome);
	assert_refused_with(x, piece);
	assert_null(strstr(x->text, "timeout_ms"));
}

STAGE_TEST(a_check_that_does_not_end_well_is_a_refusal)
{
	open_session(x, "a");
	expect_refusal(x, OUTCOME_TIMEOUT, "within 5000 ms");
	expect_refusal(x, OUTCOME_MEMORY, "--memory-mb");
	expect_refusal(x, OUTCOME_CRASH, "Z3 crashed on the new item");
	expect_refusal(x, OUTCOME_FAULT, "Satchel itself failed");
	expect_refusal(x, OUTCOME_GARBLED, "Satchel itself failed");
	expect_refusal(x, OUTCOME_JAIL, "stopped on the new item");
	expect_refusal(x, OUTCOME_TOO_LARGE, "the new item");
	expect_refusal(x, OUTCOME_NO_WORKER, "satchel doctor");
	call_in(x, "get_model", "");
	assert_int_equal(number(x, "revision"), 0);
}

STAGE_TEST(a_delete_that_cannot_be_checked_says_what_was_checked)
{
	OPEN_WITH(x, "(declare-const x Int)", "(assert (> x 0))");
	call_in(x, "delete_item", "'index': 0");
	answer_outcome(OUTCOME_TIMEOUT);
	assert_refused_with(x, "the model without item 0");
}
