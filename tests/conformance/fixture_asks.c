#include "conformance/fixture_asks.h"

#include <stdbool.h>
#include <string.h>

#include "base/alloc.h"
#include "conformance/fixtures.h"
#include "mcp/session/input.h"
#include "mcp/session/request.h"
#include "mcp/session/versions.h"
#include "mcp/transport/rpc.h"
#include "json/json.h"

static void
add_question(struct json_object *questions, const char *key, const char *method,
	struct json_object *params)
{
	struct json_object *question = json_new_object();

	json_put_string(question, "method", method);
	json_put(question, "params", params);
	json_put(questions, key, question);
}

/* The schema is that of the form, as a text. */
static struct json_object *
new_form(const char *key, const char *message, const char *schema)
{
	struct json_object *questions = json_new_object();
	struct json_object *params = json_new_object();

	json_put_string(params, "message", message);
	json_put(params, "requestedSchema", fixture_json(schema));
	add_question(questions, key, "elicitation/create", params);
	return questions;
}

struct json_object *
fixture_form(const char *key, const char *message, const char *name)
{
	DROP(text)
	char *schema = text_format("{'type': 'object', 'properties': "
				   "{'%s': {'type': 'string'}}, "
				   "'required': ['%s']}",
		name, name);

	return new_form(key, message, schema);
}

static void
add_sampling(struct json_object *questions, const char *key, const char *prompt)
{
	struct json_object *params = fixture_json(
		"{'messages': [{'role': 'user', 'content': {'type': 'text'}}], "
		"'maxTokens': 100}");
	const struct json_object *message =
		json_at(json_get_array(params, "messages"), 0);

	json_put_string(json_get_object(message, "content"), "text", prompt);
	add_question(questions, key, "sampling/createMessage", params);
}

/* True when the request was refused for want of the capability. */
static bool
lacks(struct request *r, enum client_capability capability, const char *name)
{
	struct json_object *data;
	struct json_object *required;

	if ((r->capabilities & capability) != 0)
		return false;
	data = json_new_object();
	required = json_new_object();
	json_put(required, name, json_new_object());
	json_put(data, "requiredCapabilities", required);
	request_refuse_with(r,
		r->version->is_modern ? RPC_MISSING_CAPABILITY
				      : RPC_INVALID_PARAMS,
		"Missing required client capability", data);
	return true;
}

/* --- asked in the middle of a call ---------------------------------------- */

void
fixture_sampling(struct request *r, const struct json_object *arguments)
{
	const struct json_object *reply = input_response(r, "answer");
	struct json_object *questions;

	if (lacks(r, CLIENT_SAMPLING, "sampling"))
		return;
	if (reply != NULL) {
		const char *text = json_get_string(
			json_get_object(reply, "content"), "text");

		request_answer(r, fixture_text("LLM response: %s",
					  text != NULL ? text : "none"));
		return;
	}
	questions = json_new_object();
	add_sampling(questions, "answer", json_get_string(arguments, "prompt"));
	input_require(r, questions, NULL);
}

/* Answers with what the user has entered, or asks for it. */
static void
elicit(struct request *r, const char *message, const char *schema,
	const char *answer)
{
	const struct json_object *reply = input_response(r, "form");
	DROP(text) char *content = NULL;
	const char *action;

	if (lacks(r, CLIENT_ELICITATION, "elicitation"))
		return;
	if (reply == NULL) {
		input_require(r, new_form("form", message, schema), NULL);
		return;
	}
	action = json_get_string(reply, "action");
	content = json_text(json_get(reply, "content"));
	request_answer(r, fixture_text("%s: action=%s, content=%s", answer,
				  action != NULL ? action : "none", content));
}

void
fixture_elicitation(struct request *r, const struct json_object *arguments)
{
	elicit(r, json_get_string(arguments, "message"),
		"{'type': 'object', 'properties': "
		"{'username': {'type': 'string', 'description': "
		"'A name for the user'}, "
		"'email': {'type': 'string', 'description': "
		"'An address for mail'}}, "
		"'required': ['username', 'email']}",
		"User response");
}

void
fixture_defaults(struct request *r, const struct json_object *arguments)
{
	(void)arguments; /* it has none */
	elicit(r, "Please look at the defaults.",
		"{'type': 'object', 'properties': "
		"{'name': {'type': 'string', 'default': 'John Doe'}, "
		"'age': {'type': 'integer', 'default': 30}, "
		"'score': {'type': 'number', 'default': 95.5}, "
		"'status': {'type': 'string', "
		"'enum': ['active', 'inactive', 'pending'], "
		"'default': 'active'}, "
		"'verified': {'type': 'boolean', 'default': true}}}",
		"Elicitation completed");
}

void
fixture_enums(struct request *r, const struct json_object *arguments)
{
	(void)arguments; /* it has none */
	elicit(r, "Please choose.",
		"{'type': 'object', 'properties': "
		"{'untitledSingle': {'type': 'string', "
		"'enum': ['option1', 'option2', 'option3']}, "
		"'titledSingle': {'type': 'string', 'oneOf': "
		"[{'const': 'value1', 'title': 'First Option'}, "
		"{'const': 'value2', 'title': 'Second Option'}, "
		"{'const': 'value3', 'title': 'Third Option'}]}, "
		"'legacyEnum': {'type': 'string', "
		"'enum': ['opt1', 'opt2', 'opt3'], "
		"'enumNames': ['Option One', 'Option Two', 'Option Three']}, "
		"'untitledMulti': {'type': 'array', 'items': "
		"{'type': 'string', "
		"'enum': ['option1', 'option2', 'option3']}}, "
		"'titledMulti': {'type': 'array', 'items': {'anyOf': "
		"[{'const': 'value1', 'title': 'First Choice'}, "
		"{'const': 'value2', 'title': 'Second Choice'}, "
		"{'const': 'value3', 'title': 'Third Choice'}]}}}}",
		"Elicitation completed");
}

void
fixture_capability(struct request *r, const struct json_object *arguments)
{
	(void)arguments; /* it has none */
	if (!lacks(r, CLIENT_SAMPLING, "sampling"))
		request_answer(r, fixture_text("The capability is there."));
}

void
fixture_streaming(struct request *r, const struct json_object *arguments)
{
	fixture_name(r, arguments);
}

/* --- asked by a result ---------------------------------------------------- */

void
fixture_name(struct request *r, const struct json_object *arguments)
{
	const char *name =
		fixture_entered(input_response(r, "user_name"), "name");

	(void)arguments; /* it has none */
	if (lacks(r, CLIENT_ELICITATION, "elicitation"))
		return;
	if (name != NULL)
		request_answer(r, fixture_text("Hello, %s!", name));
	else
		input_require(r,
			fixture_form("user_name", "What is your name?", "name"),
			NULL);
}

void
fixture_capital(struct request *r, const struct json_object *arguments)
{
	const struct json_object *reply = input_response(r, "capital_question");
	const char *text;

	(void)arguments; /* it has none */
	if (lacks(r, CLIENT_SAMPLING, "sampling"))
		return;
	if (reply == NULL) {
		struct json_object *questions = json_new_object();

		add_sampling(questions, "capital_question",
			"What is the capital of France?");
		input_require(r, questions, NULL);
		return;
	}
	text = json_get_string(json_get_object(reply, "content"), "text");
	request_answer(r,
		fixture_text("It said: %s", text != NULL ? text : "nothing"));
}

void
fixture_roots(struct request *r, const struct json_object *arguments)
{
	const struct json_object *reply = input_response(r, "client_roots");
	DROP(text) char *roots = NULL;

	(void)arguments; /* it has none */
	if (lacks(r, CLIENT_ROOTS, "roots"))
		return;
	if (reply == NULL) {
		struct json_object *questions = json_new_object();

		add_question(questions, "client_roots", "roots/list",
			json_new_object());
		input_require(r, questions, NULL);
		return;
	}
	roots = json_text(json_get(reply, "roots"));
	request_answer(r, fixture_text("Roots: %s", roots));
}

/* The state of a request that was answered once; the second time it is
 * followed by the name. */
static const char first_round[] = "round 1";
static const char second_round[] = "round 2: ";

static bool
is_tampered(struct request *r)
{
	const char *state = input_state(r);

	if (state == NULL || strcmp(state, first_round) == 0 ||
		strncmp(state, second_round, strlen(second_round)) == 0)
		return false;
	request_refuse(r, RPC_INVALID_PARAMS,
		"requestState is not the one of this server");
	return true;
}

void
fixture_state(struct request *r, const struct json_object *arguments)
{
	(void)arguments; /* it has none */
	if (lacks(r, CLIENT_ELICITATION, "elicitation") || is_tampered(r))
		return;
	if (input_state(r) != NULL)
		request_answer(r, fixture_text("state-ok"));
	else
		input_require(r,
			new_form("confirm", "Please confirm.",
				"{'type': 'object', 'properties': "
				"{'ok': {'type': 'boolean'}}, "
				"'required': ['ok']}"),
			first_round);
}

void
fixture_several(struct request *r, const struct json_object *arguments)
{
	struct json_object *questions;

	(void)arguments; /* it has none */
	if (lacks(r, CLIENT_ELICITATION, "elicitation") ||
		lacks(r, CLIENT_SAMPLING, "sampling") ||
		lacks(r, CLIENT_ROOTS, "roots"))
		return;
	if (input_response(r, "user_name") != NULL &&
		input_response(r, "greeting") != NULL &&
		input_response(r, "client_roots") != NULL) {
		request_answer(r, fixture_text("All three were answered."));
		return;
	}
	questions = fixture_form("user_name", "What is your name?", "name");
	add_sampling(questions, "greeting", "Write a greeting.");
	add_question(
		questions, "client_roots", "roots/list", json_new_object());
	input_require(r, questions, first_round);
}

void
fixture_rounds(struct request *r, const struct json_object *arguments)
{
	const char *name = fixture_entered(input_response(r, "step1"), "name");
	const char *color =
		fixture_entered(input_response(r, "step2"), "color");
	const char *known = NULL;
	DROP(text) char *state = NULL;

	(void)arguments; /* it has none */
	if (lacks(r, CLIENT_ELICITATION, "elicitation") || is_tampered(r))
		return;
	if (input_state(r) != NULL && strncmp(input_state(r), second_round,
					      strlen(second_round)) == 0)
		known = input_state(r) + strlen(second_round);
	if (known != NULL && color != NULL) {
		request_answer(r, fixture_text("%s likes %s.", known, color));
	} else if (name != NULL || known != NULL) {
		state = text_format(
			"%s%s", second_round, known != NULL ? known : name);
		input_require(r,
			fixture_form("step2",
				"Step 2: What is your favorite color?",
				"color"),
			state);
	} else {
		input_require(r,
			fixture_form(
				"step1", "Step 1: What is your name?", "name"),
			first_round);
	}
}

void
fixture_declared(struct request *r, const struct json_object *arguments)
{
	struct json_object *questions;

	(void)arguments; /* it has none */
	if (input_response(r, "name") != NULL ||
		input_response(r, "greeting") != NULL ||
		((r->capabilities & CLIENT_ELICITATION) == 0 &&
			(r->capabilities & CLIENT_SAMPLING) == 0)) {
		request_answer(r, fixture_text("Nothing more to ask."));
		return;
	}
	questions = (r->capabilities & CLIENT_ELICITATION) != 0
			    ? fixture_form("name", "What is your name?", "name")
			    : json_new_object();
	if ((r->capabilities & CLIENT_SAMPLING) != 0)
		add_sampling(questions, "greeting", "Write a greeting.");
	input_require(r, questions, NULL);
}
