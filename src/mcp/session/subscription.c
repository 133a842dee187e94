#include "mcp/session/subscription.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "mcp/session/client.h"
#include "mcp/transport/rpc.h"
#include "json/json.h"

struct subscription *
subscription_new(struct client *c, const struct json_object *tag)
{
	struct subscription *s = mem_new(sizeof(*s));

	s->client = c;
	s->tag = json_copy(tag);
	TAILQ_INSERT_TAIL(&c->subscriptions, s, link);
	return s;
}

void
subscription_free(struct subscription *s)
{
	if (s == NULL)
		return;
	TAILQ_REMOVE(&s->client->subscriptions, s, link);
	for (size_t i = 0; i < s->count; i++)
		free(s->resources[i].uri);
	s->client->subscribed -= s->count;
	free(s->resources);
	json_free(s->tag);
	free(s);
}

struct subscription *
subscription_session(struct client *c)
{
	if (c->session == NULL)
		c->session = subscription_new(c, NULL);
	return c->session;
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
	if (s->client->subscribed == SUBSCRIBED_MAX)
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
	s->client->subscribed++;
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
	s->client->subscribed--;
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

	for (s = TAILQ_FIRST(&c->subscriptions); s != NULL;
		s = TAILQ_NEXT(s, link)) {
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

	for (s = TAILQ_FIRST(&c->subscriptions); s != NULL;
		s = TAILQ_NEXT(s, link)) {
		for (size_t i = 0; i < s->count; i++)
			tell_resource(s, &s->resources[i]);
	}
}
