#include "mcp/session/log_message.h"

#include <string.h>

#include "base/alloc.h"
#include "mcp/session/client.h"
#include "mcp/session/methods.h"
#include "mcp/session/request.h"
#include "mcp/transport/rpc.h"
#include "json/json.h"

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

bool
log_message_find_level(const char *name, int *level)
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
	DROP(json) struct json_object *message = NULL;
	struct client *c = r->client;
	struct json_object *params;

	if ((int)level < r->level || c->wire.is_behind(c->wire.argument))
		return;
	params = json_new_object();
	json_put_string(params, "level", names[level]);
	json_put_string(params, "logger", "satchel");
	json_put(params, "data", TAKE(owned));
	message = rpc_notification("notifications/message", params);
	client_send(c, message);
}

void
method_set_level(struct request *r, const struct json_object *params)
{
	const char *name = rpc_get_name(params, "level");

	if (name == NULL || !log_message_find_level(name, &r->client->level)) {
		request_refuse(r, RPC_INVALID_PARAMS,
			"logging/setLevel needs level, one of " MESSAGE_LEVELS);
		return;
	}
	request_answer(r, json_new_object());
}
