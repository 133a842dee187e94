#include "unit/unit.h"

#include "mcp/features/handlers.h"
#include "unit/mcp/fake.h"

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

TEST_WITH(asks_a_legacy_user_and_goes_on_when_he_agrees, fake_setup,
	fake_teardown)
{
	struct fake *f = *state;

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

TEST_WITH(tells_the_tool_when_he_does_not, fake_setup, fake_teardown)
{
	struct fake *f = *state;

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
TEST_WITH(takes_an_error_for_a_no, fake_setup, fake_teardown)
{
	struct fake *f = *state;

	greet_able(f, "2025-11-25");
	fake_message = "Really?";
	say(f, ECHO("1", ""));
	free(take_line(f));
	say(f, "{'jsonrpc':'2.0','id':1,'error':{'code':-1,'message':'no'}}");
	assert_int_equal(fake_consent, CONSENT_NO);
	json_free(heard(f));
}

TEST_WITH(needs_no_consent_where_nobody_can_be_asked, fake_setup, fake_teardown)
{
	struct fake *f = *state;

	fake_message = "Really?";
	greet(f, "2025-11-25");
	say(f, ECHO("1", ""));
	assert_int_equal(fake_consent, CONSENT_YES);
	json_free(heard(f));
	/* That version has no such questions, whatever the client says. */
	greet_able(f, "2025-03-26");
	say(f, ECHO("2", ""));
	json_free(heard(f));
	say(f, ECHO("3", "," MODERN));
	json_free(heard(f));
}

/* The state in the result, the caller's. */
static char *
ask_modern(struct fake *f)
{
	struct json_object *reply;
	const struct json_object *result;
	char *asked;
	char *sealed;

	say(f, ECHO("1", "," ABLE));
	reply = heard(f);
	result = json_get_object(reply, "result");
	assert_string_equal(
		json_get_string(result, "resultType"), "input_required");
	asked = json_text(json_get(result, "inputRequests"));
	assert_same_json(asked, "{'confirm':{'method':'elicitation/create',"
				"'params':" FORM("Really?") "}}");
	sealed = text_copy(json_get_string(result, "requestState"));
	free(asked);
	json_free(reply);
	return sealed;
}

static void
retry(struct fake *f, const char *action, const char *sealed)
{
	char *line = text_format(
		ECHO("2", ",'inputResponses':{'confirm':{'action':'%s'}},"
			  "'requestState':'%s'," ABLE),
		action, sealed);

	say(f, line);
	free(line);
}

TEST_WITH(asks_a_modern_client_by_a_result, fake_setup, fake_teardown)
{
	struct fake *f = *state;
	struct json_object *reply;
	char *sealed;

	fake_message = "Really?";
	sealed = ask_modern(f);
	retry(f, "accept", sealed);
	assert_int_equal(fake_consent, CONSENT_YES);
	reply = heard(f);
	assert_string_equal(
		json_get_string(json_get_object(reply, "result"), "resultType"),
		"complete");
	json_free(reply);
	retry(f, "decline", sealed);
	assert_int_equal(fake_consent, CONSENT_NO);
	json_free(heard(f));
	free(sealed);
}

/* What was agreed to is the message; by now it is another one. */
TEST_WITH(asks_again_when_the_message_has_changed, fake_setup, fake_teardown)
{
	struct fake *f = *state;
	struct json_object *reply;
	char *sealed;

	fake_message = "Really?";
	sealed = ask_modern(f);
	fake_message = "Really, all 7?";
	retry(f, "accept", sealed);
	reply = heard(f);
	assert_string_equal(
		json_get_string(json_get_object(reply, "result"), "resultType"),
		"input_required");
	json_free(reply);
	free(sealed);
}

TEST_WITH(
	asks_when_there_is_an_answer_to_no_question, fake_setup, fake_teardown)
{
	struct fake *f = *state;
	struct json_object *reply;

	fake_message = "Really?";
	say(f, ECHO("1", ",'inputResponses':{'confirm':{'action':'accept'}}"
			 "," ABLE));
	reply = heard(f);
	assert_string_equal(
		json_get_string(json_get_object(reply, "result"), "resultType"),
		"input_required");
	json_free(reply);
}

TEST_WITH(refuses_a_state_that_was_tampered_with, fake_setup, fake_teardown)
{
	struct fake *f = *state;
	char *sealed;

	fake_message = "Really?";
	sealed = ask_modern(f);
	sealed[0] = sealed[0] == 'e' ? 'f' : 'e';
	retry(f, "accept", sealed);
	assert_refused(f, -32602, "requestState");
	free(sealed);
}

TEST_WITH(logs_the_end_of_a_call_to_who_wants_it, fake_setup, fake_teardown)
{
	struct fake *f = *state;
	struct json_object *message;
	const struct json_object *data;

	say(f, "{'jsonrpc':'2.0','id':0,'method':'logging/setLevel',"
	       "'params':{'level':'debug'}}");
	free(take_line(f));
	say(f, ECHO("1", ""));
	message = heard_first(f);
	data = json_get_object(json_get_object(message, "params"), "data");
	assert_string_equal(json_get_string(data, "tool"), "echo");
	assert_false(json_get_bool(data, "refused", true));
	assert_non_null(json_get(data, "ms"));
	json_free(message);
	json_free(heard(f));
}

TEST_WITH(
	refuses_an_unknown_tool_with_the_nearest_one, fake_setup, fake_teardown)
{
	struct fake *f = *state;

	say(f, "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':"
	       "{'name':'ecko'}}");
	assert_refused(f, -32602, "did you mean \"echo\"?");
	say(f, "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':"
	       "{'name':'something'}}");
	assert_refused(f, -32602, "there are: echo");
}
