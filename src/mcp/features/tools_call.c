#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "mcp/features/resources.h"
#include "mcp/session/input.h"
#include "mcp/session/request.h"
#include "mcp/session/subscription.h"
#include "mcp/session/versions.h"
#include "mcp/transport/rpc.h"
#include "tools/call/tool.h"
#include "json/json.h"

/* --- tools/list ----------------------------------------------------------- */

void
method_tools_list(struct request *r, const struct json_object *params)
{
	struct json_object *list = json_new_array();

	for (size_t i = 0; i < tool_list_count; i++) {
		const struct tool *tool = &tool_list[i];
		struct json_object *entry;

		if (!tool_groups_have(r->client->server, tool))
			continue;
		entry = json_copy(tool_schema(tool));
		/* Of what a host of MCP Apps shows on the page; other clients
		 * are spared the words. */
		if ((r->capabilities & CLIENT_APPS) != 0 &&
			(strcmp(tool->name, "solve_model") == 0 ||
				strcmp(tool->name, "get_model") == 0))
			json_put(entry, "_meta",
				OBJECT("ui",
					OBJECT("resourceUri",
						STRING("ui://satchel/model"))));
		json_add(list, entry);
	}
	request_answer_list(r, params, "tools", list);
}

/* --- answers -------------------------------------------------------------- */

/* Of a request that calls a tool. */
struct tool_request {
	struct request *request;
	const struct tool *tool;
	struct call *call; /* while it works; or NULL */
	char *confirming;  /* what the user is to agree to; or NULL */
	const struct resource *resource; /* that is read by it; or NULL */
	char *uri;
};

static void
on_request_end(void *argument)
{
	struct tool_request *t = argument;

	if (t->call != NULL)
		call_cancel(t->call);
	free(t->confirming);
	free(t->uri);
	free(t);
}

/* The arguments are those of the address: what the tool says against them it
 * says against the address. */
static void
answer_resource(const struct tool_request *t, const struct call_result *result)
{
	const char *member = t->resource->member;
	DROP(text) char *written = NULL;
	struct err e;

	if (result->is_error) {
		err_set(&e,
			err_is_internal(result->error) ? result->error->code
						       : ERR_NOT_FOUND,
			"%s", result->text);
		request_refuse_resource(t->request, t->uri, &e);
		return;
	}
	/* Half of a text is no resource. */
	if (member != NULL &&
		json_get_bool(result->structured, "truncated", false)) {
		request_refuse(t->request, RPC_INTERNAL,
			"the text is longer than %d bytes, which is the limit "
			"of a reply; ask for less at once, or export the model "
			"to a file",
			LIMIT_REPLY);
		return;
	}
	written = member == NULL ? json_text(result->structured) : NULL;
	request_answer_resource(t->request, t->uri, t->resource->mime,
		member != NULL ? json_get_string(result->structured, member)
			       : written);
}

/* A text block always, the structure beside it: clients show one or the
 * other. */
static struct json_object *
new_result(const struct tool_request *t, const struct call_result *result)
{
	struct json_object *text =
		OBJECT("type", STRING("text"), "text", STRING(result->text));
	struct json_object *link =
		t->request->version->has_links
			? resource_link(t->request->client->server,
				  t->tool->name, result->structured)
			: NULL;

	return OBJECT("content", json_new_array_of(text, link, NULL), "isError",
		result->is_error ? json_new_bool(true) : NULL,
		"structuredContent", json_copy(result->structured), "_meta",
		result->error != NULL
			? OBJECT("satchel/error", json_new_error(result->error))
			: NULL);
}

/* --- consent -------------------------------------------------------------- */

static const char confirm_key[] = "confirm";

/* The state is the message that the user was shown. */
static enum consent
on_consent(struct call *call, const char *message, void *argument)
{
	struct tool_request *t = argument;
	const struct request *r = t->request;
	const struct json_object *response;
	const char *action;

	(void)call; /* the request knows it */
	if ((r->capabilities & CLIENT_ELICITATION) == 0)
		return CONSENT_YES;
	response = input_response(r, confirm_key);
	if (response == NULL || input_state(r) == NULL ||
		strcmp(input_state(r), message) != 0) {
		free(t->confirming);
		t->confirming = text_copy(message);
		return CONSENT_LATER;
	}
	action = json_get_string(response, "action");
	return action != NULL && strcmp(action, "accept") == 0 ? CONSENT_YES
							       : CONSENT_NO;
}

/* --- the call ------------------------------------------------------------- */

static void
on_done(struct call *call, const struct call_result *result, void *argument)
{
	struct tool_request *t = argument;
	struct client *c = t->request->client;

	(void)call; /* it ends with this */
	t->call = NULL;
	if (result == NULL) { /* a form without fields: to accept it is all */
		struct json_object *schema = OBJECT("type", STRING("object"),
			"properties", json_new_object());
		struct json_object *form = OBJECT("message",
			STRING(t->confirming), "requestedSchema", schema);

		input_require(t->request,
			OBJECT(confirm_key,
				OBJECT("method", STRING("elicitation/create"),
					"params", form)),
			t->confirming);
		return;
	}
	if (t->resource != NULL) {
		answer_resource(t, result);
		return;
	}
	request_answer(t->request, new_result(t, result));
	if (c->subscriptions != NULL)
		subscriptions_poll(c);
}

static void
on_progress(
	struct call *call, double progress, const char *text, void *argument)
{
	const struct tool_request *t = argument;

	(void)call; /* the request knows it */
	request_progress(t->request, progress, text);
}

/* Arguments and URI are taken; the resource is what is read by the call, or
 * NULL. */
static void
start_call(struct request *r, const struct tool *tool,
	struct json_object *arguments, const struct resource *resource,
	char *uri)
{
	struct tool_request *t = mem_new(sizeof(*t));
	const struct call_sink sink = {
		.done = on_done,
		.progress = on_progress,
		.consent = on_consent,
		.argument = t,
		.reply_text = resource != NULL ? LIMIT_REPLY : 0,
	};
	struct call *call;

	t->request = r;
	t->tool = tool;
	t->resource = resource;
	t->uri = uri;
	end_hooks_add(&r->on_end, on_request_end, t);
	call = call_start(r->client->server, tool, arguments, &sink);
	/* Without a call it is over, and the request may be gone. */
	if (call != NULL)
		t->call = call;
}

void
method_tools_call(struct request *r, const struct json_object *params)
{
	const char *name =
		request_require(r, params, "name", "the name of a tool");
	const struct json_object *given = json_get(params, "arguments");
	DROP(json) struct json_object *arguments = NULL;
	const struct tool *tool;
	struct err e;

	if (name == NULL)
		return;
	/* Some models send the object as a text. */
	if (json_kind(given) != JSON_STRING)
		arguments = json_share(given);
	else
		(void)json_parse_message(json_string(given),
			json_string_size(given), &arguments, NULL);
	if (r->is_over) /* cancelled while the text was read */
		return;
	tool = tool_groups_find(r->client->server, name, &e);
	if (tool == NULL)
		request_refuse(r, RPC_INVALID_PARAMS, "%s", e.text);
	else if (given != NULL && json_kind(arguments) != JSON_OBJECT)
		request_refuse(r, RPC_INVALID_PARAMS,
			"arguments of %.64s must be an object", name);
	else
		start_call(r, tool, TAKE(arguments), NULL, NULL);
}

/* --- resources/read ------------------------------------------------------- */

void
method_resources_read(struct request *r, const struct json_object *params)
{
	const char *uri =
		request_require(r, params, "uri", "the address of a resource");
	char value[URI_VALUE_SIZE];
	const struct resource *resource =
		uri != NULL ? resource_find(uri, value) : NULL;
	DROP(text) char *text = NULL;
	struct err e;

	if (uri == NULL)
		return;
	if (resource != NULL && resource->tool != NULL) {
		request_forbid_caching(r);
		start_call(r, tool_find(resource->tool),
			resource_arguments(
				resource, *value != '\0' ? value : NULL),
			resource, text_copy(uri));
		return;
	}
	if (resource != NULL)
		text = resource->text(r->client->server, value, &e);
	else
		err_set(&e, ERR_NOT_FOUND,
			"Resource not found; resources/list and "
			"resources/templates/list name those that exist");
	if (text != NULL)
		request_answer_resource(r, uri, resource->mime, text);
	else
		request_refuse_resource(r, uri, &e);
}
