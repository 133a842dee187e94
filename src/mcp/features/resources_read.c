#include "mcp/features/resources_read.h"

#include "mcp/session/catalog.h"
#include "mcp/session/client.h"
#include "mcp/session/methods.h"
#include "mcp/session/poller.h"
#include "mcp/session/request.h"
#include "mcp/session/subscription.h"
#include "mcp/session/versions.h"
#include "mcp/transport/rpc.h"
#include "json/json.h"

void
method_resources_list(struct request *r, const struct json_object *params)
{
	struct client *c = r->client;

	/* What a legacy client has listed may become out of date. */
	if (!r->era->is_modern && c->session != NULL) {
		c->session->lists |= c->catalog->changing & CATALOG_RESOURCES;
		poller_settle(c);
	}
	r->ttl_ms = 0;
	r->is_private = true;
	pagination_answer(r, params, "resources", c->catalog->list_resources);
}

void
method_templates_list(struct request *r, const struct json_object *params)
{
	pagination_answer(r, params, "resourceTemplates",
		r->client->catalog->list_templates);
}

void
method_resources_read(struct request *r, const struct json_object *params)
{
	const char *uri = rpc_get_name(params, "uri");

	if (uri == NULL) {
		request_refuse(r, RPC_INVALID_PARAMS,
			"resources/read needs uri, the address of a resource");
		return;
	}
	r->client->catalog->read(r, uri);
}

void
resources_read_answer(
	struct request *r, const char *uri, const char *mime, const char *text)
{
	struct json_object *result = json_new_object();
	struct json_object *contents = json_new_array();
	struct json_object *content = json_new_object();

	json_put_string(content, "uri", uri);
	json_put_string(content, "mimeType", mime);
	json_put_string(content, "text", text);
	json_add(contents, content);
	json_put(result, "contents", contents);
	request_answer(r, result);
}

void
resources_read_refuse(struct request *r, const char *uri, const struct err *e)
{
	struct json_object *data;

	if (e->code != ERR_NOT_FOUND) {
		request_fail(r, e);
		return;
	}
	data = json_new_object();
	json_put_string(data, "uri", uri);
	request_refuse_with(r, r->era->not_found, e->text, data);
}
