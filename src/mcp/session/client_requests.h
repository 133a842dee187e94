#ifndef MCP_SESSION_CLIENT_REQUESTS_H
#define MCP_SESSION_CLIENT_REQUESTS_H

/*
 * Questions to the client about a request of its own: to its user, to its
 * language model, or for its roots. A method that asks is run again when the
 * replies are there, and then finds them:
 *
 *	reply = client_requests_reply(r, "name");
 *	if (reply == NULL) {
 *		ask(r, questions, NULL);
 *		return;
 *	}
 *
 * In the modern era a question is the result of the request, and the replies
 * come with the next request, which is another one; what the method has to
 * remember is kept here as its state, of which the client gets the number. In
 *the legacy eras a question is a request of ours, and the same request goes on.
 *A method sees no difference.
 *
 * A question that waits is never in the way of anything but its request.
 */

#include <stdbool.h>

#include "mcp/session/client.h"

struct json_object;
struct request;

/* Whether the client of this request takes such questions. Who asks without
 * is in the wrong. */
bool client_requests_may(
	const struct request *r, enum client_capability capability);

/*
 * Puts the questions (an object, taken: key -> {method, params}). The method
 * is over with this, and the request must not be touched. `state` (or NULL,
 * taken) is what client_requests_state returns in the next run.
 */
void ask(struct request *r, struct json_object *questions,
	struct json_object *state);

/* The reply to the question of that key, an object; NULL if there is none (as
 * in a first run). A legacy client's error is {"error": {code, message}}. */
const struct json_object *client_requests_reply(
	const struct request *r, const char *key);

/* What was given to ask, unchanged; NULL in a first run. */
const struct json_object *client_requests_state(const struct request *r);

/* The text, if the reply is the content that a user has entered and has a
 * string of that name; else NULL. */
const char *client_requests_entered(
	const struct json_object *reply, const char *name);

/* --- for the core --------------------------------------------------------- */

/* Before a method runs: if it may ask, keeps what it takes to run it again, and
 * reads replies and state of a modern request. False: it was refused. */
bool client_requests_begin(struct request *r, const struct json_object *params);

/* A response to a question of ours, or to none. */
void client_requests_take(struct client *c, const struct json_object *id,
	const struct json_object *result, const struct json_object *error);

#endif
