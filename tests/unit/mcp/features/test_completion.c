#include "unit/unit.h"

#include <stdio.h>

#include "store/sessions/sessions.h"
#include "unit/mcp/real.h"

/* --- any catalog ---------------------------------------------------------- */

/* A catalog that knows three hundred numbers and one fruit, and keeps what it
 * was asked. */
static struct {
	bool is_prompt;
	char of[32];
	char argument[32];
	char other[32];
} asked;

static bool
complete(struct client *c, struct completion *completion, struct err *e)
{
	const char *other = json_get_string(completion->others, "x");

	(void)c;
	asked.is_prompt = completion->is_prompt;
	(void)snprintf(asked.of, sizeof(asked.of), "%s", completion->of);
	(void)snprintf(asked.argument, sizeof(asked.argument), "%s",
		completion->argument);
	(void)snprintf(asked.other, sizeof(asked.other), "%s",
		other != NULL ? other : "");
	if (strcmp(completion->of, "none") == 0)
		return err_set(e, ERR_ARGUMENT, "no such prompt");
	for (int i = 0; i < 300; i++) {
		char number[16];

		(void)snprintf(number, sizeof(number), "n%d", i);
		completion_add(completion, number);
	}
	completion_add(completion, "Apple");
	return true;
}

static const struct catalog catalog = {.complete = complete};

#define COMPLETE(params) \
	"{'jsonrpc':'2.0','id':1,'method':'completion/" \
	"complete','params':{" params "}}"
#define OF_PROMPT(name) "'ref':{'type':'ref/prompt','name':'" name "'}"
#define ARGUMENT(value) "'argument':{'name':'arg','value':'" value "'}"

TEST(offers_what_begins_like_the_value_in_any_case)
{
	struct fake *f = fake_new(&catalog);

	say(f, COMPLETE(OF_PROMPT("p") "," ARGUMENT("ap")));
	assert_said(f, "{'jsonrpc':'2.0','id':1,'result':{'completion':"
		       "{'values':['Apple'],'total':1,'hasMore':false}}}");
	say(f, COMPLETE(OF_PROMPT("p") "," ARGUMENT("n29")));
	assert_said(f, "{'jsonrpc':'2.0','id':1,'result':{'completion':"
		       "{'values':['n29','n290','n291','n292','n293','n294',"
		       "'n295','n296','n297','n298','n299'],'total':11,"
		       "'hasMore':false}}}");
	fake_free(f);
}

TEST(offers_nothing_where_nothing_fits)
{
	struct fake *f = fake_new(&catalog);

	say(f, COMPLETE(OF_PROMPT("p") "," ARGUMENT("pear")));
	assert_said(f, "{'jsonrpc':'2.0','id':1,'result':{'completion':"
		       "{'values':[],'total':0,'hasMore':false}}}");
	fake_free(f);
}

TEST(stops_at_its_ceiling_and_says_how_many_there_are)
{
	struct fake *f = fake_new(&catalog);
	struct json_object *reply;
	const struct json_object *completion;

	say(f, COMPLETE(OF_PROMPT("p") "," ARGUMENT("")));
	reply = heard(f);
	completion =
		json_get_object(json_get_object(reply, "result"), "completion");
	assert_int_equal(json_count(json_get_array(completion, "values")), 100);
	assert_int_equal(json_get_int(completion, "total", 0), 301);
	assert_true(json_get_bool(completion, "hasMore", false));
	json_free(reply);
	fake_free(f);
}

TEST(hands_on_what_is_asked_for)
{
	struct fake *f = fake_new(&catalog);

	say(f, COMPLETE("'ref':{'type':'ref/resource','uri':'a/{b}'}," ARGUMENT(
		       "n") ",'context':{'arguments':{'x':'y'}}"));
	json_free(heard(f));
	assert_false(asked.is_prompt);
	assert_string_equal(asked.of, "a/{b}");
	assert_string_equal(asked.argument, "arg");
	assert_string_equal(asked.other, "y");
	fake_free(f);
}

TEST(refuses_what_the_catalog_does_not_have)
{
	struct fake *f = fake_new(&catalog);

	assert_refusal(f, COMPLETE(OF_PROMPT("none") "," ARGUMENT("n")), -32602,
		"no such prompt");
	fake_free(f);
}

TEST(refuses_a_request_that_is_not_whole)
{
	struct fake *f = fake_new(&catalog);

	assert_refusal(f, COMPLETE(ARGUMENT("n")), -32602, "needs ref");
	assert_refusal(f,
		COMPLETE("'ref':{'type':'ref/tool','name':'p'}," ARGUMENT("n")),
		-32602, "needs ref");
	assert_refusal(f,
		COMPLETE("'ref':{'type':'ref/resource','name':'p'}," ARGUMENT(
			"n")),
		-32602, "needs ref");
	assert_refusal(f, COMPLETE(OF_PROMPT("p")), -32602, "needs argument");
	assert_refusal(f, COMPLETE(OF_PROMPT("p") ",'argument':{'name':'arg'}"),
		-32602, "needs argument");
	fake_free(f);
}

/* --- what Satchel completes ----------------------------------------------- */

/* The values, as one text: "a b c". The caller's. */
static char *
complete_real(struct real *real, const char *ref, const char *argument,
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
	char *got =
		complete_real(real, ref, argument, value, "'session':'roster'");

	assert_string_equal(got, wanted);
	free(got);
}

#define PROMPT(name) "'type':'ref/prompt','name':'" name "'"
#define RESOURCE(uri) "'type':'ref/resource','uri':'" uri "'"

REAL_TEST(completes_sessions_last_changed_first)
{
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

REAL_TEST(completes_the_items_of_the_session_that_is_chosen)
{
	char *none;

	real_session(real, "roster");
	assert_completes(real, PROMPT("refine_model"), "item", "d", "decl_x");
	assert_completes(real, PROMPT("refine_model"), "item", "x", "");
	none = complete_real(real, PROMPT("refine_model"), "item", "d", "");
	assert_string_equal(none, "");
	free(none);
}

REAL_TEST(completes_items_by_number_that_have_no_name)
{
	static const char ref[] = PROMPT("refine_model");
	const struct edit edit = {
		.op = EDIT_ADD, .index = 1, .content = "(assert (> x 0))"};
	struct session_info info;
	struct err e;

	real_session(real, "roster");
	assert_true(sessions_find(real->scratch->store, "roster", &info, &e));
	scratch_edit(real->scratch, info.id, &edit, 1);
	assert_completes(real, ref, "item", "", "decl_x 1");
	assert_completes(real, ref, "item", "0", "0");
}

REAL_TEST(offers_nothing_for_words_of_the_user)
{
	assert_completes(real, PROMPT("model_problem"), "problem", "How", "");
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

REAL_TEST(refuses_what_takes_no_such_argument)
{
	refuses(real, PROMPT("model_problems"), "problem");
	refuses(real, PROMPT("model_problem"), "session");
	refuses(real, RESOURCE("satchel://nothing/{x}"), "x");
	refuses(real, RESOURCE("satchel://guide/{topic}"), "name");
}
