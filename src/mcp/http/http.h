#ifndef MCP_HTTP_HTTP_H
#define MCP_HTTP_HTTP_H

/*
 * MCP over HTTP: the life of the server. It listens on an address of this
 * machine, at /mcp, until a signal of signals.h.
 */

#include <stdbool.h>

#include "base/err.h"
#include "mcp/http/address.h"

struct catalog;
struct loop;
struct server;

struct http_options {
	const char *address; /* see address.h */
	const char *host;    /* a name that Host may have; or NULL */
	bool no_token;	     /* whoever reaches the address may come in */
};

enum {
	/* Connections at once. One that has not shown a token gives way to a
	 * new one when there is no room. */
	HTTP_CONNECTIONS_MAX = 1024,
	/* A connection on which nothing moves is closed: sooner before its
	 * first request is there than afterwards. libmicrohttpd 0.9.75 notices
	 * the end of some that close in the middle of a request only so. */
	HTTP_STALLED_S = 20,
	HTTP_IDLE_S = 30,
	/* At the end of the server: for the last answers to be taken. */
	HTTP_DRAIN_MS = 150,
};

/* Called when the server listens, with its address and its token (NULL: it
 * needs none). */
typedef void http_on_ready(
	const struct http_address *address, const char *token);

/* Serves a catalog until the end. All are borrowed. False if it cannot begin:
 * the error is one for people. */
bool mcp_serve_http(struct loop *loop, struct server *server,
	const struct catalog *catalog, const struct http_options *options,
	http_on_ready *on_ready, struct err *e);

#endif
