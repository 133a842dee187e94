#include "unit/unit.h"

#include "mcp/session/request.h"

#include "mcp/session/client_requests.h"
#include "unit/mcp/fake.h"

static void
call_slow(struct fake *f, const char *meta)
{
	char *line = text_format(
		"{'jsonrpc':'2.0','id':1,'method':'tools/call','params':"
		"{'name':'slow','_meta':{%s}}}",
		meta);

	say(f, line);
	free(line);
}

#define VERSION "'io.modelcontextprotocol/protocolVersion':"
#define CAPABILITIES "'io.modelcontextprotocol/clientCapabilities':"

static struct request *
last_request(struct fake *f)
{
	return TAILQ_LAST(&f->client->requests, requests);
}

TEST_WITH(takes_what_the_client_can_from_the_request, fake_setup, fake_teardown)
{
	struct fake *f = *state;

	call_slow(f, VERSION "'2026-07-28'," CAPABILITIES "{'sampling':{}}");
	assert_true(client_requests_may(last_request(f), CLIENT_SAMPLING));
	assert_false(client_requests_may(last_request(f), CLIENT_ELICITATION));
}

/* What a session has declared is no word about a modern request. */
TEST_WITH(forgets_the_session_for_a_modern_request, fake_setup, fake_teardown)
{
	struct fake *f = *state;

	say(f, "{'jsonrpc':'2.0','id':0,'method':'initialize','params':"
	       "{'protocolVersion':'2025-11-25','capabilities':"
	       "{'elicitation':{}}}}");
	free(take_line(f));
	call_slow(f, "");
	assert_true(client_requests_may(last_request(f), CLIENT_ELICITATION));
	call_slow(f, VERSION "'2026-07-28'," CAPABILITIES "{}");
	assert_false(client_requests_may(last_request(f), CLIENT_ELICITATION));
}

TEST_WITH(refuses_metadata_that_is_not_whole, fake_setup, fake_teardown)
{
	struct fake *f = *state;

	call_slow(f, VERSION "'2026-07-28'");
	assert_refused(f, -32602, "clientCapabilities must be an object");
	call_slow(f, VERSION "7," CAPABILITIES "{}");
	assert_refused(f, -32602, "protocolVersion must be a string");
	call_slow(f, VERSION "'2026-07-28'," CAPABILITIES
			     "{},'io.modelcontextprotocol/logLevel':'loud'");
	assert_refused(f, -32602, "logLevel must be one of");
}

TEST_WITH(refuses_a_version_with_those_that_it_has, fake_setup, fake_teardown)
{
	struct fake *f = *state;

	call_slow(f, VERSION "'2025-11-25'," CAPABILITIES "{}");
	assert_said(f,
		"{'jsonrpc':'2.0','id':1,'error':{'code':-32022,'message':"
		"'Unsupported protocol version','data':{'supported':"
		"['2026-07-28'],'requested':'2025-11-25'}}}");
}

TEST_WITH(keeps_the_token_as_it_is, fake_setup, fake_teardown)
{
	struct json_object *params = parsed("{'_meta':{'progressToken':0}}");
	struct json_object *token = request_token(params);

	assert_int_equal(json_kind(token), JSON_INT);
	json_free(token);
	json_free(params);
	params = parsed("{'_meta':{'progressToken':{}}}");
	assert_null(request_token(params));
	assert_null(request_token(NULL));
	json_free(params);
}
