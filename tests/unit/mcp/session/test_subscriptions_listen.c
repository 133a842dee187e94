/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "mcp/session/subscriptions_listen.h"

#include "unit/mcp/fake.h"
#include "mcp/session/subscription.h"

#define LISTEN \
	"{'jsonrpc':'2.0','id':'listen:0','method':'subscriptions/listen'," \
	"'params':{'notifications':{'toolsListChanged':true}," MODERN "}}"

static void
acknowledges_first_with_what_it_grants(void **state)
{
	struct fake *f = *state;

	say(f, LISTEN);
	assert_said(f,
		"{'jsonrpc':'2.0','method':"
		"'notifications/subscriptions/acknowledged','params':{'_meta':"
		"{'io.modelcontextprotocol/subscriptionId':'listen:0'},"
		"'notifications':{}}}");
}

static void
holds_the_request_without_being_busy(void **state)
{
	struct fake *f = *state;

	say(f, LISTEN);
	assert_int_equal(f->client->open, 1);
	assert_false(client_is_busy(f->client));
}

static void
lets_go_without_a_word_when_cancelled(void **state)
{
	struct fake *f = *state;

	say(f, LISTEN);
	free(take_line(f));
	say(f, "{'jsonrpc':'2.0','method':'notifications/cancelled',"
	       "'params':{'requestId':'listen:0'}}");
	assert_int_equal(f->client->open, 0);
	assert_silence(f);
}

static void
ends_with_a_result_that_names_the_subscription(void **state)
{
	struct fake *f = *state;
	struct json_object *reply;
	const struct json_object *result;

	say(f, LISTEN);
	free(take_line(f));
	client_end_listening(f->client);
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

static void
refuses_to_listen_to_nothing_in_particular(void **state)
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

static void
grants_lists_that_may_change(void **state)
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
static void
refuses_to_multiply_what_it_tells(void **state)
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

static void
grants_the_resources_that_there_are(void **state)
{
	struct fake *f = *state;

	listen_to(f, "'resourceSubscriptions':['satchel://guide/cores',7,"
		     "'satchel://session/ghost/items']");
	assert_said(f, GRANTED("'resourceSubscriptions':"
			       "['satchel://guide/cores']"));
}

static void
subscribes_a_legacy_client_to_a_resource(void **state)
{
	struct fake *f = *state;

	say(f, "{'jsonrpc':'2.0','id':1,'method':'resources/subscribe',"
	       "'params':{'uri':'satchel://guide/cores'}}");
	assert_said(f, "{'jsonrpc':'2.0','id':1,'result':{}}");
	assert_int_equal(f->client->session->count, 1);
	say(f, "{'jsonrpc':'2.0','id':2,'method':'resources/unsubscribe',"
	       "'params':{'uri':'satchel://guide/cores'}}");
	assert_said(f, "{'jsonrpc':'2.0','id':2,'result':{}}");
	assert_int_equal(f->client->session->count, 0);
}

static void
unsubscribes_from_what_was_never_subscribed_to(void **state)
{
	struct fake *f = *state;

	say(f, "{'jsonrpc':'2.0','id':2,'method':'resources/unsubscribe',"
	       "'params':{'uri':'satchel://guide/cores'}}");
	assert_said(f, "{'jsonrpc':'2.0','id':2,'result':{}}");
}

static void
refuses_to_subscribe_to_what_is_not_there(void **state)
{
	struct fake *f = *state;

	say(f, "{'jsonrpc':'2.0','id':1,'method':'resources/subscribe',"
	       "'params':{'uri':'satchel://guide/ghosts'}}");
	assert_refused(f, -32002, "not found");
	say(f, "{'jsonrpc':'2.0','id':1,'method':'resources/subscribe'}");
	assert_refused(f, -32602, "resources/subscribe needs uri");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_FAKE(acknowledges_first_with_what_it_grants),
		WITH_FAKE(holds_the_request_without_being_busy),
		WITH_FAKE(lets_go_without_a_word_when_cancelled),
		WITH_FAKE(ends_with_a_result_that_names_the_subscription),
		WITH_FAKE(refuses_to_listen_to_nothing_in_particular),
		WITH_FAKE(grants_lists_that_may_change),
		WITH_FAKE(refuses_to_multiply_what_it_tells),
		WITH_FAKE(grants_the_resources_that_there_are),
		WITH_FAKE(subscribes_a_legacy_client_to_a_resource),
		WITH_FAKE(unsubscribes_from_what_was_never_subscribed_to),
		WITH_FAKE(refuses_to_subscribe_to_what_is_not_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
