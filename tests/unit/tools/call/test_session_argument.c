#include "unit/tools/stage.h"

static const char declare[] = "{\"content\": \"(declare-const x Int)\"}";

STAGE_TEST(an_unknown_session_is_refused_with_the_nearest)
{
	open_session(x, "parity");
	(void)call_tool(x, "get_model", "{\"session\": \"partiy\"}");
	assert_refused_with(x, "parity");
	(void)call_tool(x, "get_model", "{\"session\": \"partiy\"}");
	assert_refused_with(x, "open_session");
}

STAGE_TEST(the_deletion_of_an_unknown_session_advises_none)
{
	open_session(x, "parity");
	(void)call_tool(x, "delete_session", "{\"session\": \"partiy\"}");
	assert_refused_with(x, "Did you mean \"parity\"?");
	assert_null(strstr(x->text, "open_session"));
}

STAGE_TEST(an_edit_does_not_make_the_session_that_it_names)
{
	propose(x, "(declare-const x Int)");
	assert_refused_with(x, "open_session");
	assert_int_equal(stage_asked, 0);
}

STAGE_TEST(the_first_kept_edit_without_a_session_makes_one)
{
	DROP(text) char *name = NULL;

	(void)call_tool(x, "add_item", declare);
	answer_accept();
	name = text_copy(member(x, "session"));
	assert_non_null(strstr(name, "model-"));
	(void)call_tool(x, "add_item", "{\"content\": \"(assert (> x 0))\"}");
	answer_accept();
	assert_string_equal(member(x, "session"), name);
	assert_int_equal(number(x, "items"), 2);
}

STAGE_TEST(a_dry_run_makes_no_session)
{
	(void)call_tool(x, "add_item",
		"{\"content\": \"(declare-const x Int)\", \"dry_run\": true}");
	answer_accept();
	assert_string_equal(member(x, "session"), "");
	assert_int_equal(number(x, "items"), 0);
	assert_says(x, "No session yet");
	(void)call_tool(x, "list_sessions", "{}");
	assert_int_equal(number(x, "total"), 0);
}

STAGE_TEST(two_first_edits_at_once_go_into_one_session)
{
	(void)call_tool(x, "add_item", declare);
	(void)call_tool(x, "add_item", "{\"content\": \"(assert (> x 0))\"}");
	answer_accept();
	turn(x);
	answer_accept();
	assert_int_equal(number(x, "items"), 2);
	(void)call_tool(x, "list_sessions", "{}");
	assert_int_equal(number(x, "total"), 1);
}

STAGE_TEST(reading_without_a_session_says_how_to_get_one)
{
	(void)call_tool(x, "get_history", "{}");
	assert_refused_with(x, "open_session");
}

STAGE_TEST(before_there_is_a_session_the_model_is_empty)
{
	(void)call_tool(x, "get_model", "{}");
	assert_int_equal(number(x, "items"), 0);
}

STAGE_TEST(a_reader_means_the_session_that_was_used_last)
{
	open_session(x, "a");
	open_session(x, "b");
	(void)call_tool(x, "get_model", "{}");
	assert_string_equal(member(x, "session"), "\"b\"");
	add_item(x, "a", "(declare-const x Int)");
	(void)call_tool(x, "get_model", "{}");
	assert_string_equal(member(x, "session"), "\"a\"");
}

STAGE_TEST(an_edit_names_one_of_several_sessions)
{
	open_session(x, "a");
	open_session(x, "b");
	(void)call_tool(x, "add_item", declare);
	assert_refused_with(
		x, "b, a. Nothing was changed.\nWhat to do:\n1. Pass the one");
	(void)call_tool(x, "delete_session", "{\"session\": \"b\"}");
	(void)call_tool(x, "add_item", declare);
	answer_accept();
	assert_string_equal(member(x, "session"), "\"a\"");
}

STAGE_TEST(the_session_of_the_server_is_made_by_its_first_edit)
{
	x->server.session = "fixed";
	(void)call_tool(x, "get_model", "{}");
	assert_refused_with(x, "\"fixed\"");
	(void)call_tool(x, "add_item", declare);
	answer_accept();
	assert_string_equal(member(x, "session"), "\"fixed\"");
	(void)call_tool(x, "get_model", "{}");
	assert_string_equal(member(x, "session"), "\"fixed\"");
}

STAGE_TEST(an_argument_comes_before_the_session_of_the_server)
{
	x->server.session = "fixed";
	open_session(x, "other");
	(void)call_tool(x, "get_model", "{\"session\": \"other\"}");
	assert_string_equal(member(x, "session"), "\"other\"");
}

STAGE_TEST(after_its_deletion_the_next_edit_makes_another_session)
{
	DROP(text) char *name = NULL;
	DROP(text) char *json = NULL;

	(void)call_tool(x, "add_item", declare);
	answer_accept();
	name = text_copy(member(x, "session"));
	json = text_format("{\"session\": %s}", name);
	(void)call_tool(x, "delete_session", json);
	assert_answered(x);
	(void)call_tool(x, "add_item", declare);
	answer_accept();
	assert_string_not_equal(member(x, "session"), name);
	assert_int_equal(number(x, "items"), 1);
}

STAGE_TEST(an_expected_revision_needs_a_session)
{
	(void)call_tool(x, "add_item",
		"{\"content\": \"(declare-const x Int)\","
		" \"expect_revision\": 3}");
	assert_refused_with(x, "no session");
}

STAGE_TEST(of_very_many_sessions_the_last_ones_are_listed)
{
	for (int i = 0; i < 30; i++) {
		DROP(text) char *name = text_format("s%d", i);

		open_session(x, name);
	}
	open_session(x, "s7");
	(void)call_tool(x, "add_item", declare);
	assert_refused_with(x, "in use: s7, s29, s28, ");
	(void)call_tool(x, "add_item", declare);
	assert_refused_with(x, "s11 and 10 more.");
}
