/* How a connection opens, lives and lets go of requests. */

#include "base/log.h"
#include "mcp/features/identity.h"
#include "mcp/session/client.h"
#include "mcp/session/client_requests.h"
#include "mcp/session/methods.h"
#include "mcp/session/request.h"
#include "mcp/session/subscription.h"
#include "mcp/session/versions.h"
#include "mcp/transport/rpc.h"
#include "json/json.h"

static void
log_client(const struct json_object *params, const struct version *era)
{
	const struct json_object *info = json_get_object(params, "clientInfo");
	const char *name = json_get_string(info, "name");
	const char *version = json_get_string(info, "version");

	log_info("client %.64s %.32s, protocol %s",
		name != NULL ? name : "without a name",
		version != NULL ? version : "", era->version);
}

/* It is told of new tools and prompts from now on. */
static void
begin_session(struct client *c, const struct version *era,
	const struct json_object *params)
{
	c->era = era;
	c->capabilities = client_requests_capabilities(
		json_get_object(params, "capabilities"), era);
	subscription_session(c)->lists |=
		c->catalog->changing & (CATALOG_TOOLS | CATALOG_PROMPTS);
}

void
method_initialize(struct request *r, const struct json_object *params)
{
	const char *version = rpc_get_name(params, "protocolVersion");
	struct json_object *result;
	const struct version *era;

	if (r->batch != NULL) {
		request_refuse(r, RPC_INVALID_REQUEST,
			"initialize must not be part of a batch");
		return;
	}
	if (version == NULL) {
		request_refuse(r, RPC_INVALID_PARAMS,
			"initialize needs protocolVersion, a string such as "
			"\"%s\"",
			version_agree("")->version);
		return;
	}
	era = version_agree(version);
	begin_session(r->client, era, params);
	log_client(params, era);
	result = json_new_object();
	json_put_string(result, "protocolVersion", era->version);
	json_put(result, "capabilities",
		identity_capabilities(r->client->catalog));
	json_put(result, "serverInfo", identity_info());
	json_put_string(result, "instructions", identity_instructions());
	request_answer(r, result);
}

void
notice_initialized(struct client *c, const struct json_object *params)
{
	/* Nothing waits for it: calls are served before it, too. */
	(void)c;
	(void)params;
}

void
method_ping(struct request *r, const struct json_object *params)
{
	(void)params; /* it has none */
	request_answer(r, json_new_object());
}

void
method_discover(struct request *r, const struct json_object *params)
{
	struct json_object *result = json_new_object();
	struct json_object *meta = json_new_object();

	(void)params; /* it has none but the metadata */
	json_put(meta, "io.modelcontextprotocol/serverInfo", identity_info());
	json_put(result, "_meta", meta);
	json_put(result, "supportedVersions", version_modern_versions());
	json_put(result, "capabilities",
		identity_capabilities(r->client->catalog));
	json_put_string(result, "instructions", identity_instructions());
	request_answer(r, result);
}

/*
 * A client that uses an id for two open requests has lost the means to tell
 * them apart; both end.
 */
void
notice_cancelled(struct client *c, const struct json_object *params)
{
	const struct json_object *id = json_get(params, "requestId");
	struct request *r = TAILQ_FIRST(&c->requests);

	while (r != NULL) {
		struct request *next = TAILQ_NEXT(r, link);

		if (id != NULL && json_equal(r->id, id))
			request_cancel(r);
		r = next;
	}
}
