#include "unit/unit.h"

#include "mcp/serve/serve.h"

#include "base/limits.h"
#include "unit/mcp/fake.h"

#define PONG(id) "{'jsonrpc':'2.0','id':" id ",'result':{}}"

FAKE_TEST(answers_a_bare_error_in_the_eras_that_have_it)
{
	struct json_object *reply;

	greet(f, "2025-11-25");
	say(f, "garbage");
	reply = heard(f);
	assert_null(json_get(reply, "id"));
	assert_int_equal(
		json_get_int(json_get_object(reply, "error"), "code", 0),
		-32700);
	json_free(reply);
	say(f, "{'jsonrpc':'2.0','id':null,'method':'ping'}");
	assert_refused(f, -32600, "id");
	say(f, "[{'jsonrpc':'2.0','id':1,'method':'ping'}]");
	assert_refused(f, -32600, "2025-03-26");
}

FAKE_TEST(answers_what_is_broken_behind_its_id)
{
	greet(f, "2024-11-05");
	say(f, "{'jsonrpc':'2.0','id':3,'method':'pi");
	assert_refused(f, -32700, "not JSON");
	say(f, "{'jsonrpc':'2.0','id':3,'method':5}");
	assert_refused(f, -32600, "method");
}

FAKE_TEST(answers_a_line_that_was_too_long_by_its_id)
{
	static const char text[] = "{\"id\": \"a\", \"params\": \"xxxxxx";

	dispatch_line(f->client, text, sizeof(text) - 1, true);
	assert_refused(f, -32600, "at most 16777216 bytes");
	dispatch_line(f->client, "xxxxxxxx", 8, true);
	assert_silence(f);
}

FAKE_TEST(never_answers_a_notification)
{
	greet(f, "2025-11-25");
	say(f, "{'jsonrpc':'2.0','method':'foo/bar'}");
	say(f, "{'jsonrpc':'2.0','method':'ping'}");
	say(f, "{'jsonrpc':'2.0','method':'tools/call','params':"
	       "{'name':'slow'}}");
	assert_silence(f);
	assert_int_equal(fake_started, 0);
}

FAKE_TEST(refuses_an_unknown_method)
{
	say(f, "{'jsonrpc':'2.0','id':9,'method':'foo/bar'}");
	assert_refused(f, -32601, "Method not found: foo/bar");
}

FAKE_TEST(refuses_a_session_version_in_the_metadata)
{
	say(f, "{'jsonrpc':'2.0','id':1,'method':'tools/list','params':"
	       "{'_meta':{'io.modelcontextprotocol/protocolVersion':"
	       "'2025-11-25','io.modelcontextprotocol/clientCapabilities':"
	       "{}}}}");
	assert_refused(f, -32022, "Unsupported protocol version");
}

FAKE_TEST(refuses_metadata_that_lack_something)
{
	say(f, "{'jsonrpc':'2.0','id':1,'method':'tools/list','params':"
	       "{'_meta':{'io.modelcontextprotocol/protocolVersion':"
	       "'2026-07-28'}}}");
	assert_refused(f, -32602, "clientCapabilities");
	say(f, "{'jsonrpc':'2.0','id':1,'method':'tools/list','params':"
	       "{'_meta':{'io.modelcontextprotocol/protocolVersion':7}}}");
	assert_refused(f, -32602, "protocolVersion must be a string");
	say(f, "{'jsonrpc':'2.0','id':1,'method':'tools/list','params':"
	       "{'_meta':{'io.modelcontextprotocol/protocolVersion':null}}}");
	assert_refused(f, -32602, "protocolVersion must be a string");
}

FAKE_TEST(refuses_requests_beyond_its_ceiling_and_says_so)
{
	for (int i = 0; i < OPEN_REQUESTS_MAX; i++) {
		struct json_object *id = json_new_int(i);

		(void)request_new(f->client, id, NULL);
		json_free(id);
	}
	say(f, "{'jsonrpc':'2.0','id':'x','method':'ping'}");
	assert_refused(f, -32603, "1024 requests are open");
	assert_int_equal(f->client->open, OPEN_REQUESTS_MAX);
}

FAKE_TEST(refuses_requests_that_hold_too_much_and_says_so)
{
	DROP(text) char *rest = mem_new(15 * MIB + 1);
	DROP(text) char *line = NULL;

	memset(rest, 'x', 15 * MIB);
	line = text_format(
		"{'jsonrpc':'2.0','id':1,'method':'tools/call','params':"
		"{'name':'slow','_meta':{'x':'%s'}}}",
		rest);
	for (int i = 0; i < 4; i++)
		say(f, line);
	assert_silence(f);
	say(f, line);
	assert_refused(f, -32603, "wait for their answers");
	client_cancel_all(f->client);
	assert_int_equal(f->client->open_weight, 0);
}
