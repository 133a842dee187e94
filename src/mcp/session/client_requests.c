#include "mcp/session/client_requests.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/log.h"
#include "mcp/session/client.h"
#include "mcp/session/methods.h"
#include "mcp/session/request.h"
#include "mcp/session/signed_state.h"
#include "mcp/session/versions.h"
#include "mcp/transport/rpc.h"
#include "json/json.h"

/* A request of ours to a legacy client. */
struct question {
	TAILQ_ENTRY(question) link;
	struct request *request;
	char *key;
	int64_t id;
};

/* Without the mode that it has (2025-11-25: form or url) it is a form. */
static bool
has_form(const struct json_object *elicitation)
{
	return elicitation != NULL &&
	       (json_get_object(elicitation, "form") != NULL ||
		       json_get_object(elicitation, "url") == NULL);
}

unsigned
client_requests_capabilities(
	const struct json_object *declared, const struct version *era)
{
	unsigned found = 0;

	if (era->has_elicitation &&
		has_form(json_get_object(declared, "elicitation")))
		found |= CLIENT_REQUESTS_ELICITATION;
	if (json_get_object(declared, "sampling") != NULL)
		found |= CLIENT_REQUESTS_SAMPLING;
	if (json_get_object(declared, "roots") != NULL)
		found |= CLIENT_REQUESTS_ROOTS;
	return found;
}

bool
client_requests_may(
	const struct request *r, enum client_requests_capability capability)
{
	return (r->capabilities & capability) != 0;
}

/* --- modern --------------------------------------------------------------- */

/* What a state is good for: this method, on this tool, prompt or resource.
 * The caller's. */
static char *
new_purpose(const struct request *r, const struct json_object *params)
{
	const char *name = rpc_get_name(params, "name");

	if (name == NULL)
		name = rpc_get_name(params, "uri");
	return text_format("%s %s", r->method->name, name != NULL ? name : "");
}

bool
client_requests_resume(struct request *r, const struct json_object *params)
{
	const char *sealed = rpc_get_name(params, "requestState");
	struct json_object *replies;
	struct json_object *given;

	if ((r->method->traits & METHOD_ASKS) == 0)
		return true;
	if (json_find(params, "inputResponses", &replies)) {
		if (json_kind(replies) != JSON_OBJECT) {
			request_refuse(r, RPC_INVALID_PARAMS,
				"inputResponses must be an object");
			return false;
		}
		r->replies = json_copy(replies);
	}
	if (json_find(params, "requestState", &given)) {
		DROP(text) char *purpose = new_purpose(r, params);

		if (sealed != NULL)
			r->state = signed_state_open(purpose, sealed);
		if (r->state == NULL) {
			request_refuse(r, RPC_INVALID_PARAMS,
				"requestState is not the one that this server "
				"gave for this request; send the request "
				"without it to begin anew");
			return false;
		}
	}
	return true;
}

static void
ask_by_result(struct request *r, struct json_object *questions,
	struct json_object *state)
{
	struct json_object *result = json_new_object();

	json_put_string(result, "resultType", "input_required");
	json_put(result, "inputRequests", questions);
	if (state != NULL) {
		DROP(text) char *purpose = new_purpose(r, r->params);
		DROP(text) char *sealed = signed_state_close(purpose, state);

		json_put_string(result, "requestState", sealed);
		json_free(state);
	}
	request_answer(r, result);
}

/* --- legacy --------------------------------------------------------------- */

static bool
ask_one(const char *key, struct json_object *value, void *argument)
{
	struct request *r = argument;
	struct client *c = r->client;
	struct question *q = mem_new(sizeof(*q));
	DROP(json) struct json_object *message = NULL;
	const struct json_object *params = json_get_object(value, "params");

	q->request = r;
	q->key = text_copy(key);
	q->id = ++c->last_question;
	TAILQ_INSERT_TAIL(&c->questions, q, link);
	r->open_questions++;
	message = rpc_request(q->id, json_get_string(value, "method"),
		params != NULL ? json_copy(params) : json_new_object());
	client_send(c, message);
	return true;
}

static void
forget(struct question *q)
{
	struct request *r = q->request;

	TAILQ_REMOVE(&r->client->questions, q, link);
	r->open_questions--;
	free(q->key);
	free(q);
}

/* The copy is there because the method may end the request, and its params
 * with it, before it is done with them. */
static void
run_again(struct request *r)
{
	DROP(json) struct json_object *params = json_copy(r->params);

	r->method->run(r, params);
}

static struct question *
find_question(struct client *c, const struct json_object *id)
{
	struct question *q;

	if (id == NULL || json_kind(id) != JSON_INT)
		return NULL;
	for (q = TAILQ_FIRST(&c->questions); q != NULL;
		q = TAILQ_NEXT(q, link)) {
		if (q->id == json_int(id))
			return q;
	}
	return NULL;
}

void
client_requests_take(struct client *c, const struct json_object *id,
	const struct json_object *result, const struct json_object *error)
{
	struct question *q = find_question(c, id);
	struct json_object *reply;
	struct request *r;

	if (q == NULL) {
		log_debug("a response to nothing");
		return;
	}
	r = q->request;
	if (result != NULL) {
		reply = json_copy(result);
	} else {
		reply = json_new_object();
		json_put(reply, "error",
			error != NULL ? json_copy(error) : json_new_object());
	}
	request_weigh(r, json_weight(reply));
	json_put(r->replies, q->key, reply);
	forget(q);
	if (r->open_questions == 0)
		run_again(r);
}

static void
ask_by_request(struct request *r, struct json_object *questions,
	struct json_object *state)
{
	json_free(r->replies);
	r->replies = json_new_object();
	json_free(r->state);
	r->state = state;
	(void)json_each(questions, ask_one, r); /* ask_one goes on always */
	json_free(questions);
}

/* The client is told that nobody waits for its answer any more. */
void
client_requests_withdraw(struct request *r)
{
	struct client *c = r->client;
	struct question *q = TAILQ_FIRST(&c->questions);

	while (q != NULL && r->open_questions > 0) {
		struct question *next = TAILQ_NEXT(q, link);

		if (q->request == r) {
			DROP(json) struct json_object *message = NULL;
			struct json_object *params = json_new_object();

			json_put_int(params, "requestId", q->id);
			message = rpc_notification(
				"notifications/cancelled", params);
			client_send(c, message);
			forget(q);
		}
		q = next;
	}
}

/* --- both ----------------------------------------------------------------- */

void
client_requests_prepare(struct request *r, const struct json_object *params)
{
	if (r->capabilities != 0 && (r->method->traits & METHOD_ASKS) != 0)
		r->params =
			params != NULL ? json_copy(params) : json_new_object();
}

void
ask(struct request *r, struct json_object *questions, struct json_object *state)
{
	assert(r->params != NULL && json_count(questions) > 0);
	if (r->era->is_modern)
		ask_by_result(r, questions, state);
	else
		ask_by_request(r, questions, state);
}

const struct json_object *
client_requests_reply(const struct request *r, const char *key)
{
	return json_get_object(r->replies, key);
}

const struct json_object *
client_requests_state(const struct request *r)
{
	return r->state;
}

const char *
client_requests_entered(const struct json_object *reply, const char *name)
{
	const char *action = rpc_get_name(reply, "action");

	if (action == NULL || strcmp(action, "accept") != 0)
		return NULL;
	return rpc_get_name(json_get_object(reply, "content"), name);
}
