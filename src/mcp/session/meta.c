#include "mcp/session/meta.h"

#include <stddef.h>

#include "mcp/session/client_requests.h"
#include "mcp/session/log_message.h"
#include "mcp/session/request.h"
#include "mcp/session/versions.h"
#include "mcp/transport/rpc.h"
#include "json/json.h"

static void
refuse_version(struct request *r, const char *version)
{
	struct json_object *data = json_new_object();

	json_put(data, "supported", version_modern_versions());
	json_put_string(data, "requested", version);
	request_refuse_with(r, RPC_UNSUPPORTED_VERSION,
		"Unsupported protocol version", data);
}

static bool
settle_level(struct request *r, const struct json_object *meta)
{
	struct json_object *ignored;
	const char *name = rpc_get_name(meta, META_LOG_LEVEL);

	r->level = LOG_MESSAGE_NONE;
	if (!json_find(meta, META_LOG_LEVEL, &ignored) ||
		(name != NULL && log_message_find_level(name, &r->level)))
		return true;
	request_refuse(r, RPC_INVALID_PARAMS,
		"_meta: " META_LOG_LEVEL " must be one of " MESSAGE_LEVELS);
	return false;
}

static bool
settle_modern(struct request *r, const struct json_object *meta)
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
	r->capabilities = client_requests_capabilities(capabilities, era);
	return settle_level(r, meta);
}

bool
meta_settle(struct request *r, const struct json_object *params)
{
	const struct json_object *meta = json_get_object(params, "_meta");
	struct json_object *ignored;

	return !json_find(meta, META_VERSION, &ignored) ||
	       settle_modern(r, meta);
}

struct json_object *
meta_token(const struct json_object *params)
{
	const struct json_object *token =
		json_get(json_get_object(params, "_meta"), "progressToken");

	return rpc_is_id(token) ? json_copy(token) : NULL;
}
