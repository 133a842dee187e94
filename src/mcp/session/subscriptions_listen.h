#ifndef MCP_SESSION_SUBSCRIPTIONS_LISTEN_H
#define MCP_SESSION_SUBSCRIPTIONS_LISTEN_H

/*
 * subscriptions/listen: a request that stays open and over which changes are
 * told, until the client cancels it or the server ends.
 */

struct request;

/* The graceful end of a request that listens; it is gone afterwards. */
void subscriptions_listen_end(struct request *r);

#endif
