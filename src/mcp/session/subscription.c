#include "mcp/session/subscription.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/loop.h"
#include "mcp/session/client.h"
#include "mcp/session/methods.h"
#include "mcp/session/request.h"
#include "mcp/session/versions.h"
#include "mcp/transport/rpc.h"
#include "tools/call/tool.h"
#include "json/json.h"

/* Of a client. */
struct subscriptions {
	TAILQ_HEAD(, subscription) list;
	struct subscription *session; /* the legacy one, or NULL */
	size_t count;		      /* of resources, in all of them */
	struct timer *timer;	      /* of the next look */
	/* As of the last look. */
	uint64_t version;
	char list_stamp[CATALOG_STAMP_SIZE];
};

static void
on_client_end(void *argument)
{
	struct client *c = argument;

	subscription_free(c->subscriptions->session);
	timer_free(c->subscriptions->timer);
	free(c->subscriptions);
}

static struct subscriptions *
subscriptions_of(struct client *c)
{
	if (c->subscriptions == NULL) {
		c->subscriptions = mem_new(sizeof(*c->subscriptions));
		TAILQ_INIT(&c->subscriptions->list);
		end_hooks_add(&c->on_end, on_client_end, c);
	}
	return c->subscriptions;
}

struct subscription *
subscription_new(struct client *c, const struct json_object *tag)
{
	struct subscription *s = mem_new(sizeof(*s));

	s->client = c;
	s->tag = json_copy(tag);
	TAILQ_INSERT_TAIL(&subscriptions_of(c)->list, s, link);
	return s;
}

void
subscription_free(struct subscription *s)
{
	if (s == NULL)
		return;
	TAILQ_REMOVE(&s->client->subscriptions->list, s, link);
	for (size_t i = 0; i < s->count; i++)
		free(s->resources[i].uri);
	s->client->subscriptions->count -= s->count;
	free(s->resources);
	json_free(s->tag);
	free(s);
}

struct subscription *
subscription_session(struct client *c)
{
	struct subscriptions *all = subscriptions_of(c);

	if (all->session == NULL)
		all->session = subscription_new(c, NULL);
	return all->session;
}

static size_t
find(const struct subscription *s, const char *uri)
{
	size_t i = 0;

	while (i < s->count && strcmp(s->resources[i].uri, uri) != 0)
		i++;
	return i;
}

bool
subscription_add(struct subscription *s, const char *uri, struct err *e)
{
	struct subscribed new = {0};

	if (find(s, uri) < s->count)
		return true;
	if (s->client->subscriptions->count == SUBSCRIBED_MAX)
		return err_set(e, ERR_LIMIT,
			"%d resources are subscribed to, which is the limit; "
			"end some of these subscriptions",
			SUBSCRIBED_MAX);
	if (!s->client->catalog->stamp(s->client, uri, new.stamp))
		return err_set(e, ERR_NOT_FOUND, "Resource not found");
	new.uri = text_copy(uri);
	s->resources =
		mem_room(s->resources, s->count, &s->capacity, sizeof(new));
	s->resources[s->count++] = new;
	s->client->subscriptions->count++;
	return true;
}

void
subscription_remove(struct subscription *s, const char *uri)
{
	size_t i = find(s, uri);

	if (i == s->count)
		return;
	free(s->resources[i].uri);
	s->resources[i] = s->resources[--s->count];
	s->client->subscriptions->count--;
}

struct json_object *
subscription_params(const struct subscription *s)
{
	struct json_object *params = json_new_object();
	struct json_object *meta;

	if (s->tag == NULL)
		return params;
	meta = json_new_object();
	json_put(meta, "io.modelcontextprotocol/subscriptionId",
		json_copy(s->tag));
	json_put(params, "_meta", meta);
	return params;
}

static void
tell(const struct subscription *s, const char *method,
	struct json_object *params)
{
	DROP(json)
	struct json_object *message = rpc_notification(method, params);

	client_send(s->client, message);
}

static const char *
method_of(enum catalog_lists list)
{
	if (list == CATALOG_TOOLS)
		return "notifications/tools/list_changed";
	if (list == CATALOG_PROMPTS)
		return "notifications/prompts/list_changed";
	return "notifications/resources/list_changed";
}

void
subscriptions_tell_list(struct client *c, enum catalog_lists list)
{
	const struct subscription *s;

	TAILQ_FOREACH(s, &subscriptions_of(c)->list, link)
	{
		if ((s->lists & list) != 0)
			tell(s, method_of(list), subscription_params(s));
	}
}

static void
tell_resource(const struct subscription *s, struct subscribed *resource)
{
	char stamp[CATALOG_STAMP_SIZE] = "";
	struct json_object *params;

	/* One that is gone has the empty stamp. */
	if (!s->client->catalog->stamp(s->client, resource->uri, stamp))
		stamp[0] = '\0';
	if (strcmp(stamp, resource->stamp) == 0)
		return;
	memcpy(resource->stamp, stamp, sizeof(stamp));
	params = subscription_params(s);
	json_put_string(params, "uri", resource->uri);
	tell(s, "notifications/resources/updated", params);
}

void
subscriptions_tell_resources(struct client *c)
{
	struct subscription *s;

	TAILQ_FOREACH(s, &subscriptions_of(c)->list, link)
	{
		for (size_t i = 0; i < s->count; i++)
			tell_resource(s, &s->resources[i]);
	}
}

/* --- looking for changes -------------------------------------------------- */

static bool
is_wanted(struct client *c)
{
	const struct subscription *s;

	if (c->catalog->version == NULL)
		return false;
	TAILQ_FOREACH(s, &subscriptions_of(c)->list, link)
	{
		if ((s->lists & CATALOG_RESOURCES) != 0 || s->count > 0)
			return true;
	}
	return false;
}

static bool
has_new_list(struct client *c)
{
	char stamp[CATALOG_STAMP_SIZE] = "";

	if (!c->catalog->stamp(c, NULL, stamp) ||
		strcmp(stamp, c->subscriptions->list_stamp) == 0)
		return false;
	memcpy(c->subscriptions->list_stamp, stamp, sizeof(stamp));
	return true;
}

void
subscriptions_look(struct client *c)
{
	uint64_t version;

	if (!is_wanted(c))
		return;
	version = c->catalog->version(c);
	if (version == c->subscriptions->version)
		return;
	c->subscriptions->version = version;
	if (has_new_list(c))
		subscriptions_tell_list(c, CATALOG_RESOURCES);
	subscriptions_tell_resources(c);
}

static void
on_time(void *argument)
{
	struct client *c = argument;

	c->subscriptions->timer = loop_at(c->server->loop,
		clock_now_ms() + SUBSCRIPTIONS_LOOK_MS, on_time, c);
	subscriptions_look(c);
}

static void
stop_timer(struct client *c)
{
	timer_free(c->subscriptions->timer);
	c->subscriptions->timer = NULL;
}

/* After the subscriptions have changed. */
static void
set_timer(struct client *c)
{
	if (!is_wanted(c)) {
		stop_timer(c);
		return;
	}
	if (c->subscriptions->timer != NULL)
		return;
	/* What changed before is not told. */
	c->subscriptions->version = c->catalog->version(c);
	(void)has_new_list(c);
	c->subscriptions->timer = loop_at(c->server->loop,
		clock_now_ms() + SUBSCRIPTIONS_LOOK_MS, on_time, c);
}

/*
 * --- subscriptions/listen ---------------------------------------------------
 *
 * A request that stays open and over which changes are told, until the client
 * cancels it or the server ends.
 */

static const struct {
	enum catalog_lists list;
	const char *key;
} lists[] = {
	{CATALOG_TOOLS, "toolsListChanged"},
	{CATALOG_PROMPTS, "promptsListChanged"},
	{CATALOG_RESOURCES, "resourcesListChanged"},
};

enum {
	LIST_COUNT = sizeof(lists) / sizeof(lists[0]),
	/* Each is told by itself, under its own id. Clients open one, or one
	 * for each thing that they show. */
	LISTENERS_MAX = 32,
};

static void
grant_lists(struct subscription *s, const struct json_object *wanted,
	struct json_object *granted)
{
	for (size_t i = 0; i < LIST_COUNT; i++) {
		if ((s->client->catalog->changing & lists[i].list) == 0 ||
			!json_get_bool(wanted, lists[i].key, false))
			continue;
		s->lists |= lists[i].list;
		json_put_bool(granted, lists[i].key, true);
	}
}

/* Those that there are; of the others nothing could be told. */
static void
grant_resources(struct subscription *s, const struct json_object *wanted,
	struct json_object *granted)
{
	const struct json_object *uris =
		json_get_array(wanted, "resourceSubscriptions");
	struct json_object *list;
	struct err e;

	if (uris == NULL)
		return;
	list = json_new_array();
	/* No more than may be granted are even looked at. */
	for (size_t i = 0; i < json_count(uris) && i < SUBSCRIBED_MAX; i++) {
		const struct json_object *uri = json_at(uris, i);

		if (json_kind(uri) == JSON_STRING &&
			subscription_add(s, json_string(uri), &e))
			json_add(list, json_copy(uri));
	}
	json_put(granted, "resourceSubscriptions", list);
}

static struct json_object *
grant(struct subscription *s, const struct json_object *wanted)
{
	struct json_object *granted = json_new_object();

	grant_lists(s, wanted, granted);
	grant_resources(s, wanted, granted);
	return granted;
}

static size_t
count_listeners(struct client *c)
{
	const struct subscription *s;
	size_t count = 0;

	TAILQ_FOREACH(s, &subscriptions_of(c)->list, link)
	count += s->request != NULL;
	return count;
}

static void
on_request_end(void *argument)
{
	struct subscription *s = argument;
	struct client *c = s->client;

	subscription_free(s);
	set_timer(c);
}

/* Held also when nothing is granted: clients open it at once and take its end
 * for the end of the server. */
void
method_listen(struct request *r, const struct json_object *params)
{
	const struct json_object *wanted =
		json_get_object(params, "notifications");
	DROP(json) struct json_object *message = NULL;
	struct json_object *acknowledged;
	struct subscription *s;

	if (wanted == NULL) {
		request_refuse(r, RPC_INVALID_PARAMS,
			"subscriptions/listen needs notifications, an object "
			"that names what to tell");
		return;
	}
	if (count_listeners(r->client) == LISTENERS_MAX) {
		request_refuse(r, RPC_INVALID_PARAMS,
			"%d requests listen already, which is the limit; "
			"cancel one of them, or name all that it is about in "
			"one: resourceSubscriptions takes a list",
			LISTENERS_MAX);
		return;
	}
	s = subscription_new(r->client, r->id);
	s->request = r;
	r->is_held = true;
	end_hooks_add(&r->on_end, on_request_end, s);
	acknowledged = subscription_params(s);
	json_put(acknowledged, "notifications", grant(s, wanted));
	message = rpc_notification(
		"notifications/subscriptions/acknowledged", acknowledged);
	client_send(r->client, message);
	set_timer(r->client);
}

void
subscriptions_end(struct client *c)
{
	struct subscription *s = TAILQ_FIRST(&subscriptions_of(c)->list);

	while (s != NULL) {
		struct subscription *next = TAILQ_NEXT(s, link);

		if (s->request != NULL)
			request_answer(s->request, subscription_params(s));
		s = next;
	}
}

/* --- the same in the legacy eras ------------------------------------------ */

static const char *
get_uri(struct request *r, const struct json_object *params)
{
	const char *uri = rpc_get_name(params, "uri");

	if (uri == NULL)
		request_refuse(r, RPC_INVALID_PARAMS,
			"%s needs uri, the address of a resource",
			r->method->name);
	return uri;
}

void
method_subscribe(struct request *r, const struct json_object *params)
{
	struct client *c = r->client;
	const char *uri = get_uri(r, params);
	struct err e;

	if (uri == NULL)
		return;
	if (!subscription_add(subscription_session(c), uri, &e)) {
		request_refuse_resource(r, uri, &e);
		return;
	}
	set_timer(c);
	request_answer(r, json_new_object());
}

void
method_unsubscribe(struct request *r, const struct json_object *params)
{
	struct client *c = r->client;
	const char *uri = get_uri(r, params);

	if (uri == NULL)
		return;
	if (subscriptions_of(c)->session != NULL)
		subscription_remove(c->subscriptions->session, uri);
	set_timer(c);
	request_answer(r, json_new_object());
}

void
subscription_session_lists(struct client *c, unsigned more)
{
	struct subscription *session = subscriptions_of(c)->session;

	if (session == NULL)
		return;
	session->lists |= c->catalog->changing & more;
	set_timer(c);
}
