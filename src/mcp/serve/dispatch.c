#include "mcp/serve/dispatch.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/log.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "mcp/session/client.h"
#include "mcp/session/input.h"
#include "mcp/session/request.h"
#include "mcp/session/versions.h"
#include "mcp/transport/rpc.h"
#include "json/json.h"

enum { LOGGED_BYTES = 120 };

static void
log_unreadable(struct client *c, const char *why, const char *text, size_t size)
{
	DROP(text) char *shown = NULL;
	bool is_cut = size > LOGGED_BYTES;

	if (c->unreadable == UNREADABLE_LOGGED_MAX)
		return;
	shown = utf8_repair(text, is_cut ? LOGGED_BYTES : size, NULL);
	log_warn("unreadable message (%.300s): %s%s", why, shown,
		is_cut ? "..." : "");
	if (++c->unreadable == UNREADABLE_LOGGED_MAX)
		log_warn("further unreadable messages are not logged");
}

/* An id of NULL: the message had none that could be read. */
static void
answer_unreadable(struct client *c, const struct json_object *id,
	enum rpc_code code, const char *why)
{
	DROP(json) struct json_object *error = NULL;

	if (id == NULL && !c->session.era->has_bare_errors)
		return;
	error = rpc_error(id, code, why, NULL);
	client_send(c, error);
}

/* JSON, but no message. */
static void
refuse_message(struct client *c, const struct json_object *value,
	const struct json_object *id, const char *why)
{
	DROP(text) char *text = json_text(value);

	log_unreadable(c, why, text, strlen(text));
	answer_unreadable(c, id, RPC_INVALID_REQUEST, why);
}

/* --- methods -------------------------------------------------------------- */

#define METHOD(symbol, name, eras, traits) \
	{name, eras, traits, method_##symbol},
static const struct method methods[] = {
#include "mcp/session/methods.def"
};
#undef METHOD

static const struct method *
find_method(const char *name)
{
	for (size_t i = 0; i < sizeof(methods) / sizeof(methods[0]); i++) {
		if (strcmp(methods[i].name, name) == 0)
			return &methods[i];
	}
	return NULL;
}

static void
refuse_unknown(struct request *r, const char *name)
{
	const char *nearest = NEAREST_IN(name, methods, name);

	request_refuse(r, RPC_UNKNOWN_METHOD, "Method not found: %.64s%s%s%s",
		name, nearest != NULL ? "; did you mean " : "",
		nearest != NULL ? nearest : "", nearest != NULL ? "?" : "");
}

static void
run_method(struct request *r, const struct rpc_message *m)
{
	const struct method *method = find_method(m->method);
	bool is_modern = r->era->is_modern;

	if (method == NULL) {
		refuse_unknown(r, m->method);
	} else if (is_modern && !(method->eras & METHOD_MODERN)) {
		request_refuse(r, RPC_UNKNOWN_METHOD,
			"Method not found: %s is not part of protocol %s",
			method->name, r->era->version);
	} else if (!is_modern && !(method->eras & METHOD_LEGACY)) {
		request_refuse(r, RPC_INVALID_PARAMS,
			"%s needs params._meta with " META_VERSION
			" and " META_CAPABILITIES,
			method->name);
	} else {
		r->method = method;
		if (input_begin(r, m->params))
			method->run(r, m->params);
	}
}

/* --- messages ------------------------------------------------------------- */

static void
receive_request(
	struct client *c, const struct rpc_message *m, struct batch *batch)
{
	struct request *r = request_new(c, m->id, batch);

	request_weigh(r, json_weight(m->params));
	if (c->open > OPEN_REQUESTS_MAX)
		request_refuse(r, RPC_INTERNAL,
			"%d requests are open; wait for their answers",
			OPEN_REQUESTS_MAX);
	else if (c->open_weight > LIMIT_REQUESTS_HELD &&
		 c->open_weight > r->weight)
		request_refuse(r, RPC_INTERNAL,
			"the open requests take %zu bytes, and the limit is "
			"%d; wait for their answers, then send this one again",
			c->open_weight, LIMIT_REQUESTS_HELD);
	else if (request_read_meta(r, m->params))
		run_method(r, m);
}

/* Nothing waits for notifications/initialized: calls are served before it,
 * too. */
static void
receive_notification(struct client *c, const struct rpc_message *m)
{
	if (strcmp(m->method, "notifications/cancelled") == 0)
		client_cancel(c, json_get(m->params, "requestId"));
	else
		log_debug("notification %.64s is not for us", m->method);
}

static void
receive_message(
	struct client *c, const struct json_object *value, struct batch *batch)
{
	struct rpc_message m;
	struct err e;

	if (!rpc_read(value, &m, &e)) {
		if (batch != NULL && m.id != NULL)
			batch_add(batch, rpc_error(m.id, RPC_INVALID_REQUEST,
						 e.text, NULL));
		else
			refuse_message(c, value, m.id, e.text);
		return;
	}
	switch (m.kind) {
	case RPC_REQUEST:
		receive_request(c, &m, batch);
		break;
	case RPC_NOTIFICATION:
		receive_notification(c, &m);
		break;
	case RPC_RESPONSE:
		input_receive(c, m.id, m.result, m.error);
		break;
	}
}

static void
receive_batch(struct client *c, const struct json_object *array)
{
	size_t count = json_count(array);
	struct batch *batch;

	if (!c->session.era->has_batches) {
		refuse_message(c, array, NULL,
			"arrays of messages are part of protocol 2025-03-26 "
			"only; send each message on a line of its own");
		return;
	}
	if (count == 0 || count > BATCH_MAX) {
		refuse_message(c, array, NULL,
			"an array of messages holds 1 to 100 of them");
		return;
	}
	batch = batch_new(c);
	for (size_t i = 0; i < count; i++)
		receive_message(c, json_at(array, i), batch);
	batch_unref(batch);
}

static void
receive_unreadable(struct client *c, const char *text, size_t size,
	enum rpc_code code, const char *why)
{
	DROP(json) struct json_object *id = rpc_find_id(text, size);

	log_unreadable(c, why, text, size);
	answer_unreadable(c, id, code, why);
}

static void
receive_text(struct client *c, const char *text, size_t size)
{
	DROP(json) struct json_object *value = NULL;
	struct err e;

	if (!json_parse(text, size, &value, &e))
		receive_unreadable(c, text, size, RPC_NOT_JSON, e.text);
	else if (json_kind(value) == JSON_ARRAY)
		receive_batch(c, value);
	else
		receive_message(c, value, NULL);
}

void
dispatch_line(struct client *c, const char *text, size_t size)
{
	DROP(text) char *repaired = NULL;

	if (strspn(text, " \t\r") == size)
		return;
	if (!utf8_check(text, size, NULL)) {
		repaired = utf8_repair(text, size, &size);
		text = repaired;
	}
	receive_text(c, text, size);
}

void
dispatch_long_line(struct client *c, const char *text, size_t size)
{
	struct err e;

	err_set(&e, ERR_LIMIT, "a message may have at most %d bytes",
		LIMIT_MESSAGE);
	receive_unreadable(c, text, size, RPC_INVALID_REQUEST, e.text);
}
