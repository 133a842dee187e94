/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "unit/mcp/fake.h"

#define CALL(id, params) \
	"{'jsonrpc':'2.0','id':" id ",'method':'tools/call','params':{" params \
	"}}"

static void
lists_the_tools_as_their_schemas_say(void **state)
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

static void
lists_them_with_their_shelf_life_to_a_modern_client(void **state)
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

static void
answers_with_text_and_structure(void **state)
{
	struct fake *f = *state;

	say(f, CALL("1", "'name':'echo','arguments':{'x':[1,'a']}"));
	assert_said(f, "{'jsonrpc':'2.0','id':1,'result':{'content':"
		       "[{'type':'text','text':'hi'}],"
		       "'structuredContent':{'x':[1,'a']}}}");
}

static void
answers_a_refusal_with_text_alone(void **state)
{
	struct fake *f = *state;

	say(f, CALL("1", "'name':'broken','arguments':{'x':1}"));
	assert_said(f, "{'jsonrpc':'2.0','id':1,'result':{'content':"
		       "[{'type':'text','text':'hi'}],'isError':true}}");
}

static void
marks_a_modern_result_as_complete(void **state)
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

static void
refuses_an_unknown_tool_with_the_nearest_one(void **state)
{
	struct fake *f = *state;

	say(f, CALL("1", "'name':'ecco'"));
	assert_refused(f, -32602, "unknown tool \"ecco\"; did you mean \"echo");
	say(f, CALL("1", "'name':'fly'"));
	assert_refused(f, -32602, "unknown tool \"fly\"; there are: echo");
	say(f, CALL("1", "'name':'echo\\u0000'"));
	assert_refused(f, -32602, "needs name");
}

static void
refuses_a_call_without_a_name(void **state)
{
	struct fake *f = *state;

	say(f, "{'jsonrpc':'2.0','id':1,'method':'tools/call'}");
	assert_refused(f, -32602, "needs name");
	say(f, CALL("1", "'name':5"));
	assert_refused(f, -32602, "needs name");
}

static void
takes_null_arguments_as_none(void **state)
{
	struct fake *f = *state;

	say(f, CALL("1", "'name':'echo','arguments':null"));
	assert_null(fake_arguments);
	assert_int_equal(f->count, 1);
}

static void
unwraps_arguments_that_come_as_text(void **state)
{
	struct fake *f = *state;

	say(f, "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':"
	       "{'name':'echo','arguments':'{\\'x\\': 1}'}}");
	assert_int_equal(json_get_int(fake_arguments, "x", 0), 1);
	assert_int_equal(f->count, 1);
}

static void
refuses_arguments_that_are_no_object(void **state)
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

static void
answers_calls_in_the_order_of_their_ends(void **state)
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
static void
answers_both_calls_of_an_id_that_is_used_twice(void **state)
{
	struct fake *f = *state;

	say(f, CALL("1", "'name':'slow'"));
	say(f, CALL("1", "'name':'echo','arguments':{}"));
	assert_int_equal(f->count, 1);
	fake_finish(0, "late");
	assert_int_equal(f->count, 2);
}

static void
tells_progress_by_the_token_of_the_client(void **state)
{
	struct fake *f = *state;

	greet(f, "2025-06-18");
	say(f, CALL("1", "'name':'slow','_meta':{'progressToken':'t'}"));
	fake_progress(0, 0, "starting");
	assert_said(f, "{'jsonrpc':'2.0','method':'notifications/progress',"
		       "'params':{'progressToken':'t','progress':0,"
		       "'message':'starting'}}");
}

static void
tells_no_progress_without_a_token_of_the_right_kind(void **state)
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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_FAKE(lists_the_tools_as_their_schemas_say),
		WITH_FAKE(lists_them_with_their_shelf_life_to_a_modern_client),
		WITH_FAKE(answers_with_text_and_structure),
		WITH_FAKE(answers_a_refusal_with_text_alone),
		WITH_FAKE(marks_a_modern_result_as_complete),
		WITH_FAKE(refuses_an_unknown_tool_with_the_nearest_one),
		WITH_FAKE(refuses_a_call_without_a_name),
		WITH_FAKE(takes_null_arguments_as_none),
		WITH_FAKE(unwraps_arguments_that_come_as_text),
		WITH_FAKE(refuses_arguments_that_are_no_object),
		WITH_FAKE(answers_calls_in_the_order_of_their_ends),
		WITH_FAKE(answers_both_calls_of_an_id_that_is_used_twice),
		WITH_FAKE(tells_progress_by_the_token_of_the_client),
		WITH_FAKE(tells_no_progress_without_a_token_of_the_right_kind),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
