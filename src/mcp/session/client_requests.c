#include "mcp/session/client_requests.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/log.h"
#include "mcp/session/client.h"
#include "mcp/session/methods.h"
#include "mcp/session/request.h"
#include "mcp/session/versions.h"
#include "mcp/transport/rpc.h"
#include "json/json.h"

enum {
	/* The oldest goes; a user has a few forms open at most. */
	STATES_MAX = 100,
};

/* A request of ours to a legacy client. */
struct question {
	TAILQ_ENTRY(question) link;
	struct request *request;
	char *key;
	int64_t id;
};

/* What a method that has asked a modern client wants to know when it is run
 * again: good for this method, on this tool, prompt or resource. */
struct state {
	TAILQ_ENTRY(state) link;
	char *token; /* the client's name of it */
	char *purpose;
	struct json_object *value;
};

/* Of a client. */
struct questions {
	TAILQ_HEAD(, question) waiting;
	int64_t last_id;
	TAILQ_HEAD(, state) states;
	size_t state_count;
	uint64_t last_token;
};

/* Of a request whose method may ask. */
struct asking {
	struct json_object *params;  /* to run the method again; or NULL */
	struct json_object *replies; /* that have come; or NULL */
	struct json_object *state;   /* that came with them; or NULL */
	unsigned open;		     /* questions to a legacy client */
};

bool
client_requests_may(const struct request *r, enum client_capability capability)
{
	return (r->capabilities & capability) != 0;
}

static void
forget_state(struct questions *q, struct state *s)
{
	TAILQ_REMOVE(&q->states, s, link);
	q->state_count--;
	free(s->token);
	free(s->purpose);
	json_free(s->value);
	free(s);
}

static void
on_client_end(void *argument)
{
	struct questions *q = argument;

	while (!TAILQ_EMPTY(&q->states))
		forget_state(q, TAILQ_FIRST(&q->states));
	free(q);
}

static struct questions *
questions_of(struct client *c)
{
	if (c->questions == NULL) {
		c->questions = mem_new(sizeof(*c->questions));
		TAILQ_INIT(&c->questions->waiting);
		TAILQ_INIT(&c->questions->states);
		end_hooks_add(&c->on_end, on_client_end, c->questions);
	}
	return c->questions;
}

/* --- modern --------------------------------------------------------------- */

/* The caller's. */
static char *
new_purpose(const struct request *r, const struct json_object *params)
{
	const char *name = rpc_get_name(params, "name");

	if (name == NULL)
		name = rpc_get_name(params, "uri");
	return text_format("%s %s", r->method->name, name != NULL ? name : "");
}

/* Its token, borrowed; the value is taken. */
static const char *
keep_state(struct request *r, struct json_object *value)
{
	struct questions *q = questions_of(r->client);
	struct state *s = mem_new(sizeof(*s));

	if (q->state_count == STATES_MAX)
		forget_state(q, TAILQ_FIRST(&q->states));
	s->token = text_format("%" PRIu64, ++q->last_token);
	s->purpose = new_purpose(r, r->asking->params);
	s->value = value;
	TAILQ_INSERT_TAIL(&q->states, s, link);
	q->state_count++;
	return s->token;
}

/* A copy, or NULL when it is none that was given for that. */
static struct json_object *
find_state(
	struct request *r, const char *token, const struct json_object *params)
{
	DROP(text) char *purpose = new_purpose(r, params);
	struct state *s;

	if (token == NULL)
		return NULL;
	TAILQ_FOREACH(s, &questions_of(r->client)->states, link)
	{
		if (strcmp(s->token, token) == 0 &&
			strcmp(s->purpose, purpose) == 0)
			return json_copy(s->value);
	}
	return NULL;
}

static bool
read_replies(struct request *r, const struct json_object *params)
{
	struct json_object *given;

	if (json_find(params, "inputResponses", &given)) {
		if (json_kind(given) != JSON_OBJECT) {
			request_refuse(r, RPC_INVALID_PARAMS,
				"inputResponses must be an object");
			return false;
		}
		r->asking->replies = json_copy(given);
	}
	if (json_find(params, "requestState", &given)) {
		r->asking->state = find_state(
			r, rpc_get_name(params, "requestState"), params);
		if (r->asking->state == NULL) {
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
	if (state != NULL)
		json_put_string(result, "requestState", keep_state(r, state));
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
	q->id = ++questions_of(c)->last_id;
	TAILQ_INSERT_TAIL(&c->questions->waiting, q, link);
	r->asking->open++;
	message = rpc_request(q->id, json_get_string(value, "method"),
		params != NULL ? json_copy(params) : json_new_object());
	client_send(c, message);
	return true;
}

static void
forget(struct question *q)
{
	struct request *r = q->request;

	TAILQ_REMOVE(&r->client->questions->waiting, q, link);
	r->asking->open--;
	free(q->key);
	free(q);
}

/* The copy is there because the method may end the request, and its params
 * with it, before it is done with them. */
static void
run_again(struct request *r)
{
	DROP(json) struct json_object *params = json_copy(r->asking->params);

	r->method->run(r, params);
}

static struct question *
find_question(struct client *c, const struct json_object *id)
{
	struct question *q;

	if (id == NULL || json_kind(id) != JSON_INT)
		return NULL;
	TAILQ_FOREACH(q, &questions_of(c)->waiting, link)
	{
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
	json_put(r->asking->replies, q->key, reply);
	forget(q);
	if (r->asking->open == 0)
		run_again(r);
}

static void
ask_by_request(struct request *r, struct json_object *questions,
	struct json_object *state)
{
	json_free(r->asking->replies);
	r->asking->replies = json_new_object();
	json_free(r->asking->state);
	r->asking->state = state;
	(void)json_each(questions, ask_one, r); /* ask_one goes on always */
	json_free(questions);
}

/* The client is told that nobody waits for its answer any more. */
static void
withdraw(struct question *q)
{
	struct client *c = q->request->client;
	DROP(json) struct json_object *message = NULL;
	struct json_object *params = json_new_object();

	json_put_int(params, "requestId", q->id);
	message = rpc_notification("notifications/cancelled", params);
	client_send(c, message);
	forget(q);
}

static void
on_request_end(void *argument)
{
	struct request *r = argument;
	struct asking *asking = r->asking;
	struct question *q;

	while (asking->open > 0) {
		q = TAILQ_FIRST(&r->client->questions->waiting);
		while (q->request != r)
			q = TAILQ_NEXT(q, link);
		withdraw(q);
	}
	json_free(asking->params);
	json_free(asking->replies);
	json_free(asking->state);
	free(asking);
	r->asking = NULL;
}

/* --- both ----------------------------------------------------------------- */

bool
client_requests_begin(struct request *r, const struct json_object *params)
{
	if ((r->method->traits & METHOD_ASKS) == 0)
		return true;
	r->asking = mem_new(sizeof(*r->asking));
	end_hooks_add(&r->on_end, on_request_end, r);
	if (r->capabilities != 0)
		r->asking->params =
			params != NULL ? json_copy(params) : json_new_object();
	return !r->era->is_modern || read_replies(r, params);
}

void
ask(struct request *r, struct json_object *questions, struct json_object *state)
{
	assert(r->asking->params != NULL && json_count(questions) > 0);
	if (r->era->is_modern)
		ask_by_result(r, questions, state);
	else
		ask_by_request(r, questions, state);
}

const struct json_object *
client_requests_reply(const struct request *r, const char *key)
{
	return json_get_object(r->asking->replies, key);
}

const struct json_object *
client_requests_state(const struct request *r)
{
	return r->asking->state;
}

const char *
client_requests_entered(const struct json_object *reply, const char *name)
{
	const char *action = rpc_get_name(reply, "action");

	if (action == NULL || strcmp(action, "accept") != 0)
		return NULL;
	return rpc_get_name(json_get_object(reply, "content"), name);
}
