#include "unit/tools/stage.h"

static const char declare[] = "{\"content\": \"(declare-const x Int)\"}";

static void
an_unknown_session_is_refused_with_the_nearest(void **state)
{
	struct stage *x = *state;

	open_session(x, "parity");
	(void)call_tool(x, "get_model", "{\"session\": \"partiy\"}");
	assert_refused_with(x, "parity");
	(void)call_tool(x, "get_model", "{\"session\": \"partiy\"}");
	assert_refused_with(x, "open_session");
}

static void
the_deletion_of_an_unknown_session_advises_none(void **state)
{
	struct stage *x = *state;

	open_session(x, "parity");
	(void)call_tool(x, "delete_session", "{\"session\": \"partiy\"}");
	assert_refused_with(x, "did you mean \"parity\"?");
	assert_null(strstr(x->text, "open_session"));
}

static void
an_edit_does_not_make_the_session_that_it_names(void **state)
{
	struct stage *x = *state;

	(void)call_tool(x, "add_item",
		"{\"session\": \"a\", \"content\": \"(declare-const x Int)\"}");
	assert_refused_with(x, "open_session");
	assert_int_equal(stage_asked, 0);
}

static void
the_first_kept_edit_without_a_session_makes_one(void **state)
{
	struct stage *x = *state;
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

static void
a_refused_edit_makes_no_session(void **state)
{
	struct stage *x = *state;

	(void)call_tool(x, "add_item", "{\"content\": \"(assert (> x 0))\"}");
	answer_fault(1, 12, "unknown constant x");
	assert_true(x->is_error);
	(void)call_tool(x, "list_sessions", "{}");
	assert_int_equal(number(x, "total"), 0);
}

static void
a_dry_run_makes_no_session(void **state)
{
	struct stage *x = *state;

	(void)call_tool(x, "add_item",
		"{\"content\": \"(declare-const x Int)\", \"dry_run\": true}");
	answer_accept();
	assert_string_equal(member(x, "session"), "");
	assert_int_equal(number(x, "items"), 0);
	assert_says(x, "No session yet");
	(void)call_tool(x, "list_sessions", "{}");
	assert_int_equal(number(x, "total"), 0);
}

static void
two_first_edits_at_once_go_into_one_session(void **state)
{
	struct stage *x = *state;

	(void)call_tool(x, "add_item", declare);
	(void)call_tool(x, "add_item", "{\"content\": \"(assert (> x 0))\"}");
	answer_accept();
	turn(x);
	answer_accept();
	assert_int_equal(number(x, "items"), 2);
	(void)call_tool(x, "list_sessions", "{}");
	assert_int_equal(number(x, "total"), 1);
}

static void
reading_without_a_session_says_how_to_get_one(void **state)
{
	struct stage *x = *state;

	(void)call_tool(x, "get_model", "{}");
	assert_refused_with(x, "open_session");
}

static void
the_session_of_the_server_is_made_by_its_first_edit(void **state)
{
	struct stage *x = *state;

	x->server.session = "fixed";
	(void)call_tool(x, "get_model", "{}");
	assert_refused_with(x, "\"fixed\"");
	(void)call_tool(x, "add_item", declare);
	answer_accept();
	assert_string_equal(member(x, "session"), "\"fixed\"");
	(void)call_tool(x, "get_model", "{}");
	assert_string_equal(member(x, "session"), "\"fixed\"");
}

static void
an_argument_comes_before_the_session_of_the_server(void **state)
{
	struct stage *x = *state;

	x->server.session = "fixed";
	open_session(x, "other");
	(void)call_tool(x, "get_model", "{\"session\": \"other\"}");
	assert_string_equal(member(x, "session"), "\"other\"");
}

static void
after_its_deletion_the_next_edit_makes_another_session(void **state)
{
	struct stage *x = *state;
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

static void
an_expected_revision_needs_a_session(void **state)
{
	struct stage *x = *state;

	(void)call_tool(x, "add_item",
		"{\"content\": \"(declare-const x Int)\","
		" \"expect_revision\": 3}");
	assert_refused_with(x, "no session");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		stage_test(an_unknown_session_is_refused_with_the_nearest),
		stage_test(the_deletion_of_an_unknown_session_advises_none),
		stage_test(an_edit_does_not_make_the_session_that_it_names),
		stage_test(the_first_kept_edit_without_a_session_makes_one),
		stage_test(a_refused_edit_makes_no_session),
		stage_test(a_dry_run_makes_no_session),
		stage_test(two_first_edits_at_once_go_into_one_session),
		stage_test(reading_without_a_session_says_how_to_get_one),
		stage_test(the_session_of_the_server_is_made_by_its_first_edit),
		stage_test(an_argument_comes_before_the_session_of_the_server),
		stage_test(
			after_its_deletion_the_next_edit_makes_another_session),
		stage_test(an_expected_revision_needs_a_session),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
