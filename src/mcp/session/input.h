#ifndef MCP_SESSION_INPUT_H
#define MCP_SESSION_INPUT_H

/*
 * Input that a request needs from its client: an elicitation of its user, a
 * sampling of its language model, its roots. A method that needs some is run
 * again when the responses are there, and then finds them:
 *
 *	response = input_response(r, "name");
 *	if (response == NULL) {
 *		input_require(r, input_requests, NULL);
 *		return;
 *	}
 *
 * In the modern era the input requests are the result of the request, and the
 * responses come with the next request, which is another one. In the legacy
 * eras each is a request of ours, and the same request goes on. A method sees
 * no difference.
 */

#include <stdbool.h>

#include "mcp/session/request.h"

/*
 * Sends input requests (an object, taken: key -> {method, params}), which the
 * client must be capable of. The method has ended with this, and the request
 * must not be used. `state` (or NULL) is what input_state returns in the next
 * run.
 */
void input_require(struct request *r, struct json_object *input_requests,
	const char *state);

/* Of a client that can be asked: the response for that key, an object; NULL if
 * there is none (as in a first run). A legacy client's error is {"error":
 * {code, message}}. */
const struct json_object *input_response(
	const struct request *r, const char *key);

/* Likewise the state that came with the responses, NULL in a first run. It has
 * been through a modern client, which may send anything. */
const char *input_state(const struct request *r);

/* --- for the core --------------------------------------------------------- */

/* Before a method runs that may need input of a client that can be asked for
 * some: keeps what it takes to run it again, and reads the responses of a
 * modern request. False: it was refused. */
bool input_begin(struct request *r, const struct json_object *params);

/* Refuses the requests that wait for responses: the client will send none. */
void input_end(struct client *c);

/* A response to a request of ours, or to none. */
void input_receive(struct client *c, const struct json_object *id,
	const struct json_object *result, const struct json_object *error);

#endif
