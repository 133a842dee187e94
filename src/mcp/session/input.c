#include "mcp/session/input.h"

#include <assert.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/log.h"
#include "mcp/session/versions.h"
#include "mcp/transport/rpc.h"
#include "json/json.h"

/* A request of ours to a legacy client, which has not responded. */
struct pending {
	LIST_ENTRY(pending) link;
	char *key;
	int64_t id;
};

/* Of a request whose method may need input. */
struct input {
	struct json_object *params;    /* to run the method again */
	struct json_object *responses; /* that have come; or NULL */
	char *state;		       /* or NULL */
	LIST_HEAD(pendings, pending) pending;
};

/* --- modern --------------------------------------------------------------- */

static bool
read_responses(struct request *r, const struct json_object *params)
{
	struct json_object *given;

	if (json_find(params, "inputResponses", &given)) {
		if (json_kind(given) != JSON_OBJECT) {
			request_refuse(r, RPC_INVALID_PARAMS,
				"inputResponses must be an object");
			return false;
		}
		r->input->responses = json_copy(given);
	}
	if (json_find(params, "requestState", NULL)) {
		r->input->state =
			text_copy(rpc_get_name(params, "requestState"));
		if (r->input->state == NULL) {
			request_refuse(r, RPC_INVALID_PARAMS,
				"requestState must be the string that this "
				"server sent; without it the request begins "
				"anew");
			return false;
		}
	}
	return true;
}

static void
require_by_result(struct request *r, struct json_object *input_requests,
	const char *state)
{
	request_answer(
		r, json_new_object_of("resultType",
			   json_new_string("input_required"), "inputRequests",
			   input_requests, "requestState",
			   json_new_string(state), NULL));
}

/* --- legacy --------------------------------------------------------------- */

static void
send_one(struct request *r, const char *key, const struct json_object *value)
{
	struct client *c = r->client;
	struct pending *p = mem_new(sizeof(*p));
	DROP(json) struct json_object *message = NULL;
	const struct json_object *params = json_get_object(value, "params");

	p->key = text_copy(key);
	p->id = ++c->last_request_id;
	LIST_INSERT_HEAD(&r->input->pending, p, link);
	message = rpc_request(p->id, json_get_string(value, "method"),
		params != NULL ? json_copy(params) : json_new_object());
	client_send(c, message);
}

static void
require_by_request(struct request *r, struct json_object *input_requests,
	const char *state)
{
	DROP(json) struct json_object *owned = input_requests;
	/* It may be part of what is freed here. */
	char *copy = text_copy(state);
	struct json_member m = {0};

	json_free(r->input->responses);
	r->input->responses = json_new_object();
	free(r->input->state);
	r->input->state = copy;
	while (json_next(owned, &m))
		send_one(r, m.key, m.value);
}

static void
forget(struct pending *p)
{
	LIST_REMOVE(p, link);
	free(p->key);
	free(p);
}

static struct pending *
find_pending(
	struct client *c, const struct json_object *id, struct request **of)
{
	struct request *r;
	struct pending *p;

	if (json_kind(id) != JSON_INT)
		return NULL;
	TAILQ_FOREACH(r, &c->requests, link) {
		if (r->input == NULL)
			continue;
		LIST_FOREACH(p, &r->input->pending, link)
		{
			*of = r;
			if (p->id == json_int(id))
				return p;
		}
	}
	return NULL;
}

/* The copy is there because the method may end the request, and its params
 * with it, before it is done with them. */
static void
run_again(struct request *r)
{
	DROP(json) struct json_object *params = json_copy(r->input->params);

	r->method->run(r, params);
}

void
input_receive(struct client *c, const struct json_object *id,
	const struct json_object *result, const struct json_object *error)
{
	struct request *r = NULL;
	struct pending *p = find_pending(c, id, &r);
	struct json_object *response;

	if (p == NULL) {
		log_debug("a response to nothing");
		return;
	}
	if (result != NULL)
		response = json_copy(result);
	else
		response = json_new_object_of("error",
			error != NULL ? json_copy(error) : json_new_object(),
			NULL);
	request_weigh(r, json_weight(response));
	json_put(r->input->responses, p->key, response);
	forget(p);
	if (LIST_EMPTY(&r->input->pending))
		run_again(r);
}

/* --- both ----------------------------------------------------------------- */

static void
on_request_end(void *argument)
{
	struct request *r = argument;
	struct input *input = r->input;

	/* Nobody waits for the responses any more. */
	while (!LIST_EMPTY(&input->pending)) {
		struct pending *p = LIST_FIRST(&input->pending);

		client_notify(r->client, "notifications/cancelled",
			json_new_object_of(
				"requestId", json_new_int(p->id), NULL));
		forget(p);
	}
	json_free(input->params);
	json_free(input->responses);
	free(input->state);
	free(input);
	r->input = NULL;
}

bool
input_begin(struct request *r, const struct json_object *params)
{
	r->input = mem_new(sizeof(*r->input));
	LIST_INIT(&r->input->pending);
	end_hooks_add(&r->on_end, on_request_end, r);
	r->input->params =
		params != NULL ? json_copy(params) : json_new_object();
	return !r->era->is_modern || read_responses(r, params);
}

void
input_require(struct request *r, struct json_object *input_requests,
	const char *state)
{
	assert(r->input != NULL && json_count(input_requests) > 0);
	if (r->era->is_modern)
		require_by_result(r, input_requests, state);
	else
		require_by_request(r, input_requests, state);
}

const struct json_object *
input_response(const struct request *r, const char *key)
{
	return json_get_object(r->input->responses, key);
}

const char *
input_state(const struct request *r)
{
	return r->input->state;
}
