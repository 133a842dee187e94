#ifndef MCP_CLIENT_H
#define MCP_CLIENT_H

/*
 * The other side: what it has said about itself and which of its requests are
 * open. Lines come in by inbox.h and go out through struct wire; there are no
 * descriptors here.
 *
 * Nothing that a request means depends on this state but the protocol version
 * of a legacy session.
 */

#include <stdbool.h>
#include <stddef.h>
#include <sys/queue.h>

struct era;
struct json_object;
struct request;
struct server;

enum {
	/* Far more than a client has use for; each costs memory. */
	OPEN_REQUESTS_MAX = 4096,
};

struct wire {
	void (*send)(const char *line, size_t size, void *argument);
	/* The reader lags: what may be left out is left out. */
	bool (*is_behind)(void *argument);
	void *argument;
};

TAILQ_HEAD(requests, request);

struct client {
	struct server *server;
	struct wire wire;
	const struct era *era; /* of its legacy session */
	struct requests requests;
	size_t open;	     /* requests in the list */
	unsigned complaints; /* see inbox.h */
	bool is_muted;
};

struct client *client_new(struct server *server, const struct wire *wire);
/* Cancels what is open without a word. */
void client_free(struct client *c);

/* Whether a call is under way; a held subscription is none. */
bool client_is_busy(const struct client *c);

/* Gives those who listen the end of what they listen to. */
void client_end_listening(struct client *c);
/* Nothing is sent for what is cancelled. */
void client_cancel_all(struct client *c);

/*
 * Sends a message, or a batch of them (borrowed). What is longer than
 * LIMIT_REPLY cannot go: a batch goes in pieces, a reply becomes an error that
 * says so.
 */
void client_send(struct client *c, const struct json_object *message);

#endif
