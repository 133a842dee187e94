#include "unit/unit.h"

#include "store/sessions/sessions.h"
#include "unit/mcp/real.h"

/* What is offered, as one text: "a b c". The caller's. */
static char *
complete(struct real *real, const char *ref, const char *argument,
	const char *value, const char *others)
{
	char *line = text_format(
		"{'jsonrpc':'2.0','id':1,'method':'completion/complete',"
		"'params':{'ref':{%s},'argument':{'name':'%s','value':'%s'},"
		"'context':{'arguments':{%s}}}}",
		ref, argument, value, others);
	struct json_object *reply;
	const struct json_object *values;
	char *all = text_copy("");

	say(real->fake, line);
	free(line);
	reply = heard(real->fake);
	values = json_get_array(
		json_get_object(json_get_object(reply, "result"), "completion"),
		"values");
	assert_non_null(values);
	for (size_t i = 0; i < json_count(values); i++) {
		char *longer = text_format("%s%s%s", all, i > 0 ? " " : "",
			json_string(json_at(values, i)));

		free(all);
		all = longer;
	}
	json_free(reply);
	return all;
}

static void
assert_completes(struct real *real, const char *ref, const char *argument,
	const char *value, const char *wanted)
{
	char *got = complete(real, ref, argument, value, "'session':'roster'");

	assert_string_equal(got, wanted);
	free(got);
}

#define PROMPT(name) "'type':'ref/prompt','name':'" name "'"
#define RESOURCE(uri) "'type':'ref/resource','uri':'" uri "'"

TEST_WITH(completes_sessions_last_changed_first, real_setup, real_teardown)
{
	struct real *real = *state;

	real_session(real, "roster");
	real_session(real, "Route");
	real_session(real, "parity");
	assert_completes(real, PROMPT("explain_conflict"), "session", "ro",
		"Route roster");
	assert_completes(real, PROMPT("refine_model"), "session", "",
		"parity Route roster");
	assert_completes(real, RESOURCE("satchel://session/{session}/items"),
		"session", "p", "parity");
}

TEST_WITH(completes_the_items_of_the_session_that_is_chosen, real_setup,
	real_teardown)
{
	struct real *real = *state;
	char *none;

	real_session(real, "roster");
	assert_completes(real,
		RESOURCE("satchel://session/{session}/item/{item}"), "item",
		"d", "decl_x");
	assert_completes(real, PROMPT("refine_model"), "item", "x", "");
	none = complete(real, PROMPT("refine_model"), "item", "d", "");
	assert_string_equal(none, "");
	free(none);
}

TEST_WITH(
	completes_items_by_number_that_have_no_name, real_setup, real_teardown)
{
	static const char ref[] =
		RESOURCE("satchel://session/{session}/item/{item}");
	const struct edit edit = {
		.op = EDIT_ADD, .index = 1, .content = "(assert (> x 0))"};
	struct real *real = *state;
	struct session_info info;
	struct err e;

	real_session(real, "roster");
	assert_true(sessions_find(real->scratch->store, "roster", &info, &e));
	scratch_edit(real->scratch, info.id, &edit, 1);
	assert_completes(real, ref, "item", "", "decl_x 1");
	assert_completes(real, ref, "item", "0", "0");
}

TEST_WITH(completes_topics_and_schemas, real_setup, real_teardown)
{
	struct real *real = *state;

	assert_completes(real, RESOURCE("satchel://guide/{topic}"), "topic",
		"s", "smtlib sorts");
	assert_completes(real, RESOURCE("satchel://schema/{name}"), "name",
		"add", "add_item");
}

TEST_WITH(offers_nothing_for_words_of_the_user, real_setup, real_teardown)
{
	assert_completes(*state, PROMPT("model_problem"), "problem", "How", "");
}

static void
refuses(struct real *real, const char *ref, const char *argument)
{
	char *line = text_format(
		"{'jsonrpc':'2.0','id':1,'method':'completion/complete',"
		"'params':{'ref':{%s},'argument':{'name':'%s','value':''}}}",
		ref, argument);

	say(real->fake, line);
	free(line);
	assert_refused(real->fake, -32602, "");
}

TEST_WITH(refuses_what_takes_no_such_argument, real_setup, real_teardown)
{
	struct real *real = *state;

	refuses(real, PROMPT("model_problems"), "problem");
	refuses(real, PROMPT("model_problem"), "session");
	refuses(real, RESOURCE("satchel://nothing/{x}"), "x");
	refuses(real, RESOURCE("satchel://guide/{topic}"), "name");
}
