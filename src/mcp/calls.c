/* tools/list and tools/call. */

#include "base/alloc.h"
#include "base/nearest.h"
#include "mcp/client.h"
#include "mcp/eras.h"
#include "mcp/methods.h"
#include "mcp/pages.h"
#include "mcp/request.h"
#include "mcp/rpc.h"
#include "tools/tool.h"
#include "json/json.h"

void
method_tools_list(struct request *r, const struct json_object *params)
{
	struct json_object *result;
	struct json_object *tools;

	if (!pages_are_one(r, params))
		return;
	tools = json_new_array();
	for (size_t i = 0; i < tool_count(); i++)
		json_add(tools, json_copy(tool_schema(tool_at(i))));
	result = json_new_object();
	json_put(result, "tools", tools);
	request_answer(r, result);
}

/* A text block always, the structure beside it: clients show one or the
 * other. */
static struct json_object *
new_result(const struct call_result *result)
{
	struct json_object *answer = json_new_object();
	struct json_object *content = json_new_array();
	struct json_object *block = json_new_object();

	json_put_string(block, "type", "text");
	json_put_string(block, "text", result->text);
	json_add(content, block);
	json_put(answer, "content", content);
	if (result->is_error)
		json_put_bool(answer, "isError", true);
	else if (result->structured != NULL)
		json_put(answer, "structuredContent",
			json_copy(result->structured));
	return answer;
}

static void
on_done(struct call *call, const struct call_result *result, void *argument)
{
	struct request *r = argument;

	(void)call; /* it ends with this */
	r->call = NULL;
	request_answer(r, new_result(result));
}

static void
on_progress(
	struct call *call, double progress, const char *text, void *argument)
{
	(void)call; /* the request knows it */
	request_progress(argument, progress, text);
}

static const struct tool *
find_tool(struct request *r, const struct json_object *params)
{
	const char *name = rpc_get_name(params, "name");
	const struct tool *tool;
	struct nearest n;

	if (name == NULL) {
		request_refuse(r, RPC_INVALID_PARAMS,
			"tools/call needs name, the name of a tool");
		return NULL;
	}
	tool = tool_find(name);
	if (tool != NULL)
		return tool;
	nearest_init(&n, name);
	for (size_t i = 0; i < tool_count(); i++)
		nearest_offer(&n, tool_at(i)->name);
	if (n.best != NULL)
		request_refuse(r, RPC_INVALID_PARAMS,
			"unknown tool \"%.64s\"; did you mean \"%s\"?", name,
			n.best);
	else
		request_refuse(r, RPC_INVALID_PARAMS,
			"unknown tool \"%.64s\"; tools/list names them", name);
	return NULL;
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
		*arguments = json_copy(given);
		return true;
	}
	return json_kind(given) == JSON_STRING &&
	       json_parse(json_string(given), json_string_size(given),
		       arguments, &e) &&
	       (*arguments == NULL || json_kind(*arguments) == JSON_OBJECT);
}

static struct json_object *
copy_token(const struct json_object *params)
{
	const struct json_object *token =
		json_get(json_get_object(params, "_meta"), "progressToken");

	return rpc_is_id(token) ? json_copy(token) : NULL;
}

void
method_tools_call(struct request *r, const struct json_object *params)
{
	const struct call_sink sink = {on_done, on_progress, r};
	DROP(json) struct json_object *arguments = NULL;
	struct server *server = r->client->server;
	const struct tool *tool = find_tool(r, params);
	struct call *call;

	if (tool == NULL)
		return;
	if (!read_arguments(params, &arguments)) {
		request_refuse(r, RPC_INVALID_PARAMS,
			"arguments of %s must be an object", tool->name);
		return;
	}
	r->token = copy_token(params);
	call = call_start(server, tool, TAKE(arguments), &sink);
	/* Without a call it is answered, and the request is gone. */
	if (call != NULL)
		r->call = call;
}
