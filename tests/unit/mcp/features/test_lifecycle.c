/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "base/log.h"
#include "unit/mcp/fake.h"
#include "mcp/session/client_requests.h"
#include "mcp/session/versions.h"

static void
opens_a_session_with_all_that_a_client_needs(void **state)
{
	struct fake *f = *state;
	struct json_object *reply;
	const struct json_object *result;

	say(f, "{'jsonrpc':'2.0','id':0,'method':'initialize','params':"
	       "{'protocolVersion':'2025-06-18','capabilities':{},"
	       "'clientInfo':{'name':'t','version':'1'}}}");
	reply = heard(f);
	assert_int_equal(json_get_int(reply, "id", -1), 0);
	result = json_get_object(reply, "result");
	assert_string_equal(
		json_get_string(result, "protocolVersion"), "2025-06-18");
	assert_non_null(json_get_object(
		json_get_object(result, "capabilities"), "tools"));
	assert_string_equal(
		json_get_string(json_get_object(result, "serverInfo"), "name"),
		"satchel");
	assert_non_null(json_get_string(result, "instructions"));
	assert_null(json_get(result, "resultType"));
	json_free(reply);
}

static void
assert_agreed(struct fake *f, const char *version)
{
	struct json_object *reply = heard(f);

	assert_string_equal(json_get_string(json_get_object(reply, "result"),
				    "protocolVersion"),
		version);
	json_free(reply);
}

static void
answers_initialize_again_with_the_new_version(void **state)
{
	struct fake *f = *state;

	greet(f, "2025-03-26");
	say(f, "{'jsonrpc':'2.0','id':1,'method':'initialize','params':"
	       "{'protocolVersion':'2024-11-05'}}");
	assert_agreed(f, "2024-11-05");
	assert_string_equal(f->client->era->version, "2024-11-05");
}

static void
never_answers_initialize_with_the_modern_version(void **state)
{
	struct fake *f = *state;

	say(f, "{'jsonrpc':'2.0','id':1,'method':'initialize','params':"
	       "{'protocolVersion':'2026-07-28'}}");
	assert_agreed(f, "2025-11-25");
	say(f, "{'jsonrpc':'2.0','id':1,'method':'initialize','params':"
	       "{'protocolVersion':'1999-01-01'}}");
	assert_agreed(f, "2025-11-25");
}

static void
refuses_initialize_without_a_version(void **state)
{
	struct fake *f = *state;

	say(f, "{'jsonrpc':'2.0','id':1,'method':'initialize'}");
	assert_refused(f, -32602, "protocolVersion");
	say(f, "{'jsonrpc':'2.0','id':1,'method':'initialize','params':"
	       "{'protocolVersion':20250618}}");
	assert_refused(f, -32602, "protocolVersion");
}

static void
pings_before_and_after_initialize(void **state)
{
	struct fake *f = *state;

	say(f, "{'jsonrpc':'2.0','id':0,'method':'ping'}");
	assert_said(f, "{'jsonrpc':'2.0','id':0,'result':{}}");
	greet(f, "2025-11-25");
	say(f, "{'jsonrpc':'2.0','id':'','method':'ping'}");
	assert_said(f, "{'jsonrpc':'2.0','id':'','result':{}}");
}

static void
says_nothing_to_initialized(void **state)
{
	struct fake *f = *state;

	greet(f, "2025-11-25");
	say(f, "{'jsonrpc':'2.0','method':'notifications/initialized'}");
	assert_silence(f);
}

static void
describes_itself_to_a_modern_client(void **state)
{
	struct fake *f = *state;
	struct json_object *reply;
	const struct json_object *result;
	char *versions;

	say(f, "{'jsonrpc':'2.0','id':'probe','method':'server/discover',"
	       "'params':{" MODERN "}}");
	reply = heard(f);
	result = json_get_object(reply, "result");
	versions = json_text(json_get(result, "supportedVersions"));
	assert_string_equal(versions, "[\"2026-07-28\"]");
	assert_string_equal(json_get_string(result, "resultType"), "complete");
	assert_string_equal(json_get_string(result, "cacheScope"), "public");
	assert_true(json_get_int(result, "ttlMs", -1) >= 0);
	assert_non_null(json_get_string(result, "instructions"));
	assert_non_null(json_get_object(result, "capabilities"));
	assert_non_null(json_get_object(json_get_object(result, "_meta"),
		"io.modelcontextprotocol/serverInfo"));
	free(versions);
	json_free(reply);
}

static void
cancels_the_call_and_says_nothing_more(void **state)
{
	struct fake *f = *state;

	say(f, "{'jsonrpc':'2.0','id':1,'method':'tools/call',"
	       "'params':{'name':'slow'}}");
	say(f, "{'jsonrpc':'2.0','method':'notifications/cancelled',"
	       "'params':{'requestId':1,'reason':'enough'}}");
	assert_int_equal(fake_cancelled, 1);
	assert_false(client_is_busy(f->client));
	assert_silence(f);
}

static void
cancels_by_type_and_value_of_the_id(void **state)
{
	struct fake *f = *state;

	say(f, "{'jsonrpc':'2.0','id':1,'method':'tools/call',"
	       "'params':{'name':'slow'}}");
	say(f, "{'jsonrpc':'2.0','method':'notifications/cancelled',"
	       "'params':{'requestId':'1'}}");
	assert_int_equal(fake_cancelled, 0);
	fake_finish(0, "done");
	assert_int_equal(f->count, 1);
}

static void
ignores_a_cancellation_of_nothing(void **state)
{
	struct fake *f = *state;

	say(f, "{'jsonrpc':'2.0','id':1,'method':'tools/call',"
	       "'params':{'name':'slow'}}");
	say(f, "{'jsonrpc':'2.0','method':'notifications/cancelled'}");
	say(f, "{'jsonrpc':'2.0','method':'notifications/cancelled',"
	       "'params':{}}");
	say(f, "{'jsonrpc':'2.0','method':'notifications/cancelled',"
	       "'params':{'requestId':999}}");
	assert_int_equal(fake_cancelled, 0);
	assert_true(client_is_busy(f->client));
	assert_silence(f);
}

static void
cancels_all_requests_that_share_the_id(void **state)
{
	struct fake *f = *state;

	say(f, "{'jsonrpc':'2.0','id':1,'method':'tools/call',"
	       "'params':{'name':'slow'}}");
	say(f, "{'jsonrpc':'2.0','id':1,'method':'tools/call',"
	       "'params':{'name':'slow'}}");
	say(f, "{'jsonrpc':'2.0','method':'notifications/cancelled',"
	       "'params':{'requestId':1}}");
	assert_int_equal(fake_cancelled, 2);
	assert_silence(f);
}

static void
remembers_what_the_client_of_a_session_can(void **state)
{
	struct fake *f = *state;

	say(f, "{'jsonrpc':'2.0','id':1,'method':'initialize','params':"
	       "{'protocolVersion':'2025-11-25','capabilities':{'roots':{}}}}");
	json_free(heard(f));
	assert_int_equal(f->client->capabilities, CLIENT_REQUESTS_ROOTS);
	greet(f, "2025-11-25");
	assert_int_equal(f->client->capabilities, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_FAKE(opens_a_session_with_all_that_a_client_needs),
		WITH_FAKE(answers_initialize_again_with_the_new_version),
		WITH_FAKE(never_answers_initialize_with_the_modern_version),
		WITH_FAKE(refuses_initialize_without_a_version),
		WITH_FAKE(pings_before_and_after_initialize),
		WITH_FAKE(says_nothing_to_initialized),
		WITH_FAKE(describes_itself_to_a_modern_client),
		WITH_FAKE(cancels_the_call_and_says_nothing_more),
		WITH_FAKE(cancels_by_type_and_value_of_the_id),
		WITH_FAKE(ignores_a_cancellation_of_nothing),
		WITH_FAKE(cancels_all_requests_that_share_the_id),
		WITH_FAKE(remembers_what_the_client_of_a_session_can),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
