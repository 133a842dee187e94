/* prompts/list and prompts/get. */

#include "mcp/session/catalog.h"
#include "mcp/session/client.h"
#include "mcp/session/methods.h"
#include "mcp/session/request.h"
#include "mcp/transport/rpc.h"
#include "json/json.h"

void
method_prompts_list(struct request *r, const struct json_object *params)
{
	pagination_answer(
		r, params, "prompts", r->client->catalog->list_prompts);
}

void
method_prompts_get(struct request *r, const struct json_object *params)
{
	const char *name = rpc_get_name(params, "name");
	const struct json_object *arguments = json_get(params, "arguments");

	if (name == NULL) {
		request_refuse(r, RPC_INVALID_PARAMS,
			"prompts/get needs name, the name of a prompt");
		return;
	}
	if (arguments != NULL && json_kind(arguments) != JSON_OBJECT) {
		request_refuse(r, RPC_INVALID_PARAMS,
			"arguments of prompt %.64s must be an object of "
			"strings",
			name);
		return;
	}
	r->client->catalog->get(r, name, arguments);
}
