#include <stddef.h>
#include <string.h>

#include "conformance/fixture_asks.h"
#include "conformance/fixtures.h"
#include "mcp/session/input.h"
#include "mcp/session/request.h"
#include "mcp/transport/rpc.h"
#include "json/json.h"

/* The results that are always the same, or nearly so. */
static const char simple[] =
	"{'messages': [{'role': 'user', 'content': {'type': 'text', "
	"'text': 'This is a simple prompt for testing.'}}]}";
static const char with_resource[] =
	"{'messages': [{'role': 'user', 'content': {'type': 'resource', "
	"'resource': {'mimeType': 'text/plain', "
	"'text': 'Embedded resource content for testing.'}}}, "
	"{'role': 'user', 'content': {'type': 'text', "
	"'text': 'Please process the embedded resource above.'}}]}";
static const char with_image[] =
	"{'messages': [{'role': 'user', 'content': {'type': 'image', "
	"'data': '" FIXTURE_PNG "', 'mimeType': 'image/png'}}, "
	"{'role': 'user', 'content': {'type': 'text', "
	"'text': 'Please analyze the image above.'}}]}";

static const char *
argument(const struct json_object *arguments, const char *name)
{
	const char *value = json_get_string(arguments, name);

	return value != NULL ? value : "";
}

/* One message with this text. */
static struct json_object *
new_prompt(struct json_object *text_result)
{
	struct json_object *prompt =
		fixture_json("{'messages': [{'role': 'user'}]}");
	const struct json_object *content =
		json_at(json_get_array(text_result, "content"), 0);

	json_put(json_at(json_get_array(prompt, "messages"), 0), "content",
		json_copy(content));
	json_free(text_result);
	return prompt;
}

static void
get_with_arguments(struct request *r, const struct json_object *arguments)
{
	request_answer(r, new_prompt(fixture_text(
				  "Prompt with arguments: arg1='%s', arg2='%s'",
				  argument(arguments, "arg1"),
				  argument(arguments, "arg2"))));
}

static void
get_with_resource(struct request *r, const struct json_object *arguments)
{
	struct json_object *prompt = fixture_json(with_resource);
	const struct json_object *message =
		json_at(json_get_array(prompt, "messages"), 0);
	struct json_object *resource = json_get_object(
		json_get_object(message, "content"), "resource");

	json_put_string(resource, "uri", argument(arguments, "resourceUri"));
	request_answer(r, prompt);
}

static void
get_after_question(struct request *r, const struct json_object *arguments)
{
	const char *context =
		fixture_entered(input_response(r, "user_context"), "context");

	(void)arguments; /* it has none */
	if (context != NULL || (r->capabilities & CLIENT_ELICITATION) == 0)
		request_answer(r, new_prompt(fixture_text("Context: %s",
					  context != NULL ? context : "none")));
	else
		input_require(r,
			fixture_form("user_context",
				"What context should the prompt use?",
				"context"),
			NULL);
}

static const struct fixture_prompt {
	const char *name;
	const char *arguments;
	const char *result; /* always the same; or else */
	fixture_run *run;
} prompts[] = {
	{"test_simple_prompt", "[]", simple},
	{"test_prompt_with_arguments",
		"[{'name': 'arg1', 'description': 'The first', "
		"'required': true}, "
		"{'name': 'arg2', 'description': 'The second', "
		"'required': true}]",
		NULL, get_with_arguments},
	{"test_prompt_with_embedded_resource",
		"[{'name': 'resourceUri', 'description': 'What to embed', "
		"'required': true}]",
		NULL, get_with_resource},
	{"test_prompt_with_image", "[]", with_image},
	{"test_input_required_result_prompt", "[]", NULL, get_after_question},
};

enum { PROMPT_COUNT = sizeof(prompts) / sizeof(prompts[0]) };

static struct json_object *
new_entry(size_t index)
{
	struct json_object *entry = json_new_object();

	json_put_string(entry, "name", prompts[index].name);
	json_put_string(entry, "description", "A fixture of the suite.");
	json_put(entry, "arguments", fixture_json(prompts[index].arguments));
	return entry;
}

void
fixture_prompts_list(struct request *r, const struct json_object *params)
{
	struct json_object *list = json_new_array();

	for (size_t i = 0; i < PROMPT_COUNT; i++)
		json_add(list, new_entry(i));
	request_answer_list(r, params, "prompts", list);
}

void
fixture_prompts_get(struct request *r, const struct json_object *params)
{
	const char *name =
		request_require(r, params, "name", "the name of a prompt");

	if (name == NULL)
		return;
	for (size_t i = 0; i < PROMPT_COUNT; i++) {
		if (strcmp(prompts[i].name, name) != 0)
			continue;
		if (prompts[i].run != NULL)
			prompts[i].run(r, json_get(params, "arguments"));
		else
			fixture_answer(r, prompts[i].result);
		return;
	}
	request_refuse(r, RPC_INVALID_PARAMS, "unknown prompt \"%.64s\"", name);
}
