#include "unit/unit.h"

#include "mcp/features/prompts.h"
#include "mcp/session/versions.h"
#include "unit/mcp/fake.h"

static void
assert_agreed(struct fake *f, const char *version)
{
	struct json_object *reply = heard(f);

	assert_string_equal(json_get_string(json_get_object(reply, "result"),
				    "protocolVersion"),
		version);
	json_free(reply);
}

FAKE_TEST(never_answers_initialize_with_the_modern_version)
{
	say(f, "{'jsonrpc':'2.0','id':1,'method':'initialize','params':"
	       "{'protocolVersion':'2026-07-28'}}");
	assert_agreed(f, "2025-11-25");
	say(f, "{'jsonrpc':'2.0','id':1,'method':'initialize','params':"
	       "{'protocolVersion':'1999-01-01'}}");
	assert_agreed(f, "2025-11-25");
}

FAKE_TEST(refuses_initialize_without_a_version)
{
	say(f, "{'jsonrpc':'2.0','id':1,'method':'initialize'}");
	assert_refused(f, -32602, "protocolVersion");
	say(f, "{'jsonrpc':'2.0','id':1,'method':'initialize','params':"
	       "{'protocolVersion':20250618}}");
	assert_refused(f, -32602, "protocolVersion");
}

FAKE_TEST(cancels_the_call_and_says_nothing_more)
{
	say(f, "{'jsonrpc':'2.0','id':1,'method':'tools/call',"
	       "'params':{'name':'slow'}}");
	say(f, "{'jsonrpc':'2.0','method':'notifications/cancelled',"
	       "'params':{'requestId':1,'reason':'enough'}}");
	assert_int_equal(fake_cancelled, 1);
	assert_false(client_is_busy(f->client));
	assert_silence(f);
}

FAKE_TEST(ignores_a_cancellation_of_nothing)
{
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

/* --- who the server says it is ------------------------------------------- */

/* The result of initialize; the caller's. */
static struct json_object *
introduced(void)
{
	struct fake *f = fake_new(&catalog_satchel);
	struct json_object *reply;

	say(f, "{'jsonrpc':'2.0','id':0,'method':'initialize','params':"
	       "{'protocolVersion':'2025-06-18'}}");
	reply = heard(f);
	fake_free(f);
	return reply;
}

TEST(names_itself_with_its_version)
{
	DROP(json) struct json_object *reply = introduced();
	const struct json_object *info =
		json_get_object(json_get_object(reply, "result"), "serverInfo");

	assert_string_equal(json_get_string(info, "title"), "Satchel");
	assert_string_equal(json_get_string(info, "version"), SATCHEL_VERSION);
	assert_non_null(json_get_string(info, "description"));
}

TEST(promises_changes_only_of_the_list_that_changes)
{
	DROP(json) struct json_object *reply = introduced();
	DROP(text)
	char *text = json_text(json_get_object(
		json_get_object(reply, "result"), "capabilities"));

	assert_same_json(text,
		"{'tools':{},'prompts':{},'resources':{'subscribe':true,"
		"'listChanged':true},'completions':{},'logging':{}}");
}

TEST(instructs_in_at_most_fifteen_hundred_characters)
{
	assert_true(strlen(prompt_find("name", "instructions")->text) <= 2000);
}

/* Hosts run one server for all their chats. */
TEST(tells_to_pass_the_session_before_anything_else)
{
	const char *text = prompt_find("name", "instructions")->text;
	const char *line = strstr(text, "\n1. open_session");

	assert_non_null(line);
	assert_true(line - text < 200);
	assert_non_null(strstr(line, "`session` in EVERY"));
	assert_non_null(strstr(line, "\n6. "));
	assert_null(strstr(line, "\n7. "));
}
