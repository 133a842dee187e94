#ifndef TESTS_UNIT_MCP_ASKING_H
#define TESTS_UNIT_MCP_ASKING_H

/*
 * A catalog whose tools ask: "name" for a name, "two" for two
 * things at once, "rounds" for a name and then, knowing it, for a color.
 */

#include "mcp/session/client_requests.h"
#include "mcp/session/request.h"
#include "unit/mcp/fake.h"

static struct json_object *
new_questions(const char *key, const char *message)
{
	char *text =
		text_format("{'%s':{'method':'elicitation/create','params':"
			    "{'message':'%s'}}}",
			key, message);
	struct json_object *questions = parsed(text);

	free(text);
	return questions;
}

static void
answer(struct request *r, const char *key, const char *text)
{
	struct json_object *result = json_new_object();

	json_put_string(result, key, text);
	request_answer(r, result);
}

static void
call_name(struct request *r)
{
	const struct json_object *reply = client_requests_reply(r, "name");
	const char *name = client_requests_entered(reply, "name");

	if (!client_requests_may(r, CLIENT_ELICITATION))
		answer(r, "none", "cannot ask");
	else if (reply == NULL)
		ask(r, new_questions("name", "Who?"), NULL);
	else
		answer(r, "name", name != NULL ? name : "nobody");
}

static void
call_two(struct request *r)
{
	struct json_object *questions;

	if (client_requests_reply(r, "a") != NULL &&
		client_requests_reply(r, "b") != NULL) {
		answer(r, "both",
			json_get_string(
				client_requests_reply(r, "b"), "action"));
		return;
	}
	questions = new_questions("a", "A?");
	json_put(questions, "b", json_copy(json_get_object(questions, "a")));
	ask(r, questions, NULL);
}

static void
call_rounds(struct request *r)
{
	const char *name = client_requests_entered(
		client_requests_reply(r, "name"), "name");
	const char *color = client_requests_entered(
		client_requests_reply(r, "color"), "color");
	const char *known = json_get_string(client_requests_state(r), "name");
	struct json_object *state = json_new_object();

	if (known != NULL && color != NULL) {
		json_free(state);
		answer(r, known, color);
	} else if (name != NULL) {
		json_put_string(state, "name", name);
		ask(r, new_questions("color", "Color?"), state);
	} else {
		ask(r, new_questions("name", "Who?"), state);
	}
}

static void
call(struct request *r, const char *name, struct json_object *arguments)
{
	json_free(arguments);
	if (strcmp(name, "name") == 0)
		call_name(r);
	else if (strcmp(name, "two") == 0)
		call_two(r);
	else
		call_rounds(r);
}

static int
setup_asking(void **state)
{
	static const struct catalog catalog = {.call = call};

	fake_reset();
	*state = fake_new(&catalog);
	return 0;
}

#endif
