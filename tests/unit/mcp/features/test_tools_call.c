#include "unit/unit.h"

#include "unit/mcp/fake.h"

#define CALL(id, params) \
	"{'jsonrpc':'2.0','id':" id ",'method':'tools/call','params':{" params \
	"}}"

FAKE_TEST(lists_the_tools_as_their_schemas_say)
{
	say(f, "{'jsonrpc':'2.0','id':1,'method':'tools/list'}");
	assert_said(f, "{'jsonrpc':'2.0','id':1,'result':{'tools':["
		       "{'name':'echo','title':'Echo','inputSchema':"
		       "{'type':'object'}},"
		       "{'name':'slow','inputSchema':{'type':'object'}},"
		       "{'name':'broken','inputSchema':{'type':'object'}},"
		       "{'name':'huge','inputSchema':{'type':'object'}}]}}");
}

FAKE_TEST(lists_them_with_their_shelf_life_to_a_modern_client)
{
	struct json_object *reply;
	const struct json_object *result;

	say(f, "{'jsonrpc':'2.0','id':1,'method':'tools/list','params':"
	       "{" MODERN "}}");
	reply = heard(f);
	result = json_get_object(reply, "result");
	assert_string_equal(json_get_string(result, "resultType"), "complete");
	assert_string_equal(json_get_string(result, "cacheScope"), "public");
	assert_true(json_get_int(result, "ttlMs", -1) >= 0);
	assert_non_null(json_get_object(json_get_object(result, "_meta"),
		"io.modelcontextprotocol/serverInfo"));
	json_free(reply);
}

FAKE_TEST(answers_a_refusal_with_text_and_fields)
{
	assert_answer(f, CALL("1", "'name':'broken','arguments':{'x':1}"),
		"{'jsonrpc':'2.0','id':1,'result':{'content':"
		"[{'type':'text','text':'hi'}],'isError':true,"
		"'_meta':{'satchel/error':"
		"{'code':'text','message':'hi'}}}}");
}

FAKE_TEST(refuses_an_unknown_tool_with_the_nearest_one)
{
	say(f, CALL("1", "'name':'ecco'"));
	assert_refused(f, -32602, "unknown tool \"ecco\"; did you mean \"echo");
	say(f, CALL("1", "'name':'fly'"));
	assert_refused(f, -32602, "unknown tool \"fly\"; there are: echo");
	assert_refusal(
		f, CALL("1", "'name':'echo\\u0000'"), -32602, "needs name");
}

FAKE_TEST(refuses_a_call_without_a_name)
{
	assert_refusal(f, "{'jsonrpc':'2.0','id':1,'method':'tools/call'}",
		-32602, "needs name");
	assert_refusal(f, CALL("1", "'name':5"), -32602, "needs name");
}

FAKE_TEST(unwraps_arguments_that_come_as_text)
{
	say(f, "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':"
	       "{'name':'echo','arguments':'{\\'x\\': 1}'}}");
	assert_int_equal(json_get_int(fake_arguments, "x", 0), 1);
	assert_int_equal(f->count, 1);
}

FAKE_TEST(refuses_arguments_that_are_no_object)
{
	assert_refusal(f, CALL("1", "'name':'echo','arguments':[1]"), -32602,
		"arguments of echo must be an object");
	assert_refusal(f, CALL("1", "'name':'echo','arguments':7"), -32602,
		"must be an object");
	assert_refusal(f, CALL("1", "'name':'echo','arguments':'x'"), -32602,
		"must be an object");
	assert_refusal(f, CALL("1", "'name':'echo','arguments':'[1]'"), -32602,
		"must be an object");
}

FAKE_TEST(answers_calls_in_the_order_of_their_ends)
{
	say(f, CALL("1", "'name':'slow'"));
	say(f, CALL("'b'", "'name':'slow'"));
	assert_answer(f, CALL("3", "'name':'echo','arguments':{}"),
		"{'jsonrpc':'2.0','id':3,'result':{'content':"
		"[{'type':'text','text':'hi'}],"
		"'structuredContent':{}}}");
	fake_finish(1, "two");
	assert_said(f, "{'jsonrpc':'2.0','id':'b','result':{'content':"
		       "[{'type':'text','text':'two'}],"
		       "'structuredContent':{'said':'two'}}}");
	assert_true(client_is_busy(f->client));
	fake_finish(0, "one");
	assert_said(f, "{'jsonrpc':'2.0','id':1,'result':{'content':"
		       "[{'type':'text','text':'one'}],"
		       "'structuredContent':{'said':'one'}}}");
	assert_false(client_is_busy(f->client));
}

FAKE_TEST(tells_progress_by_the_token_of_the_client)
{
	greet(f, "2025-06-18");
	say(f, CALL("1", "'name':'slow','_meta':{'progressToken':'t'}"));
	fake_progress(0, 0, "starting");
	assert_said(f, "{'jsonrpc':'2.0','method':'notifications/progress',"
		       "'params':{'progressToken':'t','progress':0,"
		       "'message':'starting'}}");
}

FAKE_TEST(tells_no_progress_without_a_token_of_the_right_kind)
{
	greet(f, "2025-06-18");
	say(f, CALL("1", "'name':'slow'"));
	say(f, CALL("2", "'name':'slow','_meta':{'progressToken':null}"));
	say(f, CALL("3", "'name':'slow','_meta':{'progressToken':{}}"));
	say(f, CALL("4", "'name':'slow','_meta':{'progressToken':1.5}"));
	for (size_t i = 0; i < 4; i++)
		fake_progress(i, 1, "no");
	assert_silence(f);
}

/* --- consent -------------------------------------------------------------- */

#define ECHO(id, more) \
	"{'jsonrpc':'2.0','id':" id ",'method':'tools/call','params':" \
	"{'name':'echo','arguments':{'x':1}" more "}}"

/* The metadata of a modern client with a user to ask. */
#define ABLE \
	"'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28'," \
	"'io.modelcontextprotocol/clientCapabilities':{'elicitation':{}}}"

#define FORM(message) \
	"{'message':'" message "','requestedSchema':{'type':'object'," \
	"'properties':{}}}"

/* A legacy client with a user to ask. */
static void
greet_able(struct fake *f, const char *version)
{
	char *line = text_format(
		"{'jsonrpc':'2.0','id':0,'method':'initialize','params':"
		"{'protocolVersion':'%s','capabilities':{'elicitation':{}}}}",
		version);

	say(f, line);
	free(line);
	free(take_line(f));
}

static void
answer_as_user(struct fake *f, int id, const char *action)
{
	char *line = text_format(
		"{'jsonrpc':'2.0','id':%d,'result':{'action':'%s'}}", id,
		action);

	say(f, line);
	free(line);
}

FAKE_TEST(asks_a_legacy_user_and_goes_on_when_he_agrees)
{
	greet_able(f, "2025-11-25");
	fake_message = "Really?";
	say(f, ECHO("1", ""));
	assert_said(f, "{'jsonrpc':'2.0','id':1,'method':'elicitation/create',"
		       "'params':" FORM("Really?") "}");
	answer_as_user(f, 1, "accept");
	assert_int_equal(fake_consent, CONSENT_YES);
	assert_said(f, "{'jsonrpc':'2.0','id':1,'result':{'content':"
		       "[{'type':'text','text':'hi'}],"
		       "'structuredContent':{'x':1}}}");
}

FAKE_TEST(tells_the_tool_when_he_does_not)
{
	greet_able(f, "2025-06-18");
	fake_message = "Really?";
	say(f, ECHO("1", ""));
	free(take_line(f));
	answer_as_user(f, 1, "decline");
	assert_int_equal(fake_consent, CONSENT_NO);
	json_free(heard(f));
}

/* A client that cannot ask after all, or has nobody to
 * ask. */
FAKE_TEST(takes_an_error_for_a_no)
{
	greet_able(f, "2025-11-25");
	fake_message = "Really?";
	say(f, ECHO("1", ""));
	free(take_line(f));
	say(f, "{'jsonrpc':'2.0','id':1,'error':{'code':-1,'message':'no'}}");
	assert_int_equal(fake_consent, CONSENT_NO);
	json_free(heard(f));
}
