#include "mcp/session/subscription.h"

#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/loop.h"
#include "mcp/session/request.h"
#include "mcp/session/versions.h"
#include "mcp/transport/rpc.h"
#include "tools/call/tool.h"
#include "json/json.h"

struct subscribed {
	char *uri;
	char stamp[CATALOG_STAMP_SIZE]; /* at the last notification */
};

struct subscription {
	TAILQ_ENTRY(subscription) link;
	struct client *client;
	struct request *request; /* that listens; NULL for the session */
	unsigned lists;		 /* catalog_lists */
	struct subscribed *resources;
	size_t count;
	size_t capacity;
};

/* Of a client. */
struct subscriptions {
	TAILQ_HEAD(subscription_list, subscription) list;
	struct subscription *session; /* the legacy one, or NULL */
	struct timer *timer;	      /* of the next poll */
	/* As of the last poll. */
	uint64_t version;
	char list_stamp[CATALOG_STAMP_SIZE];
};

static void
release(struct subscription *s)
{
	if (s == NULL)
		return;
	TAILQ_REMOVE(&s->client->subscriptions->list, s, link);
	for (size_t i = 0; i < s->count; i++)
		free(s->resources[i].uri);
	free(s->resources);
	free(s);
}

static void
on_client_end(void *argument)
{
	struct client *c = argument;

	release(c->subscriptions->session);
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

/* Of a request that listens; of the legacy session for NULL. */
static struct subscription *
new_subscription(struct client *c, struct request *r)
{
	struct subscription *s = mem_new(sizeof(*s));

	s->client = c;
	s->request = r;
	TAILQ_INSERT_TAIL(&subscriptions_of(c)->list, s, link);
	return s;
}

static struct subscription *
session_of(struct client *c)
{
	struct subscriptions *all = subscriptions_of(c);

	if (all->session == NULL)
		all->session = new_subscription(c, NULL);
	return all->session;
}

/* --- resources ------------------------------------------------------------ */

static size_t
find(const struct subscription *s, const char *uri)
{
	size_t i = 0;

	while (i < s->count && strcmp(s->resources[i].uri, uri) != 0)
		i++;
	return i;
}

static size_t
count_resources(struct client *c)
{
	const struct subscription *s;
	size_t count = 0;

	TAILQ_FOREACH(s, &subscriptions_of(c)->list, link)
	count += s->count;
	return count;
}

/* ERR_NOT_FOUND if there is no such resource; twice is once. */
static bool
add_resource(struct subscription *s, const char *uri, struct err *e)
{
	struct subscribed new = {0};

	if (find(s, uri) < s->count)
		return true;
	if (count_resources(s->client) == SUBSCRIBED_MAX)
		return err_set(e, ERR_LIMIT,
			"%d resources are subscribed to, which is the limit; "
			"end some of these subscriptions",
			SUBSCRIBED_MAX);
	if (!s->client->catalog->stamp(s->client, uri, new.stamp))
		return err_set(e, ERR_NOT_FOUND, "Resource not found");
	new.uri = text_copy(uri);
	*ARRAY_ADD(s->resources, s->count, s->capacity) = new;
	return true;
}

static void
remove_resource(struct subscription *s, const char *uri)
{
	size_t i = find(s, uri);

	if (i == s->count)
		return;
	free(s->resources[i].uri);
	s->resources[i] = s->resources[--s->count];
}

/* --- notifications -------------------------------------------------------- */

/* Of a notification, about that resource or NULL. */
static struct json_object *
new_params(const struct subscription *s, const char *uri)
{
	struct json_object *meta = NULL;

	if (s->request != NULL)
		meta = json_new_object_of(
			"io.modelcontextprotocol/subscriptionId",
			json_copy(s->request->id), NULL);
	return json_new_object_of(
		"_meta", meta, "uri", json_new_string(uri), NULL);
}

void
subscriptions_notify_list(struct client *c, enum catalog_lists list)
{
	const char *method = list == CATALOG_TOOLS
				     ? "notifications/tools/list_changed"
			     : list == CATALOG_PROMPTS
				     ? "notifications/prompts/list_changed"
				     : "notifications/resources/list_changed";
	const struct subscription *s;

	TAILQ_FOREACH(s, &subscriptions_of(c)->list, link)
	{
		if ((s->lists & list) != 0)
			client_notify(c, method, new_params(s, NULL));
	}
}

static void
notify_resource(const struct subscription *s, struct subscribed *resource)
{
	char stamp[CATALOG_STAMP_SIZE] = "";

	/* One that is gone has the empty stamp. */
	if (!s->client->catalog->stamp(s->client, resource->uri, stamp))
		stamp[0] = '\0';
	if (strcmp(stamp, resource->stamp) == 0)
		return;
	memcpy(resource->stamp, stamp, sizeof(stamp));
	client_notify(s->client, "notifications/resources/updated",
		new_params(s, resource->uri));
}

/* --- polling -------------------------------------------------------------- */

static bool
is_polled(struct client *c)
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

static void
poll_version(struct client *c)
{
	struct subscription *s;
	uint64_t version = c->catalog->version(c);

	if (version == c->subscriptions->version)
		return;
	c->subscriptions->version = version;
	if (has_new_list(c))
		subscriptions_notify_list(c, CATALOG_RESOURCES);
	TAILQ_FOREACH(s, &c->subscriptions->list, link)
	{
		for (size_t i = 0; i < s->count; i++)
			notify_resource(s, &s->resources[i]);
	}
}

static void
on_time(void *argument)
{
	struct client *c = argument;

	c->subscriptions->timer = loop_at(c->server->loop,
		clock_now_ms() + SUBSCRIPTIONS_POLL_MS, on_time, c);
	poll_version(c);
}

/* After the subscriptions have changed. Nobody is notified of earlier
 * changes. */
static void
set_timer(struct client *c)
{
	if (!is_polled(c)) {
		timer_free(c->subscriptions->timer);
		c->subscriptions->timer = NULL;
		c->on_change = NULL;
		return;
	}
	if (c->subscriptions->timer != NULL)
		return;
	c->on_change = poll_version;
	c->subscriptions->version = c->catalog->version(c);
	(void)has_new_list(c);
	c->subscriptions->timer = loop_at(c->server->loop,
		clock_now_ms() + SUBSCRIPTIONS_POLL_MS, on_time, c);
}

/*
 * --- subscriptions/listen ---------------------------------------------------
 *
 * A request that stays open and under which changes are notified, until the
 * client cancels it or the server ends.
 */

static void
grant_lists(struct subscription *s, const struct json_object *wanted,
	struct json_object *granted)
{
	static const struct {
		enum catalog_lists list;
		const char *key;
	} lists[] = {
		{CATALOG_TOOLS, "toolsListChanged"},
		{CATALOG_PROMPTS, "promptsListChanged"},
		{CATALOG_RESOURCES, "resourcesListChanged"},
	};

	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
		if ((s->client->catalog->changing & lists[i].list) == 0 ||
			!json_get_bool(wanted, lists[i].key, false))
			continue;
		s->lists |= lists[i].list;
		json_put_bool(granted, lists[i].key, true);
	}
}

/* Those that exist; there could be no notification of the others. */
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
			add_resource(s, json_string(uri), &e))
			json_add(list, json_copy(uri));
	}
	json_put(granted, "resourceSubscriptions", list);
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

	release(s);
	set_timer(c);
}

/* Held also when nothing is granted: clients open it at once and take its end
 * for the end of the server. */
void
method_listen(struct request *r, const struct json_object *params)
{
	const struct json_object *wanted =
		json_get_object(params, "notifications");
	struct json_object *acknowledged;
	struct json_object *granted;
	struct subscription *s;

	if (wanted == NULL) {
		request_refuse(r, RPC_INVALID_PARAMS,
			"subscriptions/listen needs notifications, an object "
			"that names the wanted ones");
		return;
	}
	if (count_listeners(r->client) == LISTENERS_MAX) {
		request_refuse(r, RPC_INVALID_PARAMS,
			"%d requests listen already, which is the limit; "
			"cancel one of them, or name all resources in one: "
			"resourceSubscriptions is a list",
			LISTENERS_MAX);
		return;
	}
	s = new_subscription(r->client, r);
	r->is_held = true;
	end_hooks_add(&r->on_end, on_request_end, s);
	granted = json_new_object();
	grant_lists(s, wanted, granted);
	grant_resources(s, wanted, granted);
	acknowledged = new_params(s, NULL);
	json_put(acknowledged, "notifications", granted);
	client_notify(r->client, "notifications/subscriptions/acknowledged",
		acknowledged);
	set_timer(r->client);
}

void
subscriptions_end(struct client *c)
{
	struct subscription *s = TAILQ_FIRST(&subscriptions_of(c)->list);

	while (s != NULL) {
		struct subscription *next = TAILQ_NEXT(s, link);

		if (s->request != NULL)
			request_answer(s->request, new_params(s, NULL));
		s = next;
	}
}

/* --- the legacy session --------------------------------------------------- */

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
	if (!add_resource(session_of(c), uri, &e)) {
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
	remove_resource(session_of(c), uri);
	set_timer(c);
	request_answer(r, json_new_object());
}

void
subscription_begin_session(struct client *c)
{
	session_of(c)->lists |=
		c->catalog->changing & (CATALOG_TOOLS | CATALOG_PROMPTS);
}

void
subscription_list_was_read(struct client *c)
{
	struct subscription *session = subscriptions_of(c)->session;

	if (session == NULL)
		return;
	session->lists |= c->catalog->changing & CATALOG_RESOURCES;
	set_timer(c);
}
