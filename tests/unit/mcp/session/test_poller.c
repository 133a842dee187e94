#include "unit/unit.h"

#include "mcp/session/subscription.h"

#include "unit/mcp/real.h"

#define LISTEN(wanted) \
	"{'jsonrpc':'2.0','id':'L','method':'subscriptions/listen'," \
	"'params':{'notifications':{" wanted "}," MODERN "}}"
#define TAG "'_meta':{'io.modelcontextprotocol/subscriptionId':'L'}"
#define LIST_CHANGED(params) \
	"{'jsonrpc':'2.0','method':'notifications/resources/list_changed'," \
	"'params':{" params "}}"
#define UPDATED(params) \
	"{'jsonrpc':'2.0','method':'notifications/resources/updated'," \
	"'params':{" params "}}"

static void
listen_to(struct real *real, const char *line)
{
	say(real->fake, line);
	free(take_line(real->fake));
}

/* Turns the loop until something is said: by its timer, nothing else. */
static void
wait_for_a_word(struct real *real)
{
	while (real->fake->count == 0)
		assert_true(loop_turn(real->fake->server.loop, -1));
}

/* It has a timer. */
static bool
is_watching(struct real *real)
{
	return loop_turn(real->fake->server.loop, 0);
}

TEST_WITH(looks_at_nothing_while_nobody_listens, real_setup, real_teardown)
{
	struct real *real = *state;

	subscriptions_look(real->fake->client);
	assert_false(is_watching(real));
	listen_to(real, LISTEN("'toolsListChanged':true"));
	assert_false(is_watching(real));
}

/* Nor makes the database by looking for it. */
TEST_WITH(looks_for_a_database_that_is_not_there_yet, real_setup, real_teardown)
{
	struct real *real = *state;

	listen_to(real, LISTEN("'resourcesListChanged':true"));
	assert_true(is_watching(real));
	subscriptions_look(real->fake->client);
	assert_silence(real->fake);
	assert_int_not_equal(access(real->scratch->path, F_OK), 0);
	real_session(real, "a");
	subscriptions_look(real->fake->client);
	assert_said(real->fake, LIST_CHANGED(TAG));
}

TEST_WITH(tells_of_a_change_by_another_process, real_setup, real_teardown)
{
	struct real *real = *state;
	struct store *other = store_new(real->scratch->path);
	const struct session_start start = {.name = "b"};
	struct session_info info;
	struct err e;

	real_session(real, "a");
	listen_to(real, LISTEN("'resourcesListChanged':true"));
	assert_true(sessions_create(other, &start, &info, &e));
	store_free(other);
	wait_for_a_word(real);
	assert_said(real->fake, LIST_CHANGED(TAG));
}

TEST_WITH(tells_of_an_edit_but_not_that_the_list_has_changed, real_setup,
	real_teardown)
{
	struct real *real = *state;
	int64_t id = scratch_session(real->scratch, "a");

	listen_to(real, LISTEN("'resourcesListChanged':true,"
			       "'resourceSubscriptions':"
			       "['satchel://session/a/items']"));
	scratch_add(real->scratch, id, "(declare-const x Int)");
	wait_for_a_word(real);
	assert_said(
		real->fake, UPDATED(TAG ",'uri':'satchel://session/a/items'"));
}

TEST_WITH(says_nothing_of_other_sessions, real_setup, real_teardown)
{
	struct real *real = *state;
	int64_t id = scratch_session(real->scratch, "b");

	real_session(real, "a");
	listen_to(real, LISTEN("'resourceSubscriptions':"
			       "['satchel://session/a/items']"));
	scratch_add(real->scratch, id, "(declare-const x Int)");
	subscriptions_look(real->fake->client);
	assert_silence(real->fake);
}

TEST_WITH(tells_that_a_session_was_deleted, real_setup, real_teardown)
{
	struct real *real = *state;
	int64_t id = scratch_session(real->scratch, "a");
	bool scrubbed;
	struct err e;

	listen_to(real, LISTEN("'resourceSubscriptions':"
			       "['satchel://session/a/items']"));
	assert_true(sessions_delete(real->scratch->store, id, &scrubbed, &e));
	subscriptions_look(real->fake->client);
	assert_said(
		real->fake, UPDATED(TAG ",'uri':'satchel://session/a/items'"));
}

TEST_WITH(stops_when_the_last_one_stops_listening, real_setup, real_teardown)
{
	struct real *real = *state;

	listen_to(real, LISTEN("'resourcesListChanged':true"));
	assert_true(is_watching(real));
	say(real->fake, "{'jsonrpc':'2.0','method':'notifications/cancelled',"
			"'params':{'requestId':'L'}}");
	assert_false(is_watching(real));
}

/* A list that was never read cannot be out of date. */
TEST_WITH(watches_for_a_legacy_client_from_its_first_list_on, real_setup,
	real_teardown)
{
	struct real *real = *state;

	greet(real->fake, "2025-11-25");
	assert_false(is_watching(real));
	listen_to(real, "{'jsonrpc':'2.0','id':1,'method':'resources/list'}");
	assert_true(is_watching(real));
	real_session(real, "a");
	wait_for_a_word(real);
	assert_said(real->fake, LIST_CHANGED(""));
}
