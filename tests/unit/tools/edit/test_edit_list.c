#include "unit/tools/stage.h"

TEST_WITH(several_edits_are_one_check_and_one_revision, stage_setup,
	stage_teardown)
{
	struct stage *x = *state;

	open_session(x, "a");
	(void)call_tool(x, "edit_model",
		"{\"session\": \"a\", \"edits\": ["
		"{\"op\": \"add\", \"content\": \"(declare-const x Int)\"},"
		"{\"op\": \"add\", \"content\": \"(assert (> x 0))\"}]}");
	assert_string_equal(stage_jobs[0]->text,
		"(declare-const x Int)\n(assert (> x 0))\n");
	answer_accept();
	assert_int_equal(stage_asked, 1);
	assert_int_equal(number(x, "revision"), 1);
	assert_int_equal(number(x, "items"), 2);
}

TEST_WITH(one_that_cannot_be_made_is_named_and_none_is, stage_setup,
	stage_teardown)
{
	struct stage *x = *state;

	open_session(x, "a");
	(void)call_tool(x, "edit_model",
		"{\"session\": \"a\", \"edits\": ["
		"{\"op\": \"add\", \"content\": \"(declare-const x Int)\"},"
		"{\"op\": \"delete\", \"name\": \"y\"}]}");
	assert_refused_with(x, "edits[1]: there is no item named \"y\"");
	assert_refused_with(x, "Nothing was changed");
	assert_int_equal(stage_asked, 0);
	(void)call_tool(x, "get_model", "{\"session\": \"a\"}");
	assert_int_equal(number(x, "revision"), 0);
}

TEST_WITH(
	one_edit_alone_is_refused_without_a_number, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	open_session(x, "a");
	(void)call_tool(
		x, "delete_item", "{\"session\": \"a\", \"name\": \"y\"}");
	assert_refused_with(x, "there is no item named");
	assert_null(strstr(x->text, "edits["));
}

TEST_WITH(warnings_say_which_edit_they_are_about, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	open_session(x, "a");
	(void)call_tool(x, "edit_model",
		"{\"session\": \"a\", \"edits\": ["
		"{\"op\": \"add\", \"content\": \"(declare-const x Int)\"},"
		"{\"op\": \"add\","
		" \"content\": \"(assert (> x 0))\\n(check-sat)\"}]}");
	answer_accept();
	assert_non_null(strstr(member(x, "warnings"), "edits[1], line 2:"));
}

TEST_WITH(
	a_list_is_made_again_behind_another_server, stage_setup, stage_teardown)
{
	struct stage *x = *state;
	struct session_info info;

	open_session(x, "a");
	add_item(x, "a", "(declare-const x Int)");
	(void)call_tool(x, "edit_model",
		"{\"session\": \"a\", \"edits\": ["
		"{\"op\": \"add\", \"content\": \"(declare-const y Int)\"},"
		"{\"op\": \"move\", \"index\": 1, \"to\": 0}]}");
	assert_true(
		sessions_find(x->server.store, "a", &info, &x->scratch->error));
	scratch_add(x->scratch, info.id, "(declare-const z Int)");
	answer_accept();
	answer_accept();
	assert_int_equal(number(x, "revision"), 3);
	/* The second item is now another one. */
	assert_string_equal(member(x, "numbers"), "[2,0]");
}
