#include "unit/tools/stage.h"

static void
get_history(struct stage *x, const char *arguments)
{
	DROP(text)
	char *json = text_format("{\"session\": \"a\"%s}", arguments);

	(void)call_tool(x, "get_history", json);
}

STAGE_TEST(a_change_has_its_sign_before_every_line)
{
	open_session(x, "a");
	call_in(x, "add_item",
		"'name': 'n', 'note': 'why', 'content': '(assert\\n true)'");
	answer_accept();
	call_in(x, "delete_item", "'index': 0");
	get_history(x, ", \"diff\": true");
	assert_says(x, "  + 0 | ; n: why\n  +   | (assert\n  +   |  true)\n",
		"  - 0 | ; n: why\n  -   | (assert\n  -   |  true)\n");
}

/* "add_item: add_item 0" would say it twice. */
STAGE_TEST(an_edit_that_names_its_tool_stands_alone)
{
	OPEN_WITH(x, "(assert true)");
	get_history(x, "");
	assert_says(x, "Z: add_item 0\n");
}

STAGE_TEST(of_many_edits_the_first_are_told)
{
	DROP(buf) struct buf edits;
	const struct json_object *told;

	open_session(x, "a");
	buf_init(&edits, 100000);
	for (int i = 0; i < 130; i++)
		(void)buf_add_format(&edits,
			"%s{\"op\": \"add\", \"content\": \"(assert true)\"}",
			i > 0 ? "," : "{\"session\": \"a\", \"edits\": [");
	(void)buf_add_text(&edits, "]}");
	(void)call_tool(x, "edit_model", edits.data);
	answer_accept();
	get_history(x, "");
	told = json_get_array(
		json_at(json_get_array(x->structured, "revisions"), 0),
		"edits");
	assert_int_equal(json_count(told), 101);
	assert_string_equal(json_string(json_at(told, 100)), "and 30 more");
	assert_says(x, "Z: edit_model: add_item 0; add_item 1; ");
}

STAGE_TEST(a_run_tells_what_was_asked_and_answered)
{
	open_session(x, "a");
	call_in(x, "solve_model", "'assume': ['true']");
	answer(new_answer(STATUS_SAT));
	get_history(x, "");
	assert_says(
		x, "with changes that were not kept", "\"assume\":[\"true\"]");
}
