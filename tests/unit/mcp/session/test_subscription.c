#include "unit/unit.h"

#include "mcp/session/subscription.h"

#include <stdio.h>

#include "unit/mcp/fake.h"

/* A catalog where everything that begins with "there" is, with a stamp that
 * the test sets. */
static const char *stamp_now;

static bool
give_stamp(struct client *c, const char *uri, char stamp[CATALOG_STAMP_SIZE])
{
	(void)c;
	(void)snprintf(stamp, CATALOG_STAMP_SIZE, "%s", stamp_now);
	return stamp_now[0] != '\0' && strncmp(uri, "there", 5) == 0;
}

static int
setup(void **state)
{
	static const struct catalog catalog = {.stamp = give_stamp};

	stamp_now = "1";
	fake_reset();
	*state = fake_new(&catalog);
	return 0;
}

static struct subscription *
subscribe_as(struct fake *f, const char *tag)
{
	struct json_object *id = json_new_string(tag);
	struct subscription *s = subscription_new(f->client, id);

	json_free(id);
	return s;
}

#define UPDATED(params) \
	"{'jsonrpc':'2.0','method':'notifications/resources/updated'," \
	"'params':{" params "}}"
#define TAG(id) "'_meta':{'io.modelcontextprotocol/subscriptionId':'" id "'}"

TEST_WITH(tells_of_a_list_to_those_who_want_it, setup, fake_teardown)
{
	struct fake *f = *state;
	struct subscription *a = subscribe_as(f, "a");
	struct subscription *b = subscribe_as(f, "b");

	a->lists = CATALOG_TOOLS;
	b->lists = CATALOG_PROMPTS | CATALOG_RESOURCES;
	subscriptions_tell_list(f->client, CATALOG_TOOLS);
	assert_said(f,
		"{'jsonrpc':'2.0','method':"
		"'notifications/tools/list_changed','params':{" TAG("a") "}}");
	subscriptions_tell_list(f->client, CATALOG_RESOURCES);
	assert_said(f, "{'jsonrpc':'2.0','method':"
		       "'notifications/resources/list_changed','params':"
		       "{" TAG("b") "}}");
	subscriptions_tell_list(f->client, CATALOG_PROMPTS);
	assert_said(f, "{'jsonrpc':'2.0','method':"
		       "'notifications/prompts/list_changed','params':{" TAG(
			       "b") "}}");
	subscription_free(a);
	subscription_free(b);
}

TEST_WITH(tells_of_a_resource_once_for_each_change, setup, fake_teardown)
{
	struct fake *f = *state;
	struct subscription *s = subscribe_as(f, "a");
	struct err e;

	assert_true(subscription_add(s, "there:x", &e));
	subscriptions_tell_resources(f->client);
	assert_silence(f);
	stamp_now = "2";
	subscriptions_tell_resources(f->client);
	assert_said(f, UPDATED(TAG("a") ",'uri':'there:x'"));
	subscriptions_tell_resources(f->client);
	assert_silence(f);
	subscription_free(s);
}

TEST_WITH(tells_once_of_a_resource_that_is_gone, setup, fake_teardown)
{
	struct fake *f = *state;
	struct subscription *s = subscribe_as(f, "a");
	struct err e;

	assert_true(subscription_add(s, "there:x", &e));
	stamp_now = "";
	subscriptions_tell_resources(f->client);
	assert_said(f, UPDATED(TAG("a") ",'uri':'there:x'"));
	subscriptions_tell_resources(f->client);
	assert_silence(f);
	subscription_free(s);
}

TEST_WITH(tags_nothing_for_a_legacy_session, setup, fake_teardown)
{
	struct fake *f = *state;
	struct subscription *s = subscription_session(f->client);
	struct err e;

	assert_ptr_equal(subscription_session(f->client), s);
	assert_true(subscription_add(s, "there", &e));
	stamp_now = "2";
	subscriptions_tell_resources(f->client);
	assert_said(f, UPDATED("'uri':'there'"));
}

TEST_WITH(counts_a_resource_once_and_takes_it_away, setup, fake_teardown)
{
	struct fake *f = *state;
	struct subscription *s = subscription_session(f->client);
	struct err e;

	assert_true(subscription_add(s, "there:a", &e));
	assert_true(subscription_add(s, "there:b", &e));
	assert_true(subscription_add(s, "there:a", &e));
	assert_int_equal(s->count, 2);
	subscription_remove(s, "there:a");
	subscription_remove(s, "there:a");
	assert_int_equal(s->count, 1);
	assert_string_equal(s->resources[0].uri, "there:b");
}

TEST_WITH(refuses_a_resource_that_is_not_there, setup, fake_teardown)
{
	struct fake *f = *state;
	struct err e;

	assert_false(subscription_add(
		subscription_session(f->client), "elsewhere", &e));
	assert_int_equal(e.code, ERR_NOT_FOUND);
}

TEST_WITH(stops_at_its_ceiling_and_says_so, setup, fake_teardown)
{
	struct fake *f = *state;
	struct subscription *s = subscription_session(f->client);
	struct err e;

	for (int i = 0; i < SUBSCRIBED_MAX; i++) {
		char *uri = text_format("there:%d", i);

		assert_true(subscription_add(s, uri, &e));
		free(uri);
	}
	assert_false(subscription_add(s, "there:more", &e));
	assert_int_equal(e.code, ERR_LIMIT);
	assert_non_null(strstr(e.text, "1000 resources"));
	subscription_remove(s, "there:0");
	assert_true(subscription_add(s, "there:more", &e));
}

/* It is the client that has a ceiling, however it divides it. */
TEST_WITH(counts_the_resources_of_all_subscriptions, setup, fake_teardown)
{
	struct fake *f = *state;
	struct subscription *s = subscribe_as(f, "a");
	struct err e;

	for (int i = 0; i < SUBSCRIBED_MAX; i++) {
		char *uri = text_format("there:%d", i);

		assert_true(subscription_add(s, uri, &e));
		free(uri);
	}
	assert_false(subscription_add(
		subscription_session(f->client), "there:0", &e));
	subscription_free(s);
	assert_true(subscription_add(
		subscription_session(f->client), "there:0", &e));
}
