#ifndef MCP_HTTP_HUB_H
#define MCP_HTTP_HUB_H

/*
 * MCP over Streamable HTTP: from the body of a POST to the client that it is
 * of, and from the messages to that client to the response that they belong to.
 *
 * A modern request (2026-07-28) belongs to no session: it has a client of its
 * own, and who leaves cancels it. A legacy `initialize` makes a session; its
 * requests share a client, and who leaves does not cancel, as these versions
 * want it. The id of a session says what was agreed upon, so that it counts
 * after a restart of the server, too, which official clients rely on; it is no
 * secret and no proof of anything. A GET opens the stream of a session for what
 * belongs to no request: changes of what it has subscribed to.
 */

#include <stdbool.h>
#include <stddef.h>

struct catalog;
struct exchange;
struct http_head;
struct hub;
struct server;

enum {
	/* The least recently used one that rests gives way; one that is gone
	 * begins anew when its client comes back. */
	HTTP_SESSIONS_MAX = 1024,
};

/* All are borrowed. */
struct hub *hub_new(struct server *server, const struct catalog *catalog);
/* Ends all sessions; no exchange may be open. */
void hub_free(struct hub *h);

/* Receives a POST with its whole body, or a GET: takes over the exchange as
 * its owner. The head is borrowed for the call. */
void hub_receive(
	struct hub *h, const struct http_head *head, struct exchange *x);

/* Returns whether a client waits for the answer to a call. */
bool hub_is_busy(const struct hub *h);

/* The server ends: requests are cancelled, streams end as they should. */
void hub_end(struct hub *h);

/* Cuts off the responses that are still open. */
void hub_abort(struct hub *h);

#endif
