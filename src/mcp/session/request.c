#include "mcp/session/request.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/err.h"
#include "mcp/features/identity.h"
#include "mcp/session/batch.h"
#include "mcp/session/client.h"
#include "mcp/session/client_requests.h"
#include "mcp/session/methods.h"
#include "mcp/session/poller.h"
#include "mcp/session/subscription.h"
#include "mcp/session/versions.h"
#include "mcp/transport/rpc.h"
#include "tools/call/tool.h"
#include "json/json.h"

enum {
	/* How long to believe what changes with the program only. */
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
	r->era = client->era;
	r->level = client->level;
	r->capabilities = client->capabilities;
	r->progress = -1;
	r->ttl_ms = FIXED_TTL_MS;
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

/* It leaves the list before its answer is sent: who looks at the list from
 * the sending function sees what is left to do. The reply is taken. */
static void
end(struct request *r, struct json_object *reply)
{
	struct client *c = r->client;

	TAILQ_REMOVE(&c->requests, r, link);
	c->open--;
	c->open_weight -= r->weight;
	client_requests_withdraw(r);
	if (r->listens != NULL) {
		subscription_free(r->listens);
		poller_settle(c);
	}
	if (r->batch != NULL) {
		if (reply != NULL)
			batch_add(r->batch, reply);
		batch_unref(r->batch);
	} else if (reply != NULL) {
		client_send(c, reply);
		json_free(reply);
	}
	json_free(r->id);
	json_free(r->token);
	json_free(r->params);
	json_free(r->replies);
	json_free(r->state);
	free(r->confirming);
	free(r->uri);
	free(r);
}

static void
add_modern_members(const struct request *r, struct json_object *result)
{
	struct json_object *meta = json_get_object(result, "_meta");
	bool is_whole = json_get(result, "resultType") == NULL;

	if (is_whole)
		json_put_string(result, "resultType", "complete");
	if (is_whole && (r->method->traits & METHOD_CACHEABLE)) {
		json_put_int(result, "ttlMs", r->ttl_ms);
		json_put_string(result, "cacheScope",
			r->is_private ? "private" : "public");
	}
	if (meta == NULL) {
		meta = json_new_object();
		json_put(result, "_meta", meta);
	}
	if (json_get(meta, "io.modelcontextprotocol/serverInfo") == NULL)
		json_put(meta, "io.modelcontextprotocol/serverInfo",
			identity_tag());
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
	if (r->call != NULL)
		call_cancel(TAKE(r->call));
	end(r, NULL);
}

/* As it is written, in thousandths, so that it grows in the client's eyes. */
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
	DROP(json) struct json_object *message = NULL;
	struct json_object *params;

	if (r->token == NULL || shown <= r->progress)
		return;
	if (c->wire.is_behind(c->wire.argument))
		return;
	r->progress = shown;
	params = json_new_object();
	json_put(params, "progressToken", json_copy(r->token));
	json_put(params, "progress", json_new_decimal(shown, 3));
	if (total > 0)
		json_put(params, "total", json_new_decimal(total, 3));
	if (r->era->has_progress_message && text != NULL)
		json_put_string(params, "message", text);
	message = rpc_notification("notifications/progress", params);
	client_send(c, message);
}
