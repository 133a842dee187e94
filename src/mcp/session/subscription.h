#ifndef MCP_SESSION_SUBSCRIPTION_H
#define MCP_SESSION_SUBSCRIPTION_H

/*
 * Notifications of changes: to a legacy session, by resources/subscribe and
 * for the lists that it has read, and to each modern request
 * subscriptions/listen, whose notifications carry its id.
 *
 * While anybody has subscribed to what can change, it is looked for after each
 * call and every SUBSCRIPTIONS_POLL_MS: another process may use the same
 * database.
 */

#include "mcp/session/request.h"

enum {
	/* Resources, of all subscriptions: each is looked at after a change. */
	SUBSCRIBED_MAX = 1000,
	/* Each is notified by itself, under its own id. Clients open one, or
	 * one for each thing that they show. */
	LISTENERS_MAX = 32,
	/* Between two polls; one that finds nothing takes microseconds. */
	SUBSCRIPTIONS_POLL_MS = 500,
};

/* A legacy session is notified of changes of the list of resources when it has
 * read it, which is then out of date. */
void subscriptions_add_list(struct client *c);

/* Looks for changes, after a call. */
void subscriptions_poll(struct client *c);

/* The graceful end of all requests that listen. */
void subscriptions_end(struct client *c);

#endif
