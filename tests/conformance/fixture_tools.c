#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/alloc.h"
#include "conformance/fixture_asks.h"
#include "conformance/fixtures.h"
#include "mcp/session/request.h"
#include "mcp/session/versions.h"
#include "mcp/transport/rpc.h"
#include "json/json.h"

#define NO_ARGUMENTS "{'type': 'object', 'properties': {}}"
#define ONE_TEXT(name) \
	"{'type': 'object', 'properties': {'" name "': {'type': 'string'}}, " \
	"'required': ['" name "']}"

/* Keywords that a server has to hand on as they are. */
#define SCHEMA_2020_12 \
	"{'$schema': 'https://json-schema.org/draft/2020-12/schema', " \
	"'type': 'object', " \
	"'$defs': {'address': {'$anchor': 'addressDef', 'type': 'object', " \
	"'properties': {'street': {'type': 'string'}, " \
	"'city': {'type': 'string'}}}}, " \
	"'properties': {'name': {'type': 'string'}, " \
	"'address': {'$ref': '#/$defs/address'}, " \
	"'contactMethod': {'type': 'string', 'enum': ['phone', 'email']}, " \
	"'phone': {'type': 'string'}, 'email': {'type': 'string'}}, " \
	"'allOf': [{'anyOf': [{'required': ['phone']}, " \
	"{'required': ['email']}]}], " \
	"'if': {'properties': {'contactMethod': {'const': 'phone'}}, " \
	"'required': ['contactMethod']}, " \
	"'then': {'required': ['phone']}, 'else': {'required': ['email']}, " \
	"'additionalProperties': false}"

/* A modern request says in its metadata that it wants log messages. */
static bool wants_log;

static void
run_logging(struct request *r, const struct json_object *arguments)
{
	static const char *const steps[] = {"Tool execution started",
		"Tool processing data", "Tool execution completed"};

	(void)arguments; /* it has none */
	for (size_t i = 0; wants_log && i < 3; i++)
		client_notify(r->client, r, "notifications/message",
			OBJECT("level", STRING("info"), "data",
				STRING(steps[i])));
	request_answer(r, fixture_text("Three messages were logged."));
}

static void
run_progress(struct request *r, const struct json_object *arguments)
{
	(void)arguments; /* it has none */
	for (int i = 0; i <= 100; i += 50)
		request_progress(r, i, NULL);
	request_answer(r, fixture_text("Progress was told three times."));
}

static void
run_tool_change(struct request *r, const struct json_object *arguments)
{
	(void)arguments; /* it has none */
	client_notify(
		r->client, NULL, "notifications/tools/list_changed", NULL);
	request_answer(r, fixture_text("The list of tools has changed."));
}

static void
run_prompt_change(struct request *r, const struct json_object *arguments)
{
	(void)arguments; /* it has none */
	client_notify(
		r->client, NULL, "notifications/prompts/list_changed", NULL);
	request_answer(r, fixture_text("The list of prompts has changed."));
}

static const struct fixture_tool {
	const char *name;
	const char *schema; /* NULL: no arguments */
	const char *result; /* always the same; or else */
	fixture_run *run;
} tools[] = {
	{"test_simple_text", NULL,
		"{'content': [{'type': 'text', 'text': "
		"'This is a simple text response for testing.'}]}"},
	{"test_image_content", NULL,
		"{'content': [{'type': 'image', 'data': '" FIXTURE_PNG
		"', 'mimeType': 'image/png'}]}"},
	{"test_audio_content", NULL,
		"{'content': [{'type': 'audio', 'data': '" FIXTURE_WAV
		"', 'mimeType': 'audio/wav'}]}"},
	{"test_embedded_resource", NULL,
		"{'content': [{'type': 'resource', 'resource': "
		"{'uri': 'test://embedded-resource', 'mimeType': 'text/plain', "
		"'text': 'This is an embedded resource content.'}}]}"},
	{"test_multiple_content_types", NULL,
		"{'content': [{'type': 'text', 'text': "
		"'Multiple content types test:'}, "
		"{'type': 'image', 'data': '" FIXTURE_PNG
		"', 'mimeType': 'image/png'}, "
		"{'type': 'resource', 'resource': "
		"{'uri': 'test://mixed-content-resource', "
		"'mimeType': 'application/json', "
		"'text': '{\\'test\\':\\'data\\',\\'value\\':123}'}}]}"},
	{"test_error_handling", NULL,
		"{'isError': true, 'content': [{'type': 'text', 'text': "
		"'This tool intentionally returns an error for testing'}]}"},
	{"json_schema_2020_12_tool", SCHEMA_2020_12,
		"{'content': [{'type': 'text', 'text': 'ok'}]}"},
	{"test_tool_with_logging", NULL, NULL, run_logging},
	{"test_logging_tool", NULL, NULL, run_logging},
	{"test_tool_with_progress", NULL, NULL, run_progress},
	{"test_trigger_tool_change", NULL, NULL, run_tool_change},
	{"test_trigger_prompt_change", NULL, NULL, run_prompt_change},
	{"test_sampling", ONE_TEXT("prompt"), NULL, fixture_sampling},
	{"test_elicitation", ONE_TEXT("message"), NULL, fixture_elicitation},
	{"test_elicitation_sep1034_defaults", NULL, NULL, fixture_defaults},
	{"test_elicitation_sep1330_enums", NULL, NULL, fixture_enums},
	{"test_missing_capability", NULL, NULL, fixture_capability},
	{"test_streaming_elicitation", NULL, NULL, fixture_streaming},
	{"test_input_required_result_elicitation", NULL, NULL, fixture_name},
	{"test_input_required_result_sampling", NULL, NULL, fixture_capital},
	{"test_input_required_result_list_roots", NULL, NULL, fixture_roots},
	{"test_input_required_result_request_state", NULL, NULL, fixture_state},
	{"test_input_required_result_tampered_state", NULL, NULL,
		fixture_state},
	{"test_input_required_result_multiple_inputs", NULL, NULL,
		fixture_several},
	{"test_input_required_result_multi_round", NULL, NULL, fixture_rounds},
	{"test_input_required_result_capabilities", NULL, NULL,
		fixture_declared},
};

enum { TOOL_COUNT = sizeof(tools) / sizeof(tools[0]) };

static struct json_object *
new_entry(size_t index)
{
	const struct fixture_tool *tool = &tools[index];
	struct json_object *entry = json_new_object();
	const char *schema = tool->schema != NULL ? tool->schema : NO_ARGUMENTS;

	json_put_string(entry, "name", tool->name);
	json_put_string(entry, "description", "A fixture of the suite.");
	json_put(entry, "inputSchema", fixture_json(schema));
	return entry;
}

void
fixture_tools_list(struct request *r, const struct json_object *params)
{
	struct json_object *list = json_new_array();

	for (size_t i = 0; i < TOOL_COUNT; i++)
		json_add(list, new_entry(i));
	request_answer_list(r, params, "tools", list);
}

void
fixture_tools_call(struct request *r, const struct json_object *params)
{
	const char *name =
		request_require(r, params, "name", "the name of a tool");

	if (name == NULL)
		return;
	wants_log = !r->version->is_modern ||
		    json_find(json_get(params, "_meta"),
			    "io.modelcontextprotocol/logLevel", NULL);
	for (size_t i = 0; i < TOOL_COUNT; i++) {
		if (strcmp(tools[i].name, name) != 0)
			continue;
		if (tools[i].run != NULL)
			tools[i].run(r, json_get(params, "arguments"));
		else
			fixture_answer(r, tools[i].result);
		return;
	}
	request_refuse(r, RPC_INVALID_PARAMS, "unknown tool \"%.64s\"", name);
}
