#ifndef MCP_HTTP_HTTP_H
#define MCP_HTTP_HTTP_H

/*
 * MCP over HTTP: the life of the server. It listens at /mcp of an address until
 * a signal of signals.h. If the database has accounts when it starts, each
 * request is of one of them, and sees what that account may see
 * (store/sessions); otherwise all are of the local user.
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
	const char *identity_header; /* see struct door; or NULL */
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
	/* At the end of the server: for the calls whose clients wait. */
	HTTP_GRACE_MS = 10000,
	/* After that: for the last answers to be taken. */
	HTTP_DRAIN_MS = 150,
};

/* How the server decides whether a request may pass: not at all, by the token
 * of the run, by the token of an account, or by a header that a proxy sets. */
enum http_access { HTTP_ANYBODY, HTTP_TOKEN, HTTP_ACCOUNTS, HTTP_IDENTITY };

/* Called when the server listens, with its address and, for HTTP_TOKEN, its
 * token. */
typedef void http_on_ready(const struct http_address *address,
	enum http_access access, const char *token);

/* Serves a catalog until the end. All are borrowed. False if it cannot begin:
 * the error is one for people. */
bool mcp_serve_http(struct loop *loop, struct server *server,
	const struct catalog *catalog, const struct http_options *options,
	http_on_ready *on_ready, struct err *e);

#endif
