#include "unit/unit.h"

#include "mcp/session/subscription.h"

#include "unit/mcp/fake.h"

#define LISTEN \
	"{'jsonrpc':'2.0','id':'listen:0','method':'subscriptions/listen'," \
	"'params':{'notifications':{'toolsListChanged':true}," MODERN "}}"

TEST_WITH(acknowledges_first_with_what_it_grants, fake_setup, fake_teardown)
{
	struct fake *f = *state;

	say(f, LISTEN);
	assert_said(f,
		"{'jsonrpc':'2.0','method':"
		"'notifications/subscriptions/acknowledged','params':{'_meta':"
		"{'io.modelcontextprotocol/subscriptionId':'listen:0'},"
		"'notifications':{}}}");
}

TEST_WITH(holds_the_request_without_being_busy, fake_setup, fake_teardown)
{
	struct fake *f = *state;

	say(f, LISTEN);
	assert_int_equal(f->client->open, 1);
	assert_false(client_is_busy(f->client));
}

TEST_WITH(lets_go_without_a_word_when_cancelled, fake_setup, fake_teardown)
{
	struct fake *f = *state;

	say(f, LISTEN);
	free(take_line(f));
	say(f, "{'jsonrpc':'2.0','method':'notifications/cancelled',"
	       "'params':{'requestId':'listen:0'}}");
	assert_int_equal(f->client->open, 0);
	assert_silence(f);
}

TEST_WITH(ends_with_a_result_that_names_the_subscription, fake_setup,
	fake_teardown)
{
	struct fake *f = *state;
	struct json_object *reply;
	const struct json_object *result;

	say(f, LISTEN);
	free(take_line(f));
	subscriptions_end(f->client);
	reply = heard(f);
	assert_string_equal(json_get_string(reply, "id"), "listen:0");
	result = json_get_object(reply, "result");
	assert_string_equal(json_get_string(result, "resultType"), "complete");
	assert_string_equal(json_get_string(json_get_object(result, "_meta"),
				    "io.modelcontextprotocol/subscriptionId"),
		"listen:0");
	assert_int_equal(f->client->open, 0);
	json_free(reply);
}

TEST_WITH(refuses_to_listen_to_nothing_in_particular, fake_setup, fake_teardown)
{
	struct fake *f = *state;

	say(f, "{'jsonrpc':'2.0','id':1,'method':'subscriptions/listen',"
	       "'params':{" MODERN "}}");
	assert_refused(f, -32602, "needs notifications");
	assert_int_equal(f->client->open, 0);
}

#define GRANTED(granted) \
	"{'jsonrpc':'2.0','method':" \
	"'notifications/subscriptions/acknowledged','params':{'_meta':" \
	"{'io.modelcontextprotocol/subscriptionId':1}," \
	"'notifications':{" granted "}}}"

static void
listen_to(struct fake *f, const char *wanted)
{
	char *line = text_format(
		"{'jsonrpc':'2.0','id':1,'method':'subscriptions/listen',"
		"'params':{'notifications':{%s}," MODERN "}}",
		wanted);

	say(f, line);
	free(line);
}

TEST_WITH(grants_lists_that_may_change, fake_setup, fake_teardown)
{
	struct fake *f = *state;

	listen_to(f, "'resourcesListChanged':true,'promptsListChanged':true");
	assert_said(f, GRANTED("'resourcesListChanged':true"));
	listen_to(f, "'resourcesListChanged':false");
	assert_said(f, GRANTED(""));
	listen_to(f, "'resourcesListChanged':'yes','else':true");
	assert_said(f, GRANTED(""));
}

static size_t
take_all(struct fake *f)
{
	size_t count = f->count;

	while (f->count > 0)
		free(take_line(f));
	return count;
}

/* One change is told under the id of each: many of them are an attack. */
TEST_WITH(refuses_to_multiply_what_it_tells, fake_setup, fake_teardown)
{
	enum { LISTENERS = 32 };
	struct fake *f = *state;

	for (int i = 0; i < LISTENERS; i++) {
		listen_to(f, "'resourcesListChanged':true");
		free(take_line(f));
	}
	listen_to(f, "'resourcesListChanged':true");
	assert_refused(f, -32602, "32 requests listen already");
	assert_int_equal(f->client->open, LISTENERS);
	subscriptions_tell_list(f->client, CATALOG_RESOURCES);
	assert_int_equal(take_all(f), LISTENERS);
	say(f, "{'jsonrpc':'2.0','method':'notifications/cancelled',"
	       "'params':{'requestId':1}}");
	listen_to(f, "'resourcesListChanged':true");
	assert_said(f, GRANTED("'resourcesListChanged':true"));
}

TEST_WITH(grants_the_resources_that_there_are, fake_setup, fake_teardown)
{
	struct fake *f = *state;

	listen_to(f, "'resourceSubscriptions':['satchel://guide/cores',7,"
		     "'satchel://session/ghost/items']");
	assert_said(f, GRANTED("'resourceSubscriptions':"
			       "['satchel://guide/cores']"));
}

TEST_WITH(subscribes_a_legacy_client_to_a_resource, fake_setup, fake_teardown)
{
	struct fake *f = *state;

	say(f, "{'jsonrpc':'2.0','id':1,'method':'resources/subscribe',"
	       "'params':{'uri':'satchel://guide/cores'}}");
	assert_said(f, "{'jsonrpc':'2.0','id':1,'result':{}}");
	assert_int_equal(subscription_session(f->client)->count, 1);
	say(f, "{'jsonrpc':'2.0','id':2,'method':'resources/unsubscribe',"
	       "'params':{'uri':'satchel://guide/cores'}}");
	assert_said(f, "{'jsonrpc':'2.0','id':2,'result':{}}");
	assert_int_equal(subscription_session(f->client)->count, 0);
}

TEST_WITH(unsubscribes_from_what_was_never_subscribed_to, fake_setup,
	fake_teardown)
{
	struct fake *f = *state;

	say(f, "{'jsonrpc':'2.0','id':2,'method':'resources/unsubscribe',"
	       "'params':{'uri':'satchel://guide/cores'}}");
	assert_said(f, "{'jsonrpc':'2.0','id':2,'result':{}}");
}

TEST_WITH(refuses_to_subscribe_to_what_is_not_there, fake_setup, fake_teardown)
{
	struct fake *f = *state;

	say(f, "{'jsonrpc':'2.0','id':1,'method':'resources/subscribe',"
	       "'params':{'uri':'satchel://guide/ghosts'}}");
	assert_refused(f, -32002, "not found");
	say(f, "{'jsonrpc':'2.0','id':1,'method':'resources/subscribe'}");
	assert_refused(f, -32602, "resources/subscribe needs uri");
}
