/*
 * The tools of src/tools, as the protocol sees them.
 */
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "mcp/features/handlers.h"
#include "mcp/features/link.h"
#include "mcp/session/client.h"
#include "mcp/session/client_requests.h"
#include "mcp/session/log_message.h"
#include "mcp/session/poller.h"
#include "mcp/session/request.h"
#include "mcp/session/versions.h"
#include "mcp/transport/rpc.h"
#include "tools/call/tool.h"
#include "tools/call/tool_groups.h"
#include "json/json.h"

/* One page: some clients read only the first. */
bool
offer_tools(struct client *c, struct page *page, struct err *e)
{
	if (page->at > 0)
		return pagination_refuse_cursor(e);
	for (size_t i = 0; i < tool_count(); i++) {
		if (tool_groups_have(c->server, tool_at(i)))
			json_add(page->entries,
				json_copy(tool_schema(tool_at(i))));
	}
	return true;
}

/* --- the result ----------------------------------------------------------- */

/* A text block always, the structure beside it: clients show one or the
 * other. */
static struct json_object *
new_result(const struct request *r, const struct call_result *result)
{
	struct json_object *answer = json_new_object();
	struct json_object *content = json_new_array();
	struct json_object *block = json_new_object();
	struct json_object *link = NULL;

	json_put_string(block, "type", "text");
	json_put_string(block, "text", result->text);
	json_add(content, block);
	json_put(answer, "content", content);
	if (result->is_error) {
		json_put_bool(answer, "isError", true);
		return answer;
	}
	if (result->structured == NULL)
		return answer;
	json_put(answer, "structuredContent", json_copy(result->structured));
	if (r->era->has_links)
		link = link_new(
			r->client->server, r->tool->name, result->structured);
	if (link != NULL)
		json_add(content, link);
	return answer;
}

enum { TIME_DIGITS = 3 };

static void
tell_end(const struct request *r, bool is_error)
{
	struct json_object *data = json_new_object();

	json_put_string(data, "tool", r->tool->name);
	json_put_bool(data, "refused", is_error);
	json_put(data, "ms",
		json_new_decimal((double)(clock_now_us() - r->started_us) / 1e3,
			TIME_DIGITS));
	log_message_send(
		r, is_error ? LOG_MESSAGE_INFO : LOG_MESSAGE_DEBUG, data);
}

/* --- consent -------------------------------------------------------------- */

static const char confirm_key[] = "confirm";

/* A form without fields: to accept it is the answer. */
static struct json_object *
new_question(const char *message)
{
	struct json_object *questions = json_new_object();
	struct json_object *question = json_new_object();
	struct json_object *params = json_new_object();
	struct json_object *schema = json_new_object();

	json_put_string(schema, "type", "object");
	json_put(schema, "properties", json_new_object());
	json_put_string(params, "message", message);
	json_put(params, "requestedSchema", schema);
	json_put_string(question, "method", "elicitation/create");
	json_put(question, "params", params);
	json_put(questions, confirm_key, question);
	return questions;
}

/* Waiting for the user, the call is not in the way of others. */
static void
ask_user(struct request *r)
{
	DROP(text) char *message = TAKE(r->confirming);
	struct json_object *state = json_new_object();

	json_put_string(state, "asked", message);
	ask(r, new_question(message), state);
}

static enum consent
on_consent(struct call *call, const char *message, void *argument)
{
	struct request *r = argument;
	const struct json_object *reply = client_requests_reply(r, confirm_key);
	const char *asked = json_get_string(client_requests_state(r), "asked");
	const char *action;

	(void)call; /* the request knows it */
	if (!client_requests_may(r, CLIENT_REQUESTS_ELICITATION))
		return CONSENT_YES;
	if (reply == NULL || asked == NULL || strcmp(asked, message) != 0) {
		r->confirming = text_copy(message);
		return CONSENT_LATER;
	}
	action = json_get_string(reply, "action");
	return action != NULL && strcmp(action, "accept") == 0 ? CONSENT_YES
							       : CONSENT_NO;
}

/* --- the call ------------------------------------------------------------- */

static void
on_done(struct call *call, const struct call_result *result, void *argument)
{
	struct request *r = argument;
	struct client *c = r->client;

	(void)call; /* it ends with this */
	r->call = NULL;
	if (result == NULL) {
		ask_user(r);
		return;
	}
	tell_end(r, result->is_error);
	request_answer(r, new_result(r, result));
	poller_look(c);
}

static void
on_progress(
	struct call *call, double progress, const char *text, void *argument)
{
	(void)call; /* the request knows it */
	request_progress(argument, progress, 0, text);
}

void
handler_call(struct request *r, const char *name, struct json_object *arguments)
{
	DROP(json) struct json_object *owned = arguments;
	const struct call_sink sink = {
		.done = on_done,
		.progress = on_progress,
		.argument = r,
		.consent = on_consent,
	};
	struct call *call;
	struct err e;

	r->tool = tool_groups_find(r->client->server, name, &e);
	if (r->tool == NULL) {
		request_refuse(r, RPC_INVALID_PARAMS, "%s", e.text);
		return;
	}
	r->started_us = clock_now_us();
	call = call_start(r->client->server, r->tool, TAKE(owned), &sink);
	/* Without a call it is over, and the request may be gone. */
	if (call != NULL)
		r->call = call;
}
