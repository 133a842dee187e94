#include "unit/tools/stage.h"

#include "store/sessions/session_options.h"

static void
import(struct stage *x, const char *arguments)
{
	DROP(text)
	char *json = text_format("{\"session\": \"a\", %s}", arguments);

	(void)call_tool(x, "import_model", json);
}

static void
setup_model(struct stage *x)
{
	open_session(x, "a");
	add_item(x, "a", "(declare-const x Int)");
}

TEST_WITH(replaces_what_is_there, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	setup_model(x);
	import(x, "\"smtlib\": \"(declare-const y Int)(assert (> y 0))\"");
	answer_accept();
	assert_says(x, "Imported 2 items in the place of the 1 that there");
	assert_int_equal(number(x, "items"), 2);
	assert_int_equal(number(x, "revision"), 2);
}

TEST_WITH(appends_when_it_is_told_to, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	setup_model(x);
	import(x, "\"mode\": \"append\", \"smtlib\": \"(assert (> x 0))\"");
	answer_accept();
	assert_says(x, "Imported 1 item at the end.");
	assert_int_equal(number(x, "items"), 2);
}

TEST_WITH(the_command_that_z3_refuses_is_named_by_its_line, stage_setup,
	stage_teardown)
{
	struct stage *x = *state;

	setup_model(x);
	import(x, "\"smtlib\": \"(declare-const y Int)\\n\\n"
		  "(assert (> z 0))\"");
	answer_fault(2, 11, "unknown constant z");
	assert_refused_with(x, "The text, line 3, column 12: `z`");
	assert_refused_with(x, "Nothing was changed");
}

TEST_WITH(two_items_cannot_have_one_name, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	setup_model(x);
	import(x, "\"export\": {\"format\": \"satchel\", \"version\": 1, "
		  "\"items\": [{\"content\": \"(assert true)\", \"name\": "
		  "\"n\"}, {\"content\": \"(assert true)\", \"name\": "
		  "\"n\"}]}");
	assert_refused_with(x, "items[1]: the name \"n\" is another item's");
	assert_int_equal(stage_job_count, 0);
}

TEST_WITH(a_bad_name_is_refused_with_its_line, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	setup_model(x);
	import(x, "\"smtlib\": \"; Satchel export, format 1\\n"
		  "; item 0: 1 line\\n; name: a b\\n(assert true)\\n\"");
	assert_refused_with(x, "line 4: \"a b\" cannot be the name");
}

TEST_WITH(
	a_dry_run_keeps_neither_items_nor_options, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	setup_model(x);
	import(x, "\"dry_run\": true, \"export\": {\"format\": \"satchel\", "
		  "\"version\": 1, \"options\": {\"random_seed\": \"7\"}, "
		  "\"items\": [{\"content\": \"(assert true)\"}]}");
	answer_accept();
	assert_says(x, "Would import 1 item");
	(void)call_tool(x, "configure", "{\"session\": \"a\"}");
	assert_says(x, "0 of them set");
}
