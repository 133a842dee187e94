#include "mcp/pages.h"

#include "mcp/request.h"
#include "mcp/rpc.h"
#include "json/json.h"

bool
pages_are_one(struct request *r, const struct json_object *params)
{
	const struct json_object *cursor = json_get(params, "cursor");

	if (cursor == NULL || (json_kind(cursor) == JSON_STRING &&
				      json_string_size(cursor) == 0))
		return true;
	request_refuse(r, RPC_INVALID_PARAMS,
		"cursor: this list has one page; leave the cursor out");
	return false;
}
