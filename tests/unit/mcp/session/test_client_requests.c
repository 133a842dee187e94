/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "mcp/session/client_requests.h"

#include <stdio.h>

#include "unit/mcp/asking.h"
#include "mcp/session/versions.h"

#define LEGACY(id, name) \
	"{'jsonrpc':'2.0','id':" id ",'method':'tools/call','params':" \
	"{'name':'" name "'}}"
#define ABLE(id, name, more) \
	"{'jsonrpc':'2.0','id':" id ",'method':'tools/call','params':" \
	"{'name':'" name "'" more ",'_meta':{" \
	"'io.modelcontextprotocol/protocolVersion':'2026-07-28'," \
	"'io.modelcontextprotocol/clientCapabilities':{'elicitation':{}}}}}"
#define WHO(id) \
	"{'jsonrpc':'2.0','id':" id ",'method':'elicitation/create'," \
	"'params':{'message':'Who?'}}"

static void
greet_able(struct fake *f)
{
	say(f, "{'jsonrpc':'2.0','id':0,'method':'initialize','params':"
	       "{'protocolVersion':'2025-11-25','capabilities':"
	       "{'elicitation':{}}}}");
	free(take_line(f));
}

/* --- legacy --------------------------------------------------------------- */

static void
asks_a_legacy_client_by_a_request_of_its_own(void **state)
{
	struct fake *f = *state;

	greet_able(f);
	say(f, LEGACY("'c'", "name"));
	assert_said(f, WHO("1"));
	say(f, "{'jsonrpc':'2.0','id':1,'result':{'action':'accept',"
	       "'content':{'name':'Ann'}}}");
	assert_said(f, "{'jsonrpc':'2.0','id':'c','result':{'name':'Ann'}}");
	assert_int_equal(f->client->open, 0);
}

static void
tells_two_that_ask_at_once_apart(void **state)
{
	struct fake *f = *state;

	greet_able(f);
	say(f, LEGACY("7", "name"));
	assert_said(f, WHO("1"));
	say(f, LEGACY("8", "name"));
	assert_said(f, WHO("2"));
	say(f, "{'jsonrpc':'2.0','id':2,'result':{'action':'accept',"
	       "'content':{'name':'Ben'}}}");
	assert_said(f, "{'jsonrpc':'2.0','id':8,'result':{'name':'Ben'}}");
	say(f, "{'jsonrpc':'2.0','id':1,'result':{'action':'decline'}}");
	assert_said(f, "{'jsonrpc':'2.0','id':7,'result':{'name':'nobody'}}");
}

static void
waits_for_all_replies_in_any_order(void **state)
{
	struct fake *f = *state;

	greet_able(f);
	say(f, LEGACY("7", "two"));
	assert_int_equal(f->count, 2);
	free(take_line(f));
	free(take_line(f));
	say(f, "{'jsonrpc':'2.0','id':2,'result':{'action':'decline'}}");
	assert_silence(f);
	say(f, "{'jsonrpc':'2.0','id':1,'result':{'action':'accept'}}");
	assert_said(f, "{'jsonrpc':'2.0','id':7,'result':{'both':'decline'}}");
}

static void
keeps_the_state_between_rounds(void **state)
{
	struct fake *f = *state;

	greet_able(f);
	say(f, LEGACY("7", "rounds"));
	assert_said(f, WHO("1"));
	say(f, "{'jsonrpc':'2.0','id':1,'result':{'action':'accept',"
	       "'content':{'name':'Ann'}}}");
	free(take_line(f));
	say(f, "{'jsonrpc':'2.0','id':2,'result':{'action':'accept',"
	       "'content':{'color':'red'}}}");
	assert_said(f, "{'jsonrpc':'2.0','id':7,'result':{'Ann':'red'}}");
}

static void
hands_an_error_on_as_a_reply(void **state)
{
	struct fake *f = *state;

	greet_able(f);
	say(f, LEGACY("7", "name"));
	free(take_line(f));
	say(f, "{'jsonrpc':'2.0','id':1,'error':{'code':-1,'message':'x'}}");
	assert_said(f, "{'jsonrpc':'2.0','id':7,'result':{'name':'nobody'}}");
}

static void
ignores_a_reply_to_nothing(void **state)
{
	struct fake *f = *state;

	greet_able(f);
	say(f, LEGACY("7", "name"));
	free(take_line(f));
	say(f, "{'jsonrpc':'2.0','id':2,'result':{}}");
	say(f, "{'jsonrpc':'2.0','id':'1','result':{}}");
	say(f, "{'jsonrpc':'2.0','result':{}}");
	assert_silence(f);
	assert_int_equal(f->client->open, 1);
}

/* And a late answer to it is one to nothing. */
static void
takes_its_question_back_when_the_request_is_cancelled(void **state)
{
	struct fake *f = *state;

	greet_able(f);
	say(f, LEGACY("7", "name"));
	free(take_line(f));
	say(f, "{'jsonrpc':'2.0','method':'notifications/cancelled',"
	       "'params':{'requestId':7}}");
	assert_said(f, "{'jsonrpc':'2.0','method':'notifications/cancelled',"
		       "'params':{'requestId':1}}");
	say(f, "{'jsonrpc':'2.0','id':1,'result':{'action':'accept'}}");
	assert_silence(f);
}

static void
asks_nobody_who_has_not_said_that_he_can(void **state)
{
	struct fake *f = *state;

	greet(f, "2025-11-25");
	say(f, LEGACY("7", "name"));
	assert_said(
		f, "{'jsonrpc':'2.0','id':7,'result':{'none':'cannot ask'}}");
}

/* --- modern --------------------------------------------------------------- */

/* The state of the only line, the caller's; "" if it has none. */
static char *
take_state(struct fake *f, const char *key)
{
	struct json_object *reply = heard(f);
	const struct json_object *result = json_get_object(reply, "result");
	const char *sealed = json_get_string(result, "requestState");
	char *copy = text_copy(sealed != NULL ? sealed : "");

	assert_string_equal(
		json_get_string(result, "resultType"), "input_required");
	assert_non_null(
		json_get_object(json_get_object(result, "inputRequests"), key));
	/* It is no result to be kept. */
	assert_null(json_get(result, "ttlMs"));
	json_free(reply);
	return copy;
}

static void
asks_a_modern_client_by_a_result_and_forgets_it(void **state)
{
	struct fake *f = *state;
	char *sealed;

	say(f, ABLE("1", "name", ""));
	sealed = take_state(f, "name");
	assert_string_equal(sealed, "");
	assert_int_equal(f->client->open, 0);
	free(sealed);
}

static const char *
result_text(struct fake *f, const char *key)
{
	static char text[64];
	struct json_object *reply = heard(f);
	const char *found =
		json_get_string(json_get_object(reply, "result"), key);

	(void)snprintf(text, sizeof(text), "%s", found != NULL ? found : "");
	json_free(reply);
	return text;
}

static void
finds_the_replies_that_come_with_the_next_request(void **state)
{
	struct fake *f = *state;

	say(f, ABLE("2", "name",
		       ",'inputResponses':{'more':{'action':'accept'},"
		       "'name':{'action':'accept','content':{'name':'Ann'}}}"));
	assert_string_equal(result_text(f, "name"), "Ann");
}

static void
asks_again_for_what_is_missing_or_no_object(void **state)
{
	struct fake *f = *state;

	say(f, ABLE("1", "name", ",'inputResponses':{'wrong':{}}"));
	free(take_state(f, "name"));
	say(f, ABLE("1", "name", ",'inputResponses':{'name':12345}"));
	free(take_state(f, "name"));
}

static void
refuses_replies_that_are_no_object(void **state)
{
	struct fake *f = *state;

	say(f, ABLE("1", "name", ",'inputResponses':null"));
	assert_refused(f, -32602, "inputResponses must be an object");
}

static void
carries_its_state_through_the_client(void **state)
{
	struct fake *f = *state;
	char *sealed;
	char *line;

	say(f, ABLE("1", "rounds", ""));
	sealed = take_state(f, "name");
	line = text_format(
		ABLE("2", "rounds",
			",'inputResponses':{'name':{'action':'accept',"
			"'content':{'name':'Ann'}}},'requestState':'%s'"),
		sealed);
	say(f, line);
	free(line);
	free(sealed);
	sealed = take_state(f, "color");
	line = text_format(
		ABLE("3", "rounds",
			",'inputResponses':{'color':{'action':'accept',"
			"'content':{'color':'red'}}},'requestState':'%s'"),
		sealed);
	say(f, line);
	free(line);
	free(sealed);
	assert_string_equal(result_text(f, "Ann"), "red");
}

static void
refuses_a_state_that_is_not_its_own(void **state)
{
	struct fake *f = *state;
	char *sealed;
	char *line;

	say(f, ABLE("1", "rounds", ",'requestState':'made up'"));
	assert_refused(f, -32602, "requestState");
	say(f, ABLE("1", "rounds", ",'requestState':7"));
	assert_refused(f, -32602, "requestState");
	/* One that was given, for another tool. */
	say(f, ABLE("1", "rounds", ""));
	sealed = take_state(f, "name");
	line = text_format(ABLE("2", "name", ",'requestState':'%s'"), sealed);
	say(f, line);
	assert_refused(f, -32602, "requestState");
	free(line);
	free(sealed);
}

/* --- what a client can ---------------------------------------------------- */

static unsigned
declared(const char *text, const char *version)
{
	struct json_object *value = parsed(text);
	unsigned found = client_requests_capabilities(value, version_find(version));

	json_free(value);
	return found;
}

static void
reads_what_a_client_declares(void **state)
{
	(void)state;
	assert_int_equal(declared("{}", "2025-11-25"), 0);
	assert_int_equal(declared("{'sampling':{},'roots':{}}", "2024-11-05"),
		CLIENT_REQUESTS_SAMPLING | CLIENT_REQUESTS_ROOTS);
	assert_int_equal(
		declared("{'elicitation':{}}", "2025-06-18"), CLIENT_REQUESTS_ELICITATION);
	assert_int_equal(
		declared("{'elicitation':{'form':{},'url':{}}}", "2026-07-28"),
		CLIENT_REQUESTS_ELICITATION);
	assert_int_equal(
		declared("{'elicitation':{'url':{}}}", "2026-07-28"), 0);
	assert_int_equal(declared("{'elicitation':{}}", "2025-03-26"), 0);
	assert_int_equal(declared("{'elicitation':true}", "2025-11-25"), 0);
	assert_int_equal(client_requests_capabilities(NULL, version_find("2025-11-25")), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_TOOLS(asks_a_legacy_client_by_a_request_of_its_own),
		WITH_TOOLS(tells_two_that_ask_at_once_apart),
		WITH_TOOLS(waits_for_all_replies_in_any_order),
		WITH_TOOLS(keeps_the_state_between_rounds),
		WITH_TOOLS(hands_an_error_on_as_a_reply),
		WITH_TOOLS(ignores_a_reply_to_nothing),
		WITH_TOOLS(
			takes_its_question_back_when_the_request_is_cancelled),
		WITH_TOOLS(asks_nobody_who_has_not_said_that_he_can),
		WITH_TOOLS(asks_a_modern_client_by_a_result_and_forgets_it),
		WITH_TOOLS(finds_the_replies_that_come_with_the_next_request),
		WITH_TOOLS(asks_again_for_what_is_missing_or_no_object),
		WITH_TOOLS(refuses_replies_that_are_no_object),
		WITH_TOOLS(carries_its_state_through_the_client),
		WITH_TOOLS(refuses_a_state_that_is_not_its_own),
		cmocka_unit_test(reads_what_a_client_declares),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
