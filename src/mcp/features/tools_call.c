#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "mcp/features/handlers.h"
#include "mcp/features/resources.h"
#include "mcp/session/catalog.h"
#include "mcp/session/input.h"
#include "mcp/session/request.h"
#include "mcp/session/versions.h"
#include "mcp/transport/rpc.h"
#include "store/sessions/sessions.h"
#include "tools/call/arguments.h"
#include "tools/call/tool.h"
#include "json/json.h"

/* --- links to what was cut ------------------------------------------------ */

/* Whether the resource is asked for with what the result says of itself: its
 * format, its view. */
static bool
shows(const struct resource *resource, const char *tool,
	const struct json_object *structured)
{
	DROP(json) struct json_object *arguments = NULL;
	struct json_member m = {0};

	if (resource->tool == NULL || strcmp(resource->tool, tool) != 0)
		return false;
	arguments = resource_arguments(resource, NULL);
	while (json_next(arguments, &m)) {
		const struct json_object *said = json_get(structured, m.key);

		if (json_kind(said) == json_kind(m.value) &&
			!json_equal(said, m.value))
			return false;
	}
	return true;
}

static struct json_object *
new_link(const struct resource *resource, const char *session)
{
	DROP(text) char *uri = template_fill(resource->uri, session);
	DROP(text) char *name = text_format("%s/%s", session, resource->name);

	return json_new_object_of("type", json_new_string("resource_link"),
		"uri", json_new_string(uri), "name", json_new_string(name),
		"title", json_new_string(resource->title), "description",
		json_new_string(resource->description), "mimeType",
		json_new_string(resource->mime), NULL);
}

/* What solve_model has found is what get_solution shows from then on. */
static const char *
shown_by(const char *tool)
{
	return strcmp(tool, "solve_model") == 0 ? "get_solution" : tool;
}

/* Whether the tool was asked for a revision that the resources, which are of
 * the last one, do not have. */
static bool
is_of_the_past(struct server *server, const char *tool,
	const struct json_object *structured)
{
	const struct json_object *takes =
		json_get(arguments_schema(tool_find(tool)), "properties");
	struct session_info info;
	struct err ignored;

	if (!json_find(takes, "revision", NULL))
		return false;
	return !sessions_find(server->store,
		       json_get_string(structured, "session"), &info,
		       &ignored) ||
	       (int64_t)info.revision !=
		       json_get_int(structured, "revision", -1);
}

struct json_object *
link_new(struct server *server, const char *tool,
	const struct json_object *structured)
{
	const char *session;

	/* What solve_model would have answered. */
	if (strcmp(tool, "job") == 0) {
		structured = json_get_object(structured, "result");
		tool = "solve_model";
	}
	session = json_get_string(structured, "session");
	tool = shown_by(tool);
	if (session == NULL || !json_get_bool(structured, "truncated", false) ||
		is_of_the_past(server, tool, structured))
		return NULL;
	for (size_t i = 0; i < resource_count; i++) {
		if (shows(&resource_table[i], tool, structured))
			return new_link(&resource_table[i], session);
	}
	return NULL;
}

/* --- tools/list ----------------------------------------------------------- */

struct json_object *
handler_tools(struct client *c)
{
	struct json_object *list = json_new_array();

	for (size_t i = 0; i < tool_list_count; i++) {
		if (tool_groups_have(c->server, &tool_list[i]))
			json_add(list, json_copy(tool_schema(&tool_list[i])));
	}
	return list;
}

/* --- the result ----------------------------------------------------------- */

/* Of a request that calls a tool. */
struct tool_request {
	struct request *request;
	const struct tool *tool;
	struct call *call; /* while it works; or NULL */
	int64_t started_us;
	char *confirming; /* what the user is to agree to; or NULL */
};

static void
on_request_end(void *argument)
{
	struct tool_request *t = argument;

	if (t->call != NULL)
		call_cancel(t->call);
	free(t->confirming);
	free(t);
}

/* Of a refusal; NULL otherwise. */
static struct json_object *
new_error_meta(const struct err *e)
{
	if (e == NULL)
		return NULL;
	return json_new_object_of("satchel/error", json_new_error(e), NULL);
}

/* A text block always, the structure beside it: clients show one or the
 * other. */
static struct json_object *
new_result(const struct tool_request *t, const struct call_result *result)
{
	const struct request *r = t->request;
	struct json_object *text =
		json_new_object_of("type", json_new_string("text"), "text",
			json_new_string(result->text), NULL);
	struct json_object *link = NULL;

	if (r->era->has_links && result->structured != NULL)
		link = link_new(
			r->client->server, t->tool->name, result->structured);
	return json_new_object_of("content",
		json_new_array_of(text, link, NULL), "isError",
		result->is_error ? json_new_bool(true) : NULL,
		"structuredContent", json_copy(result->structured), "_meta",
		new_error_meta(result->error), NULL);
}

enum { TIME_DIGITS = 3 };

static void
log_end(const struct tool_request *t, bool is_error)
{
	double ms = (double)(clock_now_us() - t->started_us) / 1e3;

	log_message_send(t->request,
		is_error ? LOG_MESSAGE_INFO : LOG_MESSAGE_DEBUG,
		json_new_object_of("tool", json_new_string(t->tool->name),
			"refused", json_new_bool(is_error), "ms",
			json_new_decimal(ms, TIME_DIGITS), NULL));
}

/* --- consent -------------------------------------------------------------- */

static const char confirm_key[] = "confirm";

/* A form without fields: to accept it is the answer. */
static struct json_object *
new_elicitation(const char *message)
{
	struct json_object *schema =
		json_new_object_of("type", json_new_string("object"),
			"properties", json_new_object(), NULL);
	struct json_object *params = json_new_object_of("message",
		json_new_string(message), "requestedSchema", schema, NULL);

	return json_new_object_of(confirm_key,
		json_new_object_of("method",
			json_new_string("elicitation/create"), "params", params,
			NULL),
		NULL);
}

/* The state is the message that the user was shown. */
static enum consent
on_consent(struct call *call, const char *message, void *argument)
{
	struct tool_request *t = argument;
	const struct request *r = t->request;
	const struct json_object *response;
	const char *shown;
	const char *action;

	(void)call; /* the request knows it */
	if ((r->capabilities & CLIENT_ELICITATION) == 0)
		return CONSENT_YES;
	response = input_response(r, confirm_key);
	shown = input_state(r);
	if (response == NULL || shown == NULL || strcmp(shown, message) != 0) {
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
	if (result == NULL) {
		input_require(t->request, new_elicitation(t->confirming),
			t->confirming);
		return;
	}
	log_end(t, result->is_error);
	request_answer(t->request, new_result(t, result));
	if (c->on_change != NULL)
		c->on_change(c);
}

static void
on_progress(
	struct call *call, double progress, const char *text, void *argument)
{
	const struct tool_request *t = argument;

	(void)call; /* the request knows it */
	request_progress(t->request, progress, 0, text);
}

void
handler_call(struct request *r, const char *name, struct json_object *arguments)
{
	DROP(json) struct json_object *owned = arguments;
	struct call_sink sink = {
		.done = on_done,
		.progress = on_progress,
		.consent = on_consent,
	};
	const struct tool *tool;
	struct tool_request *t;
	struct call *call;
	struct err e;

	tool = tool_groups_find(r->client->server, name, &e);
	if (tool == NULL) {
		request_refuse(r, RPC_INVALID_PARAMS, "%s", e.text);
		return;
	}
	t = mem_new(sizeof(*t));
	t->request = r;
	t->tool = tool;
	t->started_us = clock_now_us();
	end_hooks_add(&r->on_end, on_request_end, t);
	sink.argument = t;
	call = call_start(r->client->server, tool, TAKE(owned), &sink);
	/* Without a call it is over, and the request may be gone. */
	if (call != NULL)
		t->call = call;
}

/* --- tools/call ----------------------------------------------------------- */

static struct json_object *
new_view_meta(void)
{
	struct json_object *ui = json_new_object_of(
		"resourceUri", json_new_string("ui://satchel/model"), NULL);

	return json_new_object_of("ui", ui, NULL);
}

/* The tools whose results a host of MCP Apps shows on the page; other clients
 * are spared the words. */
static void
link_view(const struct json_object *tools)
{
	static const char *const shown[] = {"solve_model", "get_model"};

	for (size_t i = 0; i < json_count(tools); i++) {
		struct json_object *tool = json_at(tools, i);
		const char *name = json_get_string(tool, "name");

		for (size_t k = 0; k < sizeof(shown) / sizeof(shown[0]); k++) {
			if (strcmp(name, shown[k]) == 0)
				json_put(tool, "_meta", new_view_meta());
		}
	}
}

void
method_tools_list(struct request *r, const struct json_object *params)
{
	struct json_object *tools = r->client->catalog->list_tools(r->client);

	if ((r->capabilities & CLIENT_APPS) != 0)
		link_view(tools);
	request_answer_list(r, params, "tools", tools);
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
	if (r->progress.token == NULL)
		r->progress.token = request_token(params);
	r->client->catalog->call(r, name, TAKE(arguments));
}
