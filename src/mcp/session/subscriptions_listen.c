#include "mcp/session/subscriptions_listen.h"

#include "base/alloc.h"
#include "mcp/features/resources_read.h"
#include "mcp/session/client.h"
#include "mcp/session/methods.h"
#include "mcp/session/poller.h"
#include "mcp/session/request.h"
#include "mcp/session/subscription.h"
#include "mcp/session/versions.h"
#include "mcp/transport/rpc.h"
#include "json/json.h"

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
count_listeners(const struct client *c)
{
	const struct request *r;
	size_t count = 0;

	for (r = TAILQ_FIRST(&c->requests); r != NULL; r = TAILQ_NEXT(r, link))
		count += r->listens != NULL;
	return count;
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
	r->listens = subscription_new(r->client, r->id);
	acknowledged = subscription_params(r->listens);
	json_put(acknowledged, "notifications", grant(r->listens, wanted));
	message = rpc_notification(
		"notifications/subscriptions/acknowledged", acknowledged);
	client_send(r->client, message);
	poller_settle(r->client);
}

void
subscriptions_listen_end(struct request *r)
{
	request_answer(r, subscription_params(r->listens));
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
		resources_read_refuse(r, uri, &e);
		return;
	}
	poller_settle(c);
	request_answer(r, json_new_object());
}

void
method_unsubscribe(struct request *r, const struct json_object *params)
{
	struct client *c = r->client;
	const char *uri = get_uri(r, params);

	if (uri == NULL)
		return;
	if (c->session != NULL)
		subscription_remove(c->session, uri);
	poller_settle(c);
	request_answer(r, json_new_object());
}
