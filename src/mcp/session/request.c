#include "mcp/session/request.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/coroutine.h"
#include "base/err.h"
#include "base/limits.h"
#include "mcp/session/versions.h"
#include "mcp/transport/rpc.h"
#include "smt/text/lexer.h"
#include "tools/call/tool.h"
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

static void end(struct request *r, struct json_object *reply);

/* --- the client ----------------------------------------------------------- */

/* The extension io.modelcontextprotocol/ui, with the kind of page that we
 * have. */
static bool
has_apps(const struct json_object *declared)
{
	DROP(json)
	struct json_object *ours = STRING("text/html;profile=mcp-app");
	const struct json_object *types = json_get_array(
		json_get_object(json_get_object(declared, "extensions"),
			"io.modelcontextprotocol/ui"),
		"mimeTypes");
	size_t i = 0;

	if (types == NULL)
		return false;
	while (i < json_count(types) && !json_equal(json_at(types, i), ours))
		i++;
	return i < json_count(types);
}

unsigned
client_capabilities(
	const struct json_object *declared, const struct version *version)
{
	const struct json_object *elicitation =
		json_get_object(declared, "elicitation");
	unsigned all = has_apps(declared) ? CLIENT_APPS : 0;

	/* Without a mode (form or url, since 2025-11-25) it means a form. */
	if (version->has_elicitation && elicitation != NULL &&
		(json_get_object(elicitation, "form") != NULL ||
			json_get_object(elicitation, "url") == NULL))
		all |= CLIENT_ELICITATION;
	if (json_get_object(declared, "sampling") != NULL)
		all |= CLIENT_SAMPLING;
	if (json_get_object(declared, "roots") != NULL)
		all |= CLIENT_ROOTS;
	return all;
}

struct client *
client_new(struct server *server, const struct catalog *catalog,
	const struct transport *wire)
{
	struct client *c = mem_new(sizeof(*c));

	c->server = server;
	c->catalog = catalog;
	c->wire = *wire;
	/* Of a client that has sent none: the one with the fewest features. */
	c->session.version = version_find("2024-11-05");
	TAILQ_INIT(&c->requests);
	return c;
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

/* The message is borrowed; `m` says where it goes. */
static void
send_message(
	struct client *c, struct outgoing *m, const struct json_object *message)
{
	DROP(text) char *text = NULL;
	DROP(json) struct json_object *error = NULL;
	struct err e;

	if (c->is_muted)
		return;
	text = json_text(message);
	if (strlen(text) > LIMIT_REPLY) {
		err_set(&e, ERR_LIMIT,
			"the reply would be %zu bytes long, the limit is %d; "
			"ask for less at once, or export a model to a file",
			strlen(text), LIMIT_REPLY);
		error = rpc_error(
			json_get(message, "id"), RPC_INTERNAL, e.text, NULL);
		text_drop(&text);
		text = json_text(error);
		message = error;
	}
	m->text = text;
	m->size = strlen(text);
	m->error =
		(int)json_get_int(json_get_object(message, "error"), "code", 0);
	m->is_reply = json_get(message, "method") == NULL;
	c->batch_sent += m->size;
	c->wire.send(m, c->wire.argument);
}

void
client_send(struct client *c, const struct request *r,
	const struct json_object *message)
{
	struct outgoing m = {.origin = r != NULL ? r->origin : NULL,
		.is_early = r != NULL && r->method == NULL};

	send_message(c, &m, message);
}

void
client_send_refusal(struct client *c, const struct json_object *error)
{
	struct outgoing m = {
		.origin = c->origin, .is_early = true, .is_bare = true};

	send_message(c, &m, error);
}

void
client_notify(struct client *c, const struct request *r, const char *method,
	struct json_object *params)
{
	DROP(json)
	struct json_object *message = rpc_call(NULL, method, params);

	client_send(c, r, message);
}

bool
client_is_busy(const struct client *c)
{
	const struct request *r = TAILQ_FIRST(&c->requests);

	while (r != NULL && r->is_held)
		r = TAILQ_NEXT(r, link);
	return r != NULL;
}

void
client_cancel_all(struct client *c)
{
	while (!TAILQ_EMPTY(&c->requests))
		end(TAILQ_FIRST(&c->requests), NULL);
}

/*
 * A client that uses an id for two open requests cannot tell them apart; both
 * end.
 */
void
client_cancel(struct client *c, const struct json_object *id)
{
	struct request *next;

	for (struct request *r = TAILQ_FIRST(&c->requests); r != NULL;
		r = next) {
		next = TAILQ_NEXT(r, link);
		if (id != NULL && json_equal(r->id, id))
			end(r, NULL);
	}
}

/* --- a request ------------------------------------------------------------ */

enum {
	/* Of what changes only with the program. */
	FIXED_TTL_MS = 300000,
	ERROR_TEXT_MAX = 1024,
};

struct request *
request_new(struct client *client, const struct json_object *id,
	const struct json_object *params)
{
	struct request *r = mem_new(sizeof(*r));
	const struct json_object *token =
		json_get(json_get_object(params, "_meta"), "progressToken");

	r->client = client;
	r->origin = client->origin;
	r->id = json_copy(id);
	r->version = client->session.version;
	r->capabilities = client->session.capabilities;
	r->progress.token = rpc_is_id(token) ? json_copy(token) : NULL;
	r->progress.last = -1;
	r->cache.ttl_ms = FIXED_TTL_MS;
	TAILQ_INSERT_TAIL(&client->requests, r, link);
	client->open++;
	request_weigh(r, json_weight(params));
	return r;
}

void
request_weigh(struct request *r, size_t weight)
{
	r->weight += weight;
	r->client->open_weight += weight;
}

static void
request_free(struct request *r)
{
	json_free(r->id);
	json_free(r->progress.token);
	free(r);
}

/* Ends the request, unless it has ended. It leaves the list before its answer
 * is sent: whoever looks at the list from the sending function sees what is
 * left to do. The reply is taken. */
static void
end(struct request *r, struct json_object *reply)
{
	struct client *c = r->client;

	if (r->is_over) {
		json_free(reply);
		return;
	}
	r->is_over = true;
	TAILQ_REMOVE(&c->requests, r, link);
	c->open--;
	c->open_weight -= r->weight;
	end_hooks_run(&r->on_end);
	if (reply != NULL)
		client_send(c, r, reply);
	if (c->wire.ended != NULL)
		c->wire.ended(r->origin, c->wire.argument);
	json_free(reply);
	if (!r->is_running)
		request_free(r);
}

/* The method of a request, and its parameters. */
struct method_call {
	struct request *request;
	struct json_object *params;
};

static void
run_method(void *argument)
{
	/* The caller's is gone when this is resumed. */
	const struct method_call *call = argument;
	struct request *r = call->request;
	struct json_object *params = call->params;

	r->is_running = true;
	r->method->run(r, params);
	r->is_running = false;
	json_free(params);
	if (r->is_over)
		request_free(r);
}

void
request_run(struct request *r, const struct json_object *params)
{
	struct method_call call = {r, json_share(params)};

	if ((r->method->traits & METHOD_IN_SLICES) != 0)
		coroutine_start(r->client->server->loop, run_method, &call);
	else
		run_method(&call);
}

struct json_object *
new_server_tag(void)
{
	return OBJECT(
		"name", STRING("satchel"), "version", STRING(SATCHEL_VERSION));
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
	if (r->version->is_modern)
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
	request_refuse_with(r,
		err_is_internal(e) ? RPC_INTERNAL : RPC_INVALID_PARAMS, e->text,
		NULL);
}

void
request_forbid_caching(struct request *r)
{
	r->cache.ttl_ms = 0;
	r->cache.is_private = true;
}

void
request_answer_resource(
	struct request *r, const char *uri, const char *mime, const char *text)
{
	struct json_object *content = OBJECT("uri", STRING(uri), "mimeType",
		STRING(mime), "text", STRING(text));

	request_answer(r, OBJECT("contents", json_new_array_of(content, NULL)));
}

void
request_refuse_resource(struct request *r, const char *uri, const struct err *e)
{
	if (e->code == ERR_NOT_FOUND)
		request_refuse_with(r, r->version->not_found, e->text,
			OBJECT("uri", STRING(uri)));
	else
		request_fail(r, e);
}

void
client_refuse_all(struct client *c, const char *text)
{
	while (!TAILQ_EMPTY(&c->requests))
		request_refuse(
			TAILQ_FIRST(&c->requests), RPC_INTERNAL, "%s", text);
}

/* --- parameters ----------------------------------------------------------- */

const char *
request_require(struct request *r, const struct json_object *params,
	const char *key, const char *what)
{
	const char *value = rpc_get_name(params, key);

	if (value == NULL)
		request_refuse(r, RPC_INVALID_PARAMS, "%s needs %s, %s",
			r->method->name, key, what);
	return value;
}

/* An empty cursor, or null, is what some clients send for the first page. */
bool
request_cursor(
	struct request *r, const struct json_object *params, uint64_t *at)
{
	enum { DIGITS_MAX = 18 }; /* of 64 bits */
	const char *digits = rpc_get_name(params, "cursor");

	*at = 0;
	if (json_get(params, "cursor") == NULL)
		return true;
	if (digits == NULL || strlen(digits) > DIGITS_MAX ||
		digits[strspn(digits, "0123456789")] != '\0') {
		request_refuse(r, RPC_INVALID_PARAMS,
			"cursor: this list did not return it; leave it out for "
			"the first page");
		return false;
	}
	*at = strtoull(digits, NULL, 10);
	return true;
}

void
request_answer_list(struct request *r, const struct json_object *params,
	const char *member, struct json_object *entries)
{
	DROP(json) struct json_object *result = OBJECT(member, entries);
	uint64_t at;

	if (!request_cursor(r, params, &at))
		return;
	if (at == 0)
		request_answer(r, TAKE(result));
	else
		request_refuse(r, RPC_INVALID_PARAMS,
			"cursor: this list has one page; leave the cursor out");
}

/* --- notifications -------------------------------------------------------- */

void
request_progress(struct request *r, double progress, const char *text)
{
	struct client *c = r->client;
	/* As it is written, in thousandths, so that it grows for the client. */
	double shown = progress >= 0 && progress < 1e15
			       ? (double)(int64_t)(progress * 1000) / 1000
			       : -1;

	if (r->progress.token == NULL || shown <= r->progress.last ||
		c->wire.is_congested(r->origin, c->wire.argument))
		return;
	r->progress.last = shown;
	client_notify(c, r, "notifications/progress",
		OBJECT("progressToken", json_copy(r->progress.token),
			"progress", json_new_decimal(shown, 3), "message",
			r->version->has_progress_message ? STRING(text)
							 : NULL));
}

/* No message is sent: what a client is to know stands in a reply, and the
 * program's own log goes to stderr. */
void
method_set_level(struct request *r, const struct json_object *params)
{
	static const char levels[] =
		"debug info notice warning error critical alert emergency";
	const char *level = rpc_get_name(params, "level");

	if (level != NULL && slice_is_one_of(slice_of(level), levels))
		request_answer(r, json_new_object());
	else
		request_refuse(r, RPC_INVALID_PARAMS,
			"logging/setLevel needs level, one of: %s", levels);
}

/* --- metadata ------------------------------------------------------------- */

static bool
read_modern(struct request *r, const struct json_object *meta)
{
	const char *version = rpc_get_name(meta, META_VERSION);
	const struct json_object *capabilities =
		json_get_object(meta, META_CAPABILITIES);
	const struct version *known =
		version != NULL ? version_find(version) : NULL;

	if (version == NULL)
		request_refuse(r, RPC_INVALID_PARAMS,
			"_meta: " META_VERSION " must be a string");
	else if (known == NULL || !known->is_modern)
		request_refuse_with(r, RPC_UNSUPPORTED_VERSION,
			"Unsupported protocol version",
			OBJECT("supported", version_list_modern(), "requested",
				STRING(version)));
	else if (capabilities == NULL)
		request_refuse(r, RPC_INVALID_PARAMS,
			"_meta: " META_CAPABILITIES " must be an object");
	else {
		r->version = known;
		r->capabilities = client_capabilities(capabilities, known);
		return true;
	}
	return false;
}

bool
request_read_meta(struct request *r, const struct json_object *params)
{
	const struct json_object *meta = json_get_object(params, "_meta");

	return !json_find(meta, META_VERSION, NULL) || read_modern(r, meta);
}
