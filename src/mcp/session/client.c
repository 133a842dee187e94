#include "mcp/session/client.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/err.h"
#include "base/limits.h"
#include "mcp/session/versions.h"
#include "mcp/transport/rpc.h"
#include "json/json.h"

void
end_hooks_add(struct end_hooks *hooks, on_end *run, void *argument)
{
	struct end_hook *hook = mem_new(sizeof(*hook));

	hook->run = run;
	hook->argument = argument;
	SLIST_INSERT_HEAD(hooks, hook, link);
}

void
end_hooks_run(struct end_hooks *hooks)
{
	struct end_hook *hook;

	while ((hook = SLIST_FIRST(hooks)) != NULL) {
		SLIST_REMOVE_HEAD(hooks, link);
		hook->run(hook->argument);
		free(hook);
	}
}

/* Without a mode (form or url, since 2025-11-25) it means a form. */
static bool
has_form(const struct json_object *elicitation)
{
	return elicitation != NULL &&
	       (json_get_object(elicitation, "form") != NULL ||
		       json_get_object(elicitation, "url") == NULL);
}

unsigned
client_capabilities(
	const struct json_object *declared, const struct version *era)
{
	unsigned found = 0;

	if (era->has_elicitation &&
		has_form(json_get_object(declared, "elicitation")))
		found |= CLIENT_ELICITATION;
	if (json_get_object(declared, "sampling") != NULL)
		found |= CLIENT_SAMPLING;
	if (json_get_object(declared, "roots") != NULL)
		found |= CLIENT_ROOTS;
	return found;
}

struct client *
client_new(struct server *server, const struct catalog *catalog,
	const struct transport *wire)
{
	struct client *c = mem_new(sizeof(*c));

	c->server = server;
	c->catalog = catalog;
	c->wire = *wire;
	c->session.era = version_unsaid();
	c->session.level = LOG_MESSAGE_NONE;
	TAILQ_INIT(&c->requests);
	SLIST_INIT(&c->on_end);
	return c;
}

static void
send_one(struct client *c, const struct json_object *message)
{
	DROP(text) char *text = json_text(message);
	DROP(json) struct json_object *error = NULL;
	struct err e;

	if (strlen(text) > LIMIT_REPLY) {
		err_set(&e, ERR_LIMIT,
			"the reply would be %zu bytes long, the limit is %d; "
			"ask for less at once, or export a model to a file",
			strlen(text), LIMIT_REPLY);
		error = rpc_error(
			json_get(message, "id"), RPC_INTERNAL, e.text, NULL);
		text_drop(&text);
		text = json_text(error);
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

void
client_notify(struct client *c, const char *method, struct json_object *params)
{
	DROP(json)
	struct json_object *message = rpc_notification(method, params);

	client_send(c, message);
}

/* --- batches ------------------------------------------------------------- */

struct batch {
	struct client *client;
	struct json_object *replies;
	size_t weight; /* of those */
	size_t open;   /* requests that may still add a reply */
};

struct batch *
batch_new(struct client *client)
{
	struct batch *b = mem_new(sizeof(*b));

	b->client = client;
	b->replies = json_new_array();
	b->open = 1;
	return b;
}

void
batch_ref(struct batch *b)
{
	b->open++;
}

static void
send_replies(struct batch *b)
{
	if (json_count(b->replies) > 0)
		client_send(b->client, b->replies);
	json_free(b->replies);
	b->replies = json_new_array();
	b->client->batched -= b->weight;
	b->weight = 0;
}

void
batch_unref(struct batch *b)
{
	assert(b->open > 0);
	if (--b->open > 0)
		return;
	send_replies(b);
	json_free(b->replies);
	free(b);
}

void
batch_add(struct batch *b, struct json_object *reply)
{
	size_t weight = json_weight(reply);

	json_add(b->replies, reply);
	b->weight += weight;
	b->client->batched += weight;
	if (b->client->batched > LIMIT_REPLY)
		send_replies(b);
}
