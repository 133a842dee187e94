#include "mcp/session/subscription.h"

#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/loop.h"
#include "mcp/session/request.h"
#include "mcp/transport/rpc.h"
#include "tools/call/tool.h"
#include "json/json.h"

/* A resource, or their list. */
struct subscribed {
	char *uri;			/* NULL of the list */
	char stamp[CATALOG_STAMP_SIZE]; /* at the last notification */
	uint64_t poll;			/* the last that has looked at it */
};

struct subscription {
	TAILQ_ENTRY(subscription) link;
	struct client *client;
	struct request *request; /* that listens; NULL for the session */
	struct subscribed *resources;
	size_t count;
	size_t capacity;
};

/* Of a client. */
struct subscriptions {
	TAILQ_HEAD(subscription_list, subscription) list;
	struct subscription session; /* the legacy one, the first of the list */
	struct timer *timer; /* of the next poll; NULL: none is needed */
	uint64_t version;    /* as of the last poll */
	uint64_t polls;	     /* their number so far */
	bool is_polling;     /* which may give way: a stamp is a query */
	bool has_ended;	     /* with the client, in a poll, which frees it */
};

static void
release(struct subscription *s)
{
	TAILQ_REMOVE(&s->client->subscriptions->list, s, link);
	for (size_t i = 0; i < s->count; i++)
		free(s->resources[i].uri);
	free(s->resources);
}

static void
on_client_end(void *argument)
{
	struct subscriptions *all = argument;

	release(&all->session);
	timer_free(all->timer);
	all->has_ended = true;
	if (!all->is_polling)
		free(all);
}

static struct subscriptions *
subscriptions_of(struct client *c)
{
	struct subscriptions *all = c->subscriptions;

	if (all == NULL) {
		all = c->subscriptions = mem_new(sizeof(*all));
		TAILQ_INIT(&all->list);
		all->session.client = c;
		TAILQ_INSERT_HEAD(&all->list, &all->session, link);
		end_hooks_add(&c->on_end, on_client_end, all);
	}
	return all;
}

/* --- resources ------------------------------------------------------------ */

static struct subscribed *
find(const struct subscription *s, const char *uri)
{
	for (size_t i = 0; i < s->count; i++) {
		const char *one = s->resources[i].uri;

		if (uri == NULL || one == NULL ? uri == one
					       : strcmp(one, uri) == 0)
			return &s->resources[i];
	}
	return NULL;
}

/* ERR_NOT_FOUND if there is no such resource; twice is once. */
static bool
add_resource(struct subscription *s, const char *uri, struct err *e)
{
	struct subscribed new = {0};
	const struct subscription *one;
	size_t count = 0;

	if (find(s, uri) != NULL)
		return true;
	TAILQ_FOREACH(one, &s->client->subscriptions->list, link)
		count += one->count;
	if (count == SUBSCRIBED_MAX)
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

/* --- notifications -------------------------------------------------------- */

/* Of a notification, about that resource or NULL. */
static struct json_object *
new_params(const struct subscription *s, const char *uri)
{
	struct json_object *meta = NULL;

	if (s->request != NULL)
		meta = OBJECT("io.modelcontextprotocol/subscriptionId",
			json_copy(s->request->id));
	return OBJECT("_meta", meta, "uri", STRING(uri));
}

/* --- polling -------------------------------------------------------------- */

/* A resource that this poll has not looked at; NULL: it has seen all. */
static const struct subscribed *
next_unseen(const struct subscriptions *all)
{
	const struct subscription *s;

	TAILQ_FOREACH(s, &all->list, link) {
		for (size_t i = 0; i < s->count; i++) {
			if (s->resources[i].poll != all->polls)
				return &s->resources[i];
		}
	}
	return NULL;
}

/* Notifies all who have subscribed to the resource, if its stamp is another. */
static void
notify(struct client *c, const char *uri, const char *stamp)
{
	struct subscription *s;

	TAILQ_FOREACH(s, &c->subscriptions->list, link) {
		struct subscribed *one = find(s, uri);

		if (one == NULL)
			continue;
		one->poll = c->subscriptions->polls;
		if (strcmp(stamp, one->stamp) == 0)
			continue;
		memcpy(one->stamp, stamp, CATALOG_STAMP_SIZE);
		client_notify(c, s->request,
			uri != NULL ? "notifications/resources/updated"
				    : "notifications/resources/list_changed",
			new_params(s, uri));
	}
}

/* Subscriptions come and go while a stamp is looked up, and the client may go,
 * too. */
void
subscriptions_poll(struct client *c)
{
	struct subscriptions *all = c->subscriptions;
	const struct subscribed *next;
	uint64_t version;

	if (all == NULL || all->timer == NULL || all->is_polling)
		return;
	version = c->catalog->version(c);
	if (version == all->version)
		return;
	all->version = version;
	all->polls++;
	all->is_polling = true;
	while (!all->has_ended && (next = next_unseen(all)) != NULL) {
		DROP(text) char *uri = text_copy(next->uri);
		char stamp[CATALOG_STAMP_SIZE] = "";

		/* One that is gone has the empty stamp. */
		if (!c->catalog->stamp(c, uri, stamp))
			memset(stamp, 0, sizeof(stamp));
		if (!all->has_ended)
			notify(c, uri, stamp);
	}
	all->is_polling = false;
	if (all->has_ended)
		free(all);
}

static void
on_time(void *argument)
{
	struct client *c = argument;

	c->subscriptions->timer = loop_at(c->server->loop,
		clock_now_ms() + SUBSCRIPTIONS_POLL_MS, on_time, c);
	subscriptions_poll(c);
}

/* After the subscriptions have changed. Nobody is notified of earlier
 * changes. */
static void
set_timer(struct client *c)
{
	struct subscriptions *all = c->subscriptions;
	const struct subscription *s;
	bool is_needed = false;

	TAILQ_FOREACH(s, &all->list, link)
		is_needed |= s->count > 0;
	if (!is_needed || c->catalog->version == NULL) {
		timer_free(TAKE(all->timer));
	} else if (all->timer == NULL) {
		all->version = c->catalog->version(c);
		all->timer = loop_at(c->server->loop,
			clock_now_ms() + SUBSCRIPTIONS_POLL_MS, on_time, c);
	}
}

/*
 * --- subscriptions/listen ---------------------------------------------------
 *
 * A request that stays open and under which changes are notified, until the
 * client cancels it or the server ends.
 */

static void
on_request_end(void *argument)
{
	struct subscription *s = argument;

	release(s);
	set_timer(s->client);
	free(s);
}

/* What is granted of what is wanted: the list of resources, and those that
 * exist; there could be no notification of others. */
static struct json_object *
grant(struct subscription *s, const struct json_object *wanted)
{
	struct json_object *granted = json_new_object();
	const struct json_object *uris =
		json_get_array(wanted, "resourceSubscriptions");
	struct json_object *list = uris != NULL ? json_new_array() : NULL;

	if (json_get_bool(wanted, "resourcesListChanged", false) &&
		add_resource(s, NULL, NULL))
		json_put_bool(granted, "resourcesListChanged", true);
	if (uris == NULL)
		return granted;
	/* No more than may be granted are even looked at. */
	for (size_t i = 0; i < json_count(uris) && i < SUBSCRIBED_MAX; i++) {
		const struct json_object *uri = json_at(uris, i);

		if (json_kind(uri) == JSON_STRING &&
			add_resource(s, json_string(uri), NULL))
			json_add(list, json_copy(uri));
	}
	json_put(granted, "resourceSubscriptions", list);
	return granted;
}

/* Held also when nothing is granted: clients open it at once and take its end
 * for the end of the server. */
void
method_listen(struct request *r, const struct json_object *params)
{
	struct subscription_list *list = &subscriptions_of(r->client)->list;
	const struct json_object *wanted =
		json_get_object(params, "notifications");
	struct json_object *acknowledged;
	struct subscription *s;
	size_t listeners = 0;

	TAILQ_FOREACH(s, list, link)
		listeners += s->request != NULL;
	if (wanted == NULL) {
		request_refuse(r, RPC_INVALID_PARAMS,
			"subscriptions/listen needs notifications, an object "
			"that names the wanted ones");
		return;
	}
	if (listeners == LISTENERS_MAX) {
		request_refuse(r, RPC_INVALID_PARAMS,
			"%d requests listen already, which is the limit; "
			"cancel one of them, or name all resources in one: "
			"resourceSubscriptions is a list",
			LISTENERS_MAX);
		return;
	}
	s = mem_new(sizeof(*s));
	s->client = r->client;
	s->request = r;
	TAILQ_INSERT_TAIL(list, s, link);
	r->is_held = true;
	end_hooks_add(&r->on_end, on_request_end, s);
	acknowledged = new_params(s, NULL);
	json_put(acknowledged, "notifications", grant(s, wanted));
	client_notify(r->client, r, "notifications/subscriptions/acknowledged",
		acknowledged);
	set_timer(r->client);
}

void
subscriptions_end(struct client *c)
{
	struct subscription *next;

	for (struct subscription *s = TAILQ_FIRST(&subscriptions_of(c)->list);
		s != NULL; s = next) {
		next = TAILQ_NEXT(s, link);
		if (s->request != NULL)
			request_answer(s->request, new_params(s, NULL));
	}
}

/* --- the legacy session --------------------------------------------------- */

void
method_subscribe(struct request *r, const struct json_object *params)
{
	struct client *c = r->client;
	const char *uri =
		request_require(r, params, "uri", "the address of a resource");
	struct err e;

	if (uri == NULL)
		return;
	if (!add_resource(&subscriptions_of(c)->session, uri, &e)) {
		request_refuse_resource(r, uri, &e);
		return;
	}
	set_timer(c);
	request_answer(r, json_new_object());
}

void
method_unsubscribe(struct request *r, const struct json_object *params)
{
	struct subscription *session = &subscriptions_of(r->client)->session;
	const char *uri =
		request_require(r, params, "uri", "the address of a resource");
	struct subscribed *resource;

	if (uri == NULL)
		return;
	resource = find(session, uri);
	if (resource != NULL) {
		free(resource->uri);
		*resource = session->resources[--session->count];
	}
	set_timer(r->client);
	request_answer(r, json_new_object());
}

void
subscriptions_add_list(struct client *c)
{
	(void)add_resource(&subscriptions_of(c)->session, NULL, NULL);
	set_timer(c);
}
