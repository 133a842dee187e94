#include "mcp/session/request.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
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

/* Once, the last one first. */
static void
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

/* The extension io.modelcontextprotocol/ui, with the kind of page that we
 * have. */
static bool
has_apps(const struct json_object *declared)
{
	const struct json_object *types = json_get_array(
		json_get_object(json_get_object(declared, "extensions"),
			"io.modelcontextprotocol/ui"),
		"mimeTypes");

	for (size_t i = 0; types != NULL && i < json_count(types); i++) {
		const struct json_object *type = json_at(types, i);

		if (json_kind(type) == JSON_STRING &&
			strcmp(json_string(type),
				"text/html;profile=mcp-app") == 0)
			return true;
	}
	return false;
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
	if (has_apps(declared))
		found |= CLIENT_APPS;
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

static void
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

/* --- request ------------------------------------------------------------- */

enum {
	/* Of what changes only with the program. */
	FIXED_TTL_MS = 300000,
	ERROR_TEXT_MAX = 1024,
};

struct request *
request_new(struct client *client, const struct json_object *id,
	struct batch *batch)
{
	struct request *r = mem_new(sizeof(*r));

	r->client = client;
	r->id = json_copy(id);
	r->era = client->session.era;
	r->level = client->session.level;
	r->capabilities = client->session.capabilities;
	r->progress.last = -1;
	r->cache.ttl_ms = FIXED_TTL_MS;
	SLIST_INIT(&r->on_end);
	r->batch = batch;
	if (batch != NULL)
		batch_ref(batch);
	TAILQ_INSERT_TAIL(&client->requests, r, link);
	client->open++;
	return r;
}

void
request_weigh(struct request *r, size_t weight)
{
	r->weight += weight;
	r->client->open_weight += weight;
}

/* It leaves the list before its answer is sent: whoever looks at the list
 * from the sending function sees what is left to do. The reply is taken. */
static void
end(struct request *r, struct json_object *reply)
{
	struct client *c = r->client;

	TAILQ_REMOVE(&c->requests, r, link);
	c->open--;
	c->open_weight -= r->weight;
	end_hooks_run(&r->on_end);
	if (r->batch != NULL) {
		if (reply != NULL)
			batch_add(r->batch, reply);
		batch_unref(r->batch);
	} else if (reply != NULL) {
		client_send(c, reply);
		json_free(reply);
	}
	json_free(r->id);
	json_free(r->progress.token);
	free(r);
}

struct json_object *
new_server_tag(void)
{
	return json_new_object_of("name", json_new_string("satchel"), "version",
		json_new_string(SATCHEL_VERSION), NULL);
}

static void
add_modern_members(const struct request *r, struct json_object *result)
{
	struct json_object *meta = json_get_object(result, "_meta");
	bool is_whole = json_get(result, "resultType") == NULL;

	if (is_whole)
		json_put_string(result, "resultType", "complete");
	if (is_whole && (r->method->traits & METHOD_CACHEABLE)) {
		json_put_int(result, "ttlMs", r->cache.ttl_ms);
		json_put_string(result, "cacheScope",
			r->cache.is_private ? "private" : "public");
	}
	if (meta == NULL) {
		meta = json_new_object();
		json_put(result, "_meta", meta);
	}
	if (json_get(meta, META_SERVER) == NULL)
		json_put(meta, META_SERVER, new_server_tag());
}

void
request_answer(struct request *r, struct json_object *result)
{
	if (r->era->is_modern)
		add_modern_members(r, result);
	end(r, rpc_result(r->id, result));
}

void
request_refuse(struct request *r, int code, const char *format, ...)
{
	char text[ERROR_TEXT_MAX];
	va_list arguments;

	va_start(arguments, format);
	if (vsnprintf(text, sizeof(text), format, arguments) < 0)
		text[0] = '\0';
	va_end(arguments);
	request_refuse_with(r, code, text, NULL);
}

void
request_refuse_with(
	struct request *r, int code, const char *text, struct json_object *data)
{
	end(r, rpc_error(r->id, code, text, data));
}

void
request_fail(struct request *r, const struct err *e)
{
	bool is_ours = e->code == ERR_STORE || e->code == ERR_SYSTEM ||
		       e->code == ERR_WORKER;

	request_refuse_with(
		r, is_ours ? RPC_INTERNAL : RPC_INVALID_PARAMS, e->text, NULL);
}

void
request_cancel(struct request *r)
{
	end(r, NULL);
}

void
request_answer_resource(
	struct request *r, const char *uri, const char *mime, const char *text)
{
	struct json_object *content = json_new_object_of("uri",
		json_new_string(uri), "mimeType", json_new_string(mime), "text",
		json_new_string(text), NULL);

	request_answer(r, json_new_object_of("contents",
				  json_new_array_of(content, NULL), NULL));
}

void
request_refuse_resource(struct request *r, const char *uri, const struct err *e)
{
	if (e->code == ERR_NOT_FOUND)
		request_refuse_with(r, r->era->not_found, e->text,
			json_new_object_of("uri", json_new_string(uri), NULL));
	else
		request_fail(r, e);
}

/* --- lists ---------------------------------------------------------------- */

/* An empty cursor, or null, is what some clients send for the first page. */
bool
request_cursor(const struct json_object *params, uint64_t *at, struct err *e)
{
	const struct json_object *cursor = json_get(params, "cursor");
	const char *digits = rpc_get_name(params, "cursor");

	*at = 0;
	if (cursor == NULL || (digits != NULL && digits[0] == '\0'))
		return true;
	if (digits == NULL || strlen(digits) > 18 ||
		digits[strspn(digits, "0123456789")] != '\0')
		return err_set(e, ERR_ARGUMENT,
			"cursor: this list did not return it; leave it out for "
			"the first page");
	*at = strtoull(digits, NULL, 10);
	return true;
}

void
request_answer_list(struct request *r, const struct json_object *params,
	const char *member, struct json_object *entries)
{
	struct json_object *result = json_new_object();
	uint64_t at;
	struct err e;

	json_put(result, member, entries);
	if (request_cursor(params, &at, &e) && at == 0) {
		request_answer(r, result);
		return;
	}
	json_free(result);
	request_refuse(r, RPC_INVALID_PARAMS,
		"cursor: this list has one page; leave the cursor out");
}

/* --- all of a client ----------------------------------------------------- */

void
client_cancel_all(struct client *c)
{
	while (!TAILQ_EMPTY(&c->requests))
		request_cancel(TAILQ_FIRST(&c->requests));
}

/*
 * A client that uses an id for two open requests cannot tell them apart; both
 * end.
 */
void
client_cancel(struct client *c, const struct json_object *id)
{
	struct request *r = TAILQ_FIRST(&c->requests);

	while (r != NULL) {
		struct request *next = TAILQ_NEXT(r, link);

		if (id != NULL && json_equal(r->id, id))
			request_cancel(r);
		r = next;
	}
}

void
client_free(struct client *c)
{
	if (c == NULL)
		return;
	c->is_muted = true;
	client_cancel_all(c);
	end_hooks_run(&c->on_end);
	free(c);
}

bool
client_is_busy(const struct client *c)
{
	const struct request *r = TAILQ_FIRST(&c->requests);

	while (r != NULL && r->is_held)
		r = TAILQ_NEXT(r, link);
	return r != NULL;
}

/* --- progress ------------------------------------------------------------ */

/* As it is written, in thousandths, so that it grows for the client. */
static double
round_down(double progress)
{
	if (!(progress >= 0 && progress < 1e15))
		return -1;
	return (double)(int64_t)(progress * 1000) / 1000;
}

void
request_progress(
	struct request *r, double progress, double total, const char *text)
{
	struct client *c = r->client;
	double shown = round_down(progress);

	if (r->progress.token == NULL || shown <= r->progress.last ||
		c->wire.is_congested(c->wire.argument))
		return;
	r->progress.last = shown;
	if (!r->era->has_progress_message)
		text = NULL;
	client_notify(c, "notifications/progress",
		json_new_object_of("progressToken",
			json_copy(r->progress.token), "progress",
			json_new_decimal(shown, 3), "total",
			total > 0 ? json_new_decimal(total, 3) : NULL,
			"message", json_new_string(text), NULL));
}

/* --- log messages -------------------------------------------------------- */

static const char *const names[] = {
	[LOG_MESSAGE_DEBUG] = "debug",
	[LOG_MESSAGE_INFO] = "info",
	[LOG_MESSAGE_NOTICE] = "notice",
	[LOG_MESSAGE_WARNING] = "warning",
	[LOG_MESSAGE_ERROR] = "error",
	[LOG_MESSAGE_CRITICAL] = "critical",
	[LOG_MESSAGE_ALERT] = "alert",
	[LOG_MESSAGE_EMERGENCY] = "emergency",
};

/* The level of a name, from LOG_MESSAGE_DEBUG on. */
static bool
find_level(const char *name, int *level)
{
	for (int i = LOG_MESSAGE_DEBUG; i < LOG_MESSAGE_NONE; i++) {
		if (strcmp(names[i], name) == 0) {
			*level = i;
			return true;
		}
	}
	return false;
}

void
log_message_send(const struct request *r, enum log_message_level level,
	struct json_object *data)
{
	DROP(json) struct json_object *owned = data;
	struct client *c = r->client;

	if ((int)level < r->level || c->wire.is_congested(c->wire.argument))
		return;
	client_notify(c, "notifications/message",
		json_new_object_of("level", json_new_string(names[level]),
			"logger", json_new_string("satchel"), "data",
			TAKE(owned), NULL));
}

void
method_set_level(struct request *r, const struct json_object *params)
{
	const char *name = rpc_get_name(params, "level");

	if (name == NULL || !find_level(name, &r->client->session.level)) {
		request_refuse(r, RPC_INVALID_PARAMS,
			"logging/setLevel needs level, one of " MESSAGE_LEVELS);
		return;
	}
	request_answer(r, json_new_object());
}

/* --- metadata ------------------------------------------------------------ */

static void
refuse_version(struct request *r, const char *version)
{
	request_refuse_with(r, RPC_UNSUPPORTED_VERSION,
		"Unsupported protocol version",
		json_new_object_of("supported", version_modern_versions(),
			"requested", json_new_string(version), NULL));
}

static bool
read_level(struct request *r, const struct json_object *meta)
{
	struct json_object *ignored;
	const char *name = rpc_get_name(meta, META_LOG_LEVEL);

	r->level = LOG_MESSAGE_NONE;
	if (!json_find(meta, META_LOG_LEVEL, &ignored) ||
		(name != NULL && find_level(name, &r->level)))
		return true;
	request_refuse(r, RPC_INVALID_PARAMS,
		"_meta: " META_LOG_LEVEL " must be one of " MESSAGE_LEVELS);
	return false;
}

static bool
read_modern(struct request *r, const struct json_object *meta)
{
	const char *version = rpc_get_name(meta, META_VERSION);
	const struct version *era =
		version != NULL ? version_find(version) : NULL;
	const struct json_object *capabilities =
		json_get_object(meta, META_CAPABILITIES);

	if (version == NULL) {
		request_refuse(r, RPC_INVALID_PARAMS,
			"_meta: " META_VERSION " must be a string");
		return false;
	}
	if (era == NULL || !era->is_modern) {
		refuse_version(r, version);
		return false;
	}
	if (capabilities == NULL) {
		request_refuse(r, RPC_INVALID_PARAMS,
			"_meta: " META_CAPABILITIES " must be an object");
		return false;
	}
	r->era = era;
	r->capabilities = client_capabilities(capabilities, era);
	return read_level(r, meta);
}

bool
request_read_meta(struct request *r, const struct json_object *params)
{
	const struct json_object *meta = json_get_object(params, "_meta");
	struct json_object *ignored;

	return !json_find(meta, META_VERSION, &ignored) || read_modern(r, meta);
}

struct json_object *
request_token(const struct json_object *params)
{
	const struct json_object *token =
		json_get(json_get_object(params, "_meta"), "progressToken");

	return rpc_is_id(token) ? json_copy(token) : NULL;
}
