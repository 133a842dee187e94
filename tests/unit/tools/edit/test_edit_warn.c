#include "unit/tools/stage.h"

TEST_WITH(
	a_new_item_is_warned_of_with_item_and_line, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	open_session(x, "a");
	add_item(x, "a", "(declare-const x Int)");
	(void)call_tool(x, "add_item",
		"{\"session\": \"a\", \"content\": \"(assert\\n (> x))\"}");
	answer_accept();
	assert_says(x, "warning: item 1, line 2: `>` has one argument");
	assert_non_null(strstr(member(x, "warnings"), "item 1, line 2"));
}

TEST_WITH(a_variable_that_hides_a_name_is_told_with_its_item, stage_setup,
	stage_teardown)
{
	struct stage *x = *state;

	open_session(x, "a");
	add_item(x, "a", "(declare-const x Int)");
	(void)call_tool(x, "add_item",
		"{\"session\": \"a\", \"content\":"
		" \"(assert (exists ((x Int)) (> x 0)))\"}");
	answer_accept();
	assert_says(x, "hides the `x` that item 0 declares");
}

TEST_WITH(a_name_that_is_taken_is_told, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	open_session(x, "a");
	add_item(x, "a", "(declare-const x Int)");
	(void)call_tool(x, "add_item",
		"{\"session\": \"a\", \"content\":"
		" \"(declare-fun x (Int) Int)\"}");
	answer_accept();
	assert_says(x, "`x` is declared by item 0 too");
	(void)call_tool(x, "add_item",
		"{\"session\": \"a\", \"content\":"
		" \"(declare-fun + (Bool) Int)\"}");
	answer_accept();
	assert_says(x, "`+` is a name of Z3's own");
}

/* The item that is replaced declares the name no more. */
TEST_WITH(
	a_replacement_may_declare_what_it_replaces, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	open_session(x, "a");
	add_item(x, "a", "(declare-const x Int)");
	(void)call_tool(x, "replace_item",
		"{\"session\": \"a\", \"index\": 0, \"content\":"
		" \"(declare-const x Real)\"}");
	answer_accept();
	assert_string_equal(member(x, "warnings"), "");
}

TEST_WITH(an_item_that_only_moves_is_not_warned_of_again, stage_setup,
	stage_teardown)
{
	struct stage *x = *state;

	open_session(x, "a");
	add_item(x, "a", "(declare-const x Int)");
	add_item(x, "a", "(assert (> x))");
	(void)call_tool(x, "edit_model",
		"{\"session\": \"a\", \"edits\":"
		" [{\"op\": \"move\", \"index\": 0, \"to\": 1},"
		"  {\"op\": \"move\", \"index\": 0, \"to\": 1}]}");
	if (stage_job_count > 0)
		answer_accept();
	assert_string_equal(member(x, "warnings"), "");
}

TEST_WITH(what_libz3_saw_is_told_of_the_new_item_only, stage_setup,
	stage_teardown)
{
	struct stage *x = *state;
	struct answer *a = answer_new();

	open_session(x, "a");
	add_item(x, "a", "(declare-const x Int)");
	(void)call_tool(x, "add_item",
		"{\"session\": \"a\", \"content\": \"(assert (= x x))\"}");
	a->done = true;
	a->remarks.at = mem_new(2 * sizeof(a->remarks.at[0]));
	a->remarks.at[0] = (struct answer_remark_at){ANSWER_REMARK_TRUE, 2};
	a->remarks.at[1] = (struct answer_remark_at){ANSWER_REMARK_FALSE, 1};
	a->remarks.count = 2;
	answer(a);
	assert_says(x, "item 1, line 1: this assertion is true whatever");
	assert_null(strstr(member(x, "warnings"), "is false"));
}

TEST_WITH(what_the_logic_leaves_out_is_named, stage_setup, stage_teardown)
{
	struct stage *x = *state;
	struct answer *a = answer_new();

	open_session(x, "a");
	add_item(x, "a", "(set-logic QF_LIA)");
	(void)call_tool(x, "add_item",
		"{\"session\": \"a\", \"content\":"
		" \"(assert\\n (forall ((i Int)) (> i 0)))\"}");
	a->done = true;
	a->remarks.at = mem_grow(NULL, 1, sizeof(*a->remarks.at));
	a->remarks.at[0] =
		(struct answer_remark_at){ANSWER_REMARK_BEYOND + 3, 2};
	a->remarks.count = 1;
	answer(a);
	assert_says(x, "item 1, line 1: this uses quantifiers, which the "
		       "logic leaves out");
}

TEST_WITH(items_far_behind_are_looked_at_and_twenty_are_told, stage_setup,
	stage_teardown)
{
	enum { FAR = 1000, MANY = 30 };
	struct stage *x = *state;
	DROP(buf) struct buf json;

	buf_init(&json, LIMIT_MESSAGE);
	open_session(x, "a");
	(void)buf_add_text(&json,
		"{\"session\": \"a\", \"smtlib\": \"(declare-const x Int)");
	for (int i = 0; i < FAR; i++)
		(void)buf_add_text(&json, "(assert (> x 0))");
	for (int i = 0; i < MANY; i++)
		(void)buf_add_text(&json, "(assert (> x))");
	(void)buf_add_text(&json, "\"}");
	(void)call_tool(x, "import_model", json.data);
	answer_accept();
	assert_says(x, "warning: item 1001, line 1: `>` has one argument");
	assert_says(x, "item 1020, line 1");
	assert_says(x, "no more than 20 of these are told");
	assert_null(strstr(x->text, "item 1021, line 1"));
}
