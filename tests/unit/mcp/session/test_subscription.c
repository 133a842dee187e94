#include "unit/unit.h"

#include "mcp/session/subscription.h"

#include "store/sessions/sessions.h"
#include "unit/mcp/real.h"

#define LISTEN(id, wanted) \
	"{'jsonrpc':'2.0','id':" id ",'method':'subscriptions/listen'," \
	"'params':{'notifications':{" wanted "}," MODERN "}}"
#define TAG(id) "'_meta':{'io.modelcontextprotocol/subscriptionId':" id "}"
#define GRANTED(id, granted) \
	"{'jsonrpc':'2.0','method':" \
	"'notifications/subscriptions/acknowledged','params':{" TAG( \
		id) ",'notifications':{" granted "}}}"
#define CANCEL(id) \
	"{'jsonrpc':'2.0','method':'notifications/cancelled'," \
	"'params':{'requestId':" id "}}"
#define LIST_CHANGED(list, params) \
	"{'jsonrpc':'2.0','method':'notifications/" list "/list_changed'," \
	"'params':{" params "}}"
#define UPDATED(params) \
	"{'jsonrpc':'2.0','method':'notifications/resources/updated'," \
	"'params':{" params "}}"
#define SUBSCRIBE(uri) \
	"{'jsonrpc':'2.0','id':1,'method':'resources/subscribe'," \
	"'params':{'uri':'" uri "'}}"
#define UNSUBSCRIBE(uri) \
	"{'jsonrpc':'2.0','id':1,'method':'resources/unsubscribe'," \
	"'params':{'uri':'" uri "'}}"
#define DONE "{'jsonrpc':'2.0','id':1,'result':{}}"

/* --- any catalog ---------------------------------------------------------- */

/* Everything that begins with "there" exists, with a stamp that the test
 * sets; so does its version. */
static const char *stamp_now;
static uint64_t version_now;
/* The request that the client cancels while the next stamp is looked up. */
static const char *cancelled_meanwhile;

static bool
stamp(struct client *c, const char *uri, char text[CATALOG_STAMP_SIZE])
{
	if (cancelled_meanwhile != NULL) {
		DROP(json)
		struct json_object *id = json_new_string(cancelled_meanwhile);

		cancelled_meanwhile = NULL;
		client_cancel(c, id);
	}
	(void)snprintf(text, CATALOG_STAMP_SIZE, "%s",
		uri != NULL ? stamp_now : "list");
	return uri == NULL ||
	       (stamp_now[0] != '\0' && strncmp(uri, "there", 5) == 0);
}

static uint64_t
version(struct client *c)
{
	(void)c;
	return version_now;
}

static int
setup(void **state)
{
	static struct catalog catalog;

	catalog = catalog_satchel;
	catalog.stamp = stamp;
	catalog.version = version;
	stamp_now = "1";
	version_now = 1;
	cancelled_meanwhile = NULL;
	*state = fake_new(&catalog);
	return 0;
}

static int
teardown(void **state)
{
	fake_free(*state);
	return 0;
}

#define SUBSCRIPTION_TEST(sentence) \
	TEST_ON(sentence, setup, teardown, struct fake *f)

static void
change(struct fake *f, const char *to)
{
	stamp_now = to;
	version_now++;
	subscriptions_poll(f->client);
}

SUBSCRIPTION_TEST(notifies_of_a_resource_once_for_each_change)
{
	assert_answer(f, LISTEN("'a'", "'resourceSubscriptions':['there:x']"),
		GRANTED("'a'", "'resourceSubscriptions':['there:x']"));
	assert_answer(f, SUBSCRIBE("there:x"), DONE);
	change(f, "1");
	assert_silence(f);
	change(f, "2");
	assert_said_first(f, UPDATED("'uri':'there:x'"));
	assert_said(f, UPDATED(TAG("'a'") ",'uri':'there:x'"));
	change(f, "2");
	assert_silence(f);
	/* And once when it is gone. */
	change(f, "");
	assert_int_equal(f->count, 2);
	free(take_line(f));
	free(take_line(f));
	change(f, "");
	assert_silence(f);
}

/* As a message may, when the query of the stamp gives way. */
SUBSCRIPTION_TEST(notifies_no_request_that_ends_while_it_looks)
{
	assert_answer(f, LISTEN("'a'", "'resourceSubscriptions':['there:x']"),
		GRANTED("'a'", "'resourceSubscriptions':['there:x']"));
	assert_answer(f, LISTEN("'b'", "'resourceSubscriptions':['there:y']"),
		GRANTED("'b'", "'resourceSubscriptions':['there:y']"));
	cancelled_meanwhile = "a";
	change(f, "2");
	assert_said(f, UPDATED(TAG("'b'") ",'uri':'there:y'"));
	assert_silence(f);
}

SUBSCRIPTION_TEST(subscribes_once_and_unsubscribes_from_anything)
{
	assert_answer(f, SUBSCRIBE("there:a"), DONE);
	assert_answer(f, SUBSCRIBE("there:b"), DONE);
	assert_answer(f, SUBSCRIBE("there:a"), DONE);
	assert_answer(f, UNSUBSCRIBE("there:a"), DONE);
	assert_answer(f, UNSUBSCRIBE("there:a"), DONE);
	change(f, "2");
	assert_said(f, UPDATED("'uri':'there:b'"));
}

SUBSCRIPTION_TEST(refuses_to_subscribe_to_what_does_not_exist)
{
	assert_refusal(f, SUBSCRIBE("elsewhere"), -32002, "not found");
	assert_refusal(f,
		"{'jsonrpc':'2.0','id':1,'method':'resources/subscribe'}",
		-32602, "resources/subscribe needs uri");
	assert_answer(f,
		LISTEN("'a'", "'resourceSubscriptions':['there',7,'else']"),
		GRANTED("'a'", "'resourceSubscriptions':['there']"));
}

/* It is the client that has a ceiling, however it divides it. */
SUBSCRIPTION_TEST(stops_at_its_ceiling_and_says_so)
{
	assert_answer(f, LISTEN("'a'", "'resourceSubscriptions':['there']"),
		GRANTED("'a'", "'resourceSubscriptions':['there']"));
	for (int i = 1; i < SUBSCRIBED_MAX; i++) {
		DROP(text)
		char *line = text_format(SUBSCRIBE("there:%d"), i);

		assert_answer(f, line, DONE);
	}
	assert_refusal(f, SUBSCRIBE("there:more"), -32602, "1000 resources");
	assert_no_answer(f, CANCEL("'a'"));
	assert_answer(f, SUBSCRIBE("there:more"), DONE);
}

/* --- subscriptions/listen ------------------------------------------------- */

SUBSCRIPTION_TEST(grants_only_the_list_that_may_change)
{
	assert_answer(f,
		LISTEN("1", "'resourcesListChanged':true,'toolsListChanged':"
			    "true"),
		GRANTED("1", "'resourcesListChanged':true"));
	assert_answer(f, LISTEN("1", "'resourcesListChanged':false"),
		GRANTED("1", ""));
	assert_answer(f,
		LISTEN("1", "'resourcesListChanged':'yes','else':true"),
		GRANTED("1", ""));
}

SUBSCRIPTION_TEST(holds_the_request_without_being_busy)
{
	assert_answer(f, LISTEN("'L'", ""), GRANTED("'L'", ""));
	assert_int_equal(f->client->open, 1);
	assert_false(client_is_busy(f->client));
	assert_no_answer(f, CANCEL("'L'"));
	assert_int_equal(f->client->open, 0);
}

SUBSCRIPTION_TEST(ends_with_a_result_that_names_the_subscription)
{
	DROP(json) struct json_object *reply = NULL;
	const struct json_object *result;

	assert_answer(f, LISTEN("'L'", ""), GRANTED("'L'", ""));
	subscriptions_end(f->client);
	reply = heard(f);
	assert_string_equal(json_get_string(reply, "id"), "L");
	result = json_get_object(reply, "result");
	assert_string_equal(json_get_string(result, "resultType"), "complete");
	assert_string_equal(json_get_string(json_get_object(result, "_meta"),
				    "io.modelcontextprotocol/subscriptionId"),
		"L");
	assert_int_equal(f->client->open, 0);
}

SUBSCRIPTION_TEST(refuses_to_listen_to_nothing_in_particular)
{
	assert_refusal(f,
		"{'jsonrpc':'2.0','id':1,'method':'subscriptions/listen',"
		"'params':{" MODERN "}}",
		-32602, "needs notifications");
	assert_int_equal(f->client->open, 0);
}

/* One change is notified under the id of each: many of them are an attack. */
SUBSCRIPTION_TEST(refuses_to_multiply_its_notifications)
{
	for (int i = 0; i < LISTENERS_MAX; i++)
		assert_answer(f, LISTEN("1", ""), GRANTED("1", ""));
	assert_refusal(
		f, LISTEN("1", ""), -32602, "32 requests listen already");
	assert_int_equal(f->client->open, LISTENERS_MAX);
	assert_no_answer(f, CANCEL("1"));
	assert_answer(f, LISTEN("1", ""), GRANTED("1", ""));
}

/* --- the sessions of Satchel ---------------------------------------------- */

#define OF_LIST "'resourcesListChanged':true"
#define OF_ITEMS "'resourceSubscriptions':['satchel://session/a/items']"
#define ITEMS_UPDATED UPDATED(TAG("'L'") ",'uri':'satchel://session/a/items'")

static void
say_and_forget(struct real *real, const char *line)
{
	say(real->fake, line);
	free(take_line(real->fake));
}

/* Turns the loop until something is said: by its timer, nothing else. */
static void
wait_for_a_line(struct real *real)
{
	while (real->fake->count == 0)
		assert_true(loop_turn(real->fake->server.loop, -1));
}

/* It has a timer. */
static bool
is_polling(struct real *real)
{
	return loop_turn(real->fake->server.loop, 0);
}

REAL_TEST(polls_only_while_somebody_listens)
{
	subscriptions_poll(real->fake->client);
	assert_false(is_polling(real));
	say_and_forget(real, LISTEN("'T'", "'toolsListChanged':true"));
	assert_false(is_polling(real));
	say_and_forget(real, LISTEN("'L'", OF_LIST));
	assert_true(is_polling(real));
	say(real->fake, CANCEL("'L'"));
	assert_false(is_polling(real));
}

/* Nor makes the database by that. */
REAL_TEST(polls_a_database_that_does_not_exist_yet)
{
	say_and_forget(real, LISTEN("'L'", OF_LIST));
	subscriptions_poll(real->fake->client);
	assert_silence(real->fake);
	assert_int_not_equal(access(real->scratch->path, F_OK), 0);
	real_session(real, "a");
	subscriptions_poll(real->fake->client);
	assert_said(real->fake, LIST_CHANGED("resources", TAG("'L'")));
}

REAL_TEST(notifies_of_an_edit_of_that_session_alone)
{
	int64_t a = scratch_session(real->scratch, "a");
	int64_t b = scratch_session(real->scratch, "b");

	say_and_forget(real, LISTEN("'L'", OF_LIST "," OF_ITEMS));
	scratch_add(real->scratch, b, "(declare-const x Int)");
	subscriptions_poll(real->fake->client);
	assert_silence(real->fake);
	scratch_add(real->scratch, a, "(declare-const x Int)");
	wait_for_a_line(real);
	assert_said(real->fake, ITEMS_UPDATED);
}

REAL_TEST(notifies_that_a_session_was_deleted)
{
	int64_t id = scratch_session(real->scratch, "a");
	bool scrubbed;
	struct err e;

	say_and_forget(real, LISTEN("'L'", OF_ITEMS));
	assert_true(sessions_delete(real->scratch->store, id, &scrubbed, &e));
	subscriptions_poll(real->fake->client);
	assert_said(real->fake, ITEMS_UPDATED);
}

/* A list that was never read cannot be out of date. */
REAL_TEST(polls_for_a_legacy_client_from_its_first_list_on)
{
	greet(real->fake, "2025-11-25");
	assert_false(is_polling(real));
	say_and_forget(
		real, "{'jsonrpc':'2.0','id':1,'method':'resources/list'}");
	assert_true(is_polling(real));
	real_session(real, "a");
	wait_for_a_line(real);
	assert_said(real->fake, LIST_CHANGED("resources", ""));
}
