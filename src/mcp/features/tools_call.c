/* tools/list and tools/call. */

#include "base/alloc.h"
#include "mcp/session/catalog.h"
#include "mcp/session/client.h"
#include "mcp/session/meta.h"
#include "mcp/session/methods.h"
#include "mcp/session/request.h"
#include "mcp/transport/rpc.h"
#include "json/json.h"

void
method_tools_list(struct request *r, const struct json_object *params)
{
	pagination_answer(r, params, "tools", r->client->catalog->list_tools);
}

/* The arguments, the caller's; some models send the object as a text. */
static bool
read_arguments(const struct json_object *params, struct json_object **arguments)
{
	const struct json_object *given = json_get(params, "arguments");
	struct err e;

	*arguments = NULL;
	if (given == NULL)
		return true;
	if (json_kind(given) == JSON_OBJECT) {
		*arguments = json_share(given);
		return true;
	}
	return json_kind(given) == JSON_STRING &&
	       json_parse(json_string(given), json_string_size(given),
		       arguments, &e) &&
	       (*arguments == NULL || json_kind(*arguments) == JSON_OBJECT);
}

void
method_tools_call(struct request *r, const struct json_object *params)
{
	const char *name = rpc_get_name(params, "name");
	DROP(json) struct json_object *arguments = NULL;

	if (name == NULL) {
		request_refuse(r, RPC_INVALID_PARAMS,
			"tools/call needs name, the name of a tool");
		return;
	}
	if (!read_arguments(params, &arguments)) {
		request_refuse(r, RPC_INVALID_PARAMS,
			"arguments of %.64s must be an object", name);
		return;
	}
	if (r->token == NULL)
		r->token = meta_token(params);
	r->client->catalog->call(r, name, TAKE(arguments));
}
