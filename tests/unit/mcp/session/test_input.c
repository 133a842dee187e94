#include "unit/unit.h"

#include <stdio.h>

#include "mcp/session/input.h"
#include "mcp/session/request.h"
#include "mcp/session/versions.h"
#include "unit/mcp/fake.h"

/*
 * A catalog whose method tools/call needs input: "name" a name, "two" two
 * things at once, "rounds" a name and then, knowing it, a color.
 */

static struct json_object *
new_elicitation(const char *key, const char *message)
{
	char *text =
		text_format("{'%s':{'method':'elicitation/create','params':"
			    "{'message':'%s'}}}",
			key, message);
	struct json_object *input_requests = parsed(text);

	free(text);
	return input_requests;
}

static void
answer(struct request *r, const char *key, const char *text)
{
	struct json_object *result = json_new_object();

	json_put_string(result, key, text);
	request_answer(r, result);
}

/* The text, if the user has accepted the form and entered one. */
static const char *
entered(const struct json_object *response, const char *name)
{
	const char *action = json_get_string(response, "action");

	if (action == NULL || strcmp(action, "accept") != 0)
		return NULL;
	return json_get_string(json_get_object(response, "content"), name);
}

static void
call_name(struct request *r)
{
	const struct json_object *response;
	const char *name;

	if ((r->capabilities & CLIENT_ELICITATION) == 0) {
		answer(r, "none", "cannot ask");
		return;
	}
	response = input_response(r, "name");
	name = entered(response, "name");
	if (response == NULL)
		input_require(r, new_elicitation("name", "Who?"), NULL);
	else
		answer(r, "name", name != NULL ? name : "nobody");
}

static void
call_two(struct request *r)
{
	struct json_object *input_requests;

	if (input_response(r, "a") != NULL && input_response(r, "b") != NULL) {
		answer(r, "both",
			json_get_string(input_response(r, "b"), "action"));
		return;
	}
	input_requests = new_elicitation("a", "A?");
	json_put(input_requests, "b",
		json_copy(json_get_object(input_requests, "a")));
	input_require(r, input_requests, NULL);
}

/* The state is the name. */
static void
call_rounds(struct request *r)
{
	const char *name = entered(input_response(r, "name"), "name");
	const char *color = entered(input_response(r, "color"), "color");

	if (input_state(r) != NULL && color != NULL)
		answer(r, input_state(r), color);
	else if (name != NULL)
		input_require(r, new_elicitation("color", "Color?"), name);
	else
		input_require(r, new_elicitation("name", "Who?"), NULL);
}

static void
call(struct request *r, const struct json_object *params)
{
	const char *name = json_get_string(params, "name");

	if (strcmp(name, "name") == 0)
		call_name(r);
	else if (strcmp(name, "two") == 0)
		call_two(r);
	else
		call_rounds(r);
}

static int
setup_needing_input(void **state)
{
	static const struct method methods[] = {
		{"initialize", METHOD_LEGACY, 0, method_initialize},
		{"tools/call", METHOD_BOTH, METHOD_NEEDS_INPUT, call},
	};
	static const struct catalog catalog = {
		.methods = methods, .method_count = 2};

	fake_reset();
	*state = fake_new(&catalog);
	return 0;
}

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

#define INPUT_TEST(sentence) \
	TEST_ON(sentence, setup_needing_input, fake_teardown, struct fake *f)

/* --- legacy --------------------------------------------------------------- */

INPUT_TEST(tells_two_that_need_input_at_once_apart)
{
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

INPUT_TEST(keeps_the_state_between_rounds)
{
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

INPUT_TEST(passes_an_error_on_as_a_response)
{
	greet_able(f);
	say(f, LEGACY("7", "name"));
	free(take_line(f));
	say(f, "{'jsonrpc':'2.0','id':1,'error':{'code':-1,'message':'x'}}");
	assert_said(f, "{'jsonrpc':'2.0','id':7,'result':{'name':'nobody'}}");
}

INPUT_TEST(ignores_a_response_to_nothing)
{
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
INPUT_TEST(cancels_its_request_with_that_of_the_client)
{
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

INPUT_TEST(asks_no_client_that_has_not_declared_the_capability)
{
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
	const char *sent = json_get_string(result, "requestState");
	char *copy = text_copy(sent != NULL ? sent : "");

	assert_string_equal(
		json_get_string(result, "resultType"), "input_required");
	assert_non_null(
		json_get_object(json_get_object(result, "inputRequests"), key));
	/* It is no result to be kept. */
	assert_null(json_get(result, "ttlMs"));
	json_free(reply);
	return copy;
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

INPUT_TEST(finds_the_responses_that_come_with_the_next_request)
{
	say(f, ABLE("2", "name",
		       ",'inputResponses':{'more':{'action':'accept'},"
		       "'name':{'action':'accept','content':{'name':'Ann'}}}"));
	assert_string_equal(result_text(f, "name"), "Ann");
}

INPUT_TEST(refuses_responses_and_states_of_other_kinds)
{
	assert_refusal(f, ABLE("1", "name", ",'inputResponses':null"), -32602,
		"inputResponses must be an object");
	assert_refusal(f, ABLE("1", "name", ",'requestState':7"), -32602,
		"requestState must be the string");
}

INPUT_TEST(carries_its_state_through_the_client)
{
	char *sent;

	say(f, ABLE("2", "rounds",
		       ",'inputResponses':{'name':{'action':'accept',"
		       "'content':{'name':'Ann'}}}"));
	sent = take_state(f, "color");
	assert_string_equal(sent, "Ann");
	free(sent);
	say(f, ABLE("3", "rounds",
		       ",'inputResponses':{'color':{'action':'accept',"
		       "'content':{'color':'red'}}},'requestState':'Ann'"));
	assert_string_equal(result_text(f, "Ann"), "red");
}

/* --- what a client can ---------------------------------------------------- */

static unsigned
declared(const char *text, const char *version)
{
	struct json_object *value = parsed(text);
	unsigned found = client_capabilities(value, version_find(version));

	json_free(value);
	return found;
}

TEST(reads_what_a_client_declares)
{
	assert_int_equal(declared("{}", "2025-11-25"), 0);
	assert_int_equal(declared("{'sampling':{},'roots':{}}", "2024-11-05"),
		CLIENT_SAMPLING | CLIENT_ROOTS);
	assert_int_equal(declared("{'elicitation':{}}", "2025-06-18"),
		CLIENT_ELICITATION);
	assert_int_equal(
		declared("{'elicitation':{'form':{},'url':{}}}", "2026-07-28"),
		CLIENT_ELICITATION);
	assert_int_equal(
		declared("{'elicitation':{'url':{}}}", "2026-07-28"), 0);
	assert_int_equal(declared("{'elicitation':{}}", "2025-03-26"), 0);
	assert_int_equal(declared("{'elicitation':true}", "2025-11-25"), 0);
	assert_int_equal(
		client_capabilities(NULL, version_find("2025-11-25")), 0);
}
