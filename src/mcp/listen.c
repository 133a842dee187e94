#include "mcp/listen.h"

#include "base/alloc.h"
#include "mcp/client.h"
#include "mcp/methods.h"
#include "mcp/request.h"
#include "mcp/rpc.h"
#include "json/json.h"

/*
 * Of the changes that can be asked for none can happen while the program runs:
 * its lists are fixed. So nothing is granted, and the stream is held, because
 * clients open it at once and take its end for the end of the server.
 */

static struct json_object *
new_tagged(const struct request *r)
{
	struct json_object *params = json_new_object();
	struct json_object *meta = json_new_object();

	json_put(meta, "io.modelcontextprotocol/subscriptionId",
		json_copy(r->id));
	json_put(params, "_meta", meta);
	return params;
}

void
method_listen(struct request *r, const struct json_object *params)
{
	DROP(json) struct json_object *message = NULL;
	struct json_object *granted;

	if (json_get_object(params, "notifications") == NULL) {
		request_refuse(r, RPC_INVALID_PARAMS,
			"subscriptions/listen needs notifications, an object "
			"that names what to tell");
		return;
	}
	r->is_listening = true;
	granted = new_tagged(r);
	json_put(granted, "notifications", json_new_object());
	message = rpc_notification(
		"notifications/subscriptions/acknowledged", granted);
	client_send(r->client, message);
}

void
listen_end(struct request *r)
{
	request_answer(r, new_tagged(r));
}
