#ifndef MCP_HTTP_EXCHANGE_H
#define MCP_HTTP_EXCHANGE_H

/*
 * An HTTP request and its response. The response is one JSON text, or a stream
 * of server-sent events; which of both is decided by what comes first: an
 * answer within a second is JSON, while an event before the answer, or a longer
 * wait, begins the stream (if the client takes streams).
 *
 * As long as there is nothing to send the connection is suspended, and
 * libmicrohttpd does not look at it; its descriptor is then watched for a peer
 * that leaves.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "mcp/http/library.h"

struct loop;
struct server;

/* The state that all exchanges of a server share. */
struct exchanges {
	const struct http_library *library;
	struct loop *loop;
	/* Called when the daemon is to be run soon. */
	void (*wake)(void *argument);
	void *argument;
	size_t held; /* bytes of requests and responses in memory */
};

struct exchange_owner {
	/*
	 * The peer has closed its side, or all of the connection, before the
	 * response was complete. Returns whether the exchange ends with that;
	 * otherwise the response is still tried.
	 */
	bool (*on_leave)(void *argument);
	/* The exchange is over and is freed after this. */
	void (*on_close)(void *argument);
	void *argument;
};

struct exchange {
	struct exchanges *all;
	struct MHD_Connection *connection;
	struct exchange_owner owner;
	struct server *server; /* of whose account the request is */
	bool takes_stream;
	struct buf body; /* of the request */
	bool is_body_dropped;
	bool is_body_too_long; /* that is why */
	size_t weight;	       /* bytes of what was read from the body */

	/* The response. */
	unsigned status;
	char *session; /* the value of Mcp-Session-Id; or NULL */
	struct buf out;
	size_t sent; /* of it, of a stream */
	bool is_stream;
	bool is_complete; /* nothing more comes */
	bool is_broken;	  /* it is cut off */
	bool is_queued;

	bool is_suspended;
	bool has_left; /* the peer */
	struct watch *peer;
	struct timer *timer;
	size_t counted; /* of all->held */
};

struct exchange *exchange_new(
	struct exchanges *all, struct MHD_Connection *connection);

/* Frees it after libmicrohttpd is done with it. */
void exchange_close(struct exchange *x);

/* Adds a piece of the body. What is over a limit is dropped, and the whole
 * body with it. */
void exchange_receive(struct exchange *x, const char *bytes, size_t size);

/* The body was read, into values of that size, and is dropped. False: the
 * server holds too much already. */
bool exchange_weigh(struct exchange *x, size_t weight);

/*
 * Sets the text of the response (copied; NULL for none), which is complete with
 * it. In a stream it is the last event.
 */
void exchange_answer(
	struct exchange *x, unsigned status, const char *text, size_t size);

/* Sends an event; the response is a stream from now on. */
void exchange_event(struct exchange *x, const char *text, size_t size);

/* Sends a comment; the response is a stream from now on. */
void exchange_comment(struct exchange *x);

/* Completes the response: a stream ends; without one and without an answer it
 * is 202 without a body. */
void exchange_complete(struct exchange *x);

/* Whether more waits than a reader should have before it. */
bool exchange_is_congested(const struct exchange *x);

/* Called by the handler of libmicrohttpd when the request is there, and again
 * after each suspension: queues the response or suspends the connection. */
enum MHD_Result exchange_respond(struct exchange *x);

/* Queues a text at once, with a header or NULL. */
enum MHD_Result exchange_refuse(const struct exchanges *all,
	struct MHD_Connection *connection, unsigned status, const char *text,
	const char *header, const char *value);

/* Cuts the response off, as the server ends: resumes the connection. */
void exchange_abort(struct exchange *x);

#endif
