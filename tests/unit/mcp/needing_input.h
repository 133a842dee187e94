#ifndef TESTS_UNIT_MCP_NEEDING_INPUT_H
#define TESTS_UNIT_MCP_NEEDING_INPUT_H

/*
 * A catalog whose method tools/call needs input: "name" a name, "two" two
 * things at once, "rounds" a name and then, knowing it, a color.
 */

#include "mcp/session/input.h"
#include "mcp/session/request.h"
#include "unit/mcp/fake.h"

static struct json_object *
new_elicitation(const char *key, const char *message)
{
	char *text =
		text_format("{'%s':{'method':'elicitation/create','params':"
			    "{'message':'%s'}}}",
			key, message);
	struct json_object *input_requests = parsed(text);

	free(text);
	return input_requests;
}

static void
answer(struct request *r, const char *key, const char *text)
{
	struct json_object *result = json_new_object();

	json_put_string(result, key, text);
	request_answer(r, result);
}

/* The text, if the user has accepted the form and entered one. */
static const char *
entered(const struct json_object *response, const char *name)
{
	const char *action = json_get_string(response, "action");

	if (action == NULL || strcmp(action, "accept") != 0)
		return NULL;
	return json_get_string(json_get_object(response, "content"), name);
}

static void
call_name(struct request *r)
{
	const struct json_object *response;
	const char *name;

	if ((r->capabilities & CLIENT_ELICITATION) == 0) {
		answer(r, "none", "cannot ask");
		return;
	}
	response = input_response(r, "name");
	name = entered(response, "name");
	if (response == NULL)
		input_require(r, new_elicitation("name", "Who?"), NULL);
	else
		answer(r, "name", name != NULL ? name : "nobody");
}

static void
call_two(struct request *r)
{
	struct json_object *input_requests;

	if (input_response(r, "a") != NULL && input_response(r, "b") != NULL) {
		answer(r, "both",
			json_get_string(input_response(r, "b"), "action"));
		return;
	}
	input_requests = new_elicitation("a", "A?");
	json_put(input_requests, "b",
		json_copy(json_get_object(input_requests, "a")));
	input_require(r, input_requests, NULL);
}

/* The state is the name. */
static void
call_rounds(struct request *r)
{
	const char *name = entered(input_response(r, "name"), "name");
	const char *color = entered(input_response(r, "color"), "color");

	if (input_state(r) != NULL && color != NULL)
		answer(r, input_state(r), color);
	else if (name != NULL)
		input_require(r, new_elicitation("color", "Color?"), name);
	else
		input_require(r, new_elicitation("name", "Who?"), NULL);
}

static void
call(struct request *r, const struct json_object *params)
{
	const char *name = json_get_string(params, "name");

	if (strcmp(name, "name") == 0)
		call_name(r);
	else if (strcmp(name, "two") == 0)
		call_two(r);
	else
		call_rounds(r);
}

static int
setup_needing_input(void **state)
{
	static const struct method methods[] = {
		{"initialize", METHOD_LEGACY, 0, method_initialize},
		{"tools/call", METHOD_BOTH, METHOD_NEEDS_INPUT, call},
	};
	static const struct catalog catalog = {
		.methods = methods, .method_count = 2};

	fake_reset();
	*state = fake_new(&catalog);
	return 0;
}

#endif
