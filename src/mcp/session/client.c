#include "mcp/session/client.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/err.h"
#include "base/limits.h"
#include "mcp/session/log_message.h"
#include "mcp/session/poller.h"
#include "mcp/session/request.h"
#include "mcp/session/subscription.h"
#include "mcp/session/subscriptions_listen.h"
#include "mcp/session/versions.h"
#include "mcp/transport/rpc.h"
#include "json/json.h"

struct client *
client_new(struct server *server, const struct catalog *catalog,
	const struct transport *wire)
{
	struct client *c = mem_new(sizeof(*c));

	c->server = server;
	c->catalog = catalog;
	c->wire = *wire;
	c->era = version_unsaid();
	c->level = LOG_MESSAGE_NONE;
	TAILQ_INIT(&c->requests);
	TAILQ_INIT(&c->questions);
	TAILQ_INIT(&c->subscriptions);
	return c;
}

void
client_free(struct client *c)
{
	if (c == NULL)
		return;
	c->is_muted = true;
	client_cancel_all(c);
	subscription_free(c->session);
	poller_stop(c);
	free(c);
}

bool
client_is_busy(const struct client *c)
{
	const struct request *r = TAILQ_FIRST(&c->requests);

	while (r != NULL && r->listens != NULL)
		r = TAILQ_NEXT(r, link);
	return r != NULL;
}

void
client_end_listening(struct client *c)
{
	struct request *r = TAILQ_FIRST(&c->requests);

	while (r != NULL) {
		struct request *next = TAILQ_NEXT(r, link);

		if (r->listens != NULL)
			subscriptions_listen_end(r);
		r = next;
	}
}

void
client_cancel_all(struct client *c)
{
	while (!TAILQ_EMPTY(&c->requests))
		request_cancel(TAILQ_FIRST(&c->requests));
}

static char *
say_too_long(const struct json_object *message, size_t size)
{
	DROP(json) struct json_object *error = NULL;
	struct err e;

	err_set(&e, ERR_LIMIT,
		"the reply would be %zu bytes long, the limit is %d; ask for "
		"less at once",
		size, LIMIT_REPLY);
	error = rpc_error(json_get(message, "id"), RPC_INTERNAL, e.text, NULL);
	return json_text(error);
}

static void
send_one(struct client *c, const struct json_object *message)
{
	DROP(text) char *text = json_text(message);
	size_t size = strlen(text);

	if (size > LIMIT_REPLY) {
		text_drop(&text);
		text = say_too_long(message, size);
	}
	c->wire.send(text, strlen(text), c->wire.argument);
}

static void
send_batch(struct client *c, const struct json_object *batch)
{
	DROP(text) char *text = json_text(batch);
	size_t size = strlen(text);

	if (size <= LIMIT_REPLY) {
		c->wire.send(text, size, c->wire.argument);
		return;
	}
	for (size_t i = 0; i < json_count(batch); i++)
		send_one(c, json_at(batch, i));
}

void
client_send(struct client *c, const struct json_object *message)
{
	if (c->is_muted)
		return;
	if (json_kind(message) == JSON_ARRAY)
		send_batch(c, message);
	else
		send_one(c, message);
}
