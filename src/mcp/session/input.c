#include "mcp/session/input.h"

#include <assert.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/log.h"
#include "mcp/session/versions.h"
#include "mcp/transport/rpc.h"
#include "json/json.h"

/* Of a request whose method may need input. */
struct input {
	struct json_object *params;    /* to run the method again */
	struct json_object *responses; /* that have come; or NULL */
	/* The ids of requests of ours to a legacy client, which has not
	 * responded, by the keys of what they ask for; or NULL. */
	struct json_object *pending;
	char *state; /* or NULL */
};

/* Nobody waits for the responses any more. */
static void
on_request_end(void *argument)
{
	struct request *r = argument;
	struct input *input = r->input;
	struct json_member m = {0};

	while (json_next(input->pending, &m))
		client_notify(r->client, r, "notifications/cancelled",
			OBJECT("requestId", json_share(m.value)));
	json_free(input->params);
	json_free(input->responses);
	json_free(input->pending);
	free(input->state);
	free(input);
}

/* Of a modern request. */
static bool
read_responses(struct request *r, const struct json_object *params)
{
	struct json_object *given = NULL;
	const char *state = rpc_get_name(params, "requestState");
	const char *why = NULL;

	if (json_find(params, "inputResponses", &given) &&
		json_kind(given) != JSON_OBJECT)
		why = "inputResponses must be an object";
	else if (state == NULL && json_find(params, "requestState", NULL))
		why = "requestState must be the string that this server sent; "
		      "without it the request begins anew";
	r->input->responses = json_copy(given);
	r->input->state = text_copy(state);
	if (why != NULL)
		request_refuse(r, RPC_INVALID_PARAMS, "%s", why);
	return why == NULL;
}

bool
input_begin(struct request *r, const struct json_object *params)
{
	r->input = mem_new(sizeof(*r->input));
	end_hooks_add(&r->on_end, on_request_end, r);
	/* Not a copy, which takes 40 ms for 50,000 objects: a method leaves
	 * parameters that it can read again. */
	r->input->params =
		params != NULL ? json_share(params) : json_new_object();
	return !r->version->is_modern || read_responses(r, params);
}

void
input_require(struct request *r, struct json_object *input_requests,
	const char *state)
{
	DROP(json) struct json_object *owned = input_requests;
	struct input *input = r->input;
	struct json_member m = {0};
	char *copy;

	assert(input != NULL && json_count(input_requests) > 0);
	if (r->version->is_modern) {
		request_answer(r, OBJECT("resultType", STRING("input_required"),
					  "inputRequests", TAKE(owned),
					  "requestState", STRING(state)));
		return;
	}
	copy = text_copy(state); /* it may be part of what is freed here */
	json_free(input->responses);
	input->responses = json_new_object();
	json_free(input->pending);
	input->pending = json_new_object();
	free(input->state);
	input->state = copy;
	while (json_next(owned, &m)) { /* each as a request of ours */
		int64_t id = ++r->client->last_request_id;
		const struct json_object *params =
			json_get_object(m.value, "params");
		DROP(json)
		struct json_object *message = rpc_call(json_new_int(id),
			json_get_string(m.value, "method"),
			params != NULL ? json_share(params)
				       : json_new_object());

		json_put_int(input->pending, m.key, id);
		client_send(r->client, r, message);
	}
}

/* The request that waits for a response to ours of that id, and its key. */
static struct request *
find_waiting(struct client *c, const struct json_object *id, const char **key)
{
	struct request *r;

	TAILQ_FOREACH(r, &c->requests, link) {
		struct json_member m = {0};

		while (r->input != NULL && json_next(r->input->pending, &m)) {
			*key = m.key;
			if (json_equal(m.value, id))
				return r;
		}
	}
	return NULL;
}

void
input_receive(struct client *c, const struct json_object *id,
	const struct json_object *result, const struct json_object *error)
{
	const char *key;
	struct request *r = find_waiting(c, id, &key);
	struct json_object *response;

	if (r == NULL) {
		log_debug("a response to nothing");
		return;
	}
	response = result != NULL
			   ? json_copy(result)
			   : OBJECT("error", error != NULL ? json_copy(error)
							   : json_new_object());
	request_weigh(r, json_weight(response));
	json_put(r->input->responses, key, response);
	json_delete(r->input->pending, key);
	if (json_count(r->input->pending) > 0)
		return;
	request_run(r, r->input->params);
}

void
input_end(struct client *c)
{
	struct request *next;

	for (struct request *r = TAILQ_FIRST(&c->requests); r != NULL;
		r = next) {
		next = TAILQ_NEXT(r, link);
		if (r->input != NULL && json_count(r->input->pending) > 0)
			request_refuse(r, RPC_INTERNAL,
				"the input ended before its client answered "
				"what it was asked");
	}
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
