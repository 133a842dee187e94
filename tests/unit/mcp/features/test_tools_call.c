#include "unit/unit.h"

#include "unit/mcp/fake.h"

#define CALL(id, params) \
	"{'jsonrpc':'2.0','id':" id ",'method':'tools/call','params':{" params \
	"}}"

TEST_WITH(lists_the_tools_as_their_schemas_say, fake_setup, fake_teardown)
{
	struct fake *f = *state;

	say(f, "{'jsonrpc':'2.0','id':1,'method':'tools/list'}");
	assert_said(f, "{'jsonrpc':'2.0','id':1,'result':{'tools':["
		       "{'name':'echo','title':'Echo','inputSchema':"
		       "{'type':'object'}},"
		       "{'name':'slow','inputSchema':{'type':'object'}},"
		       "{'name':'broken','inputSchema':{'type':'object'}},"
		       "{'name':'huge','inputSchema':{'type':'object'}}]}}");
}

TEST_WITH(lists_them_with_their_shelf_life_to_a_modern_client, fake_setup,
	fake_teardown)
{
	struct fake *f = *state;
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

TEST_WITH(answers_with_text_and_structure, fake_setup, fake_teardown)
{
	struct fake *f = *state;

	say(f, CALL("1", "'name':'echo','arguments':{'x':[1,'a']}"));
	assert_said(f, "{'jsonrpc':'2.0','id':1,'result':{'content':"
		       "[{'type':'text','text':'hi'}],"
		       "'structuredContent':{'x':[1,'a']}}}");
}

TEST_WITH(answers_a_refusal_with_text_alone, fake_setup, fake_teardown)
{
	struct fake *f = *state;

	say(f, CALL("1", "'name':'broken','arguments':{'x':1}"));
	assert_said(f, "{'jsonrpc':'2.0','id':1,'result':{'content':"
		       "[{'type':'text','text':'hi'}],'isError':true}}");
}

TEST_WITH(marks_a_modern_result_as_complete, fake_setup, fake_teardown)
{
	struct fake *f = *state;
	struct json_object *reply;
	const struct json_object *result;

	say(f, CALL("1", "'name':'echo','arguments':{}," MODERN));
	reply = heard(f);
	result = json_get_object(reply, "result");
	assert_string_equal(json_get_string(result, "resultType"), "complete");
	assert_null(json_get(result, "ttlMs"));
	json_free(reply);
}

TEST_WITH(
	refuses_an_unknown_tool_with_the_nearest_one, fake_setup, fake_teardown)
{
	struct fake *f = *state;

	say(f, CALL("1", "'name':'ecco'"));
	assert_refused(f, -32602, "unknown tool \"ecco\"; did you mean \"echo");
	say(f, CALL("1", "'name':'fly'"));
	assert_refused(f, -32602, "unknown tool \"fly\"; there are: echo");
	say(f, CALL("1", "'name':'echo\\u0000'"));
	assert_refused(f, -32602, "needs name");
}

TEST_WITH(refuses_a_call_without_a_name, fake_setup, fake_teardown)
{
	struct fake *f = *state;

	say(f, "{'jsonrpc':'2.0','id':1,'method':'tools/call'}");
	assert_refused(f, -32602, "needs name");
	say(f, CALL("1", "'name':5"));
	assert_refused(f, -32602, "needs name");
}

TEST_WITH(takes_null_arguments_as_none, fake_setup, fake_teardown)
{
	struct fake *f = *state;

	say(f, CALL("1", "'name':'echo','arguments':null"));
	assert_null(fake_arguments);
	assert_int_equal(f->count, 1);
}

TEST_WITH(unwraps_arguments_that_come_as_text, fake_setup, fake_teardown)
{
	struct fake *f = *state;

	say(f, "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':"
	       "{'name':'echo','arguments':'{\\'x\\': 1}'}}");
	assert_int_equal(json_get_int(fake_arguments, "x", 0), 1);
	assert_int_equal(f->count, 1);
}

TEST_WITH(refuses_arguments_that_are_no_object, fake_setup, fake_teardown)
{
	struct fake *f = *state;

	say(f, CALL("1", "'name':'echo','arguments':[1]"));
	assert_refused(f, -32602, "arguments of echo must be an object");
	say(f, CALL("1", "'name':'echo','arguments':7"));
	assert_refused(f, -32602, "must be an object");
	say(f, CALL("1", "'name':'echo','arguments':'x'"));
	assert_refused(f, -32602, "must be an object");
	say(f, CALL("1", "'name':'echo','arguments':'[1]'"));
	assert_refused(f, -32602, "must be an object");
}

TEST_WITH(answers_calls_in_the_order_of_their_ends, fake_setup, fake_teardown)
{
	struct fake *f = *state;

	say(f, CALL("1", "'name':'slow'"));
	say(f, CALL("'b'", "'name':'slow'"));
	say(f, CALL("3", "'name':'echo','arguments':{}"));
	assert_said(f, "{'jsonrpc':'2.0','id':3,'result':{'content':"
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

/* As the official servers do: a client that counts badly is served. */
TEST_WITH(answers_both_calls_of_an_id_that_is_used_twice, fake_setup,
	fake_teardown)
{
	struct fake *f = *state;

	say(f, CALL("1", "'name':'slow'"));
	say(f, CALL("1", "'name':'echo','arguments':{}"));
	assert_int_equal(f->count, 1);
	fake_finish(0, "late");
	assert_int_equal(f->count, 2);
}

TEST_WITH(tells_progress_by_the_token_of_the_client, fake_setup, fake_teardown)
{
	struct fake *f = *state;

	greet(f, "2025-06-18");
	say(f, CALL("1", "'name':'slow','_meta':{'progressToken':'t'}"));
	fake_progress(0, 0, "starting");
	assert_said(f, "{'jsonrpc':'2.0','method':'notifications/progress',"
		       "'params':{'progressToken':'t','progress':0,"
		       "'message':'starting'}}");
}

TEST_WITH(tells_no_progress_without_a_token_of_the_right_kind, fake_setup,
	fake_teardown)
{
	struct fake *f = *state;

	greet(f, "2025-06-18");
	say(f, CALL("1", "'name':'slow'"));
	say(f, CALL("2", "'name':'slow','_meta':{'progressToken':null}"));
	say(f, CALL("3", "'name':'slow','_meta':{'progressToken':{}}"));
	say(f, CALL("4", "'name':'slow','_meta':{'progressToken':1.5}"));
	for (size_t i = 0; i < 4; i++)
		fake_progress(i, 1, "no");
	assert_silence(f);
}
