#ifndef MCP_SESSION_CLIENT_H
#define MCP_SESSION_CLIENT_H

/*
 * The other side: what it has said about itself and which of its requests are
 * open. Lines come in by inbox.h and go out through struct transport; there are
 * no descriptors here.
 *
 * Nothing that a modern request means depends on this state; for a legacy one
 * it is what the session has agreed upon.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/queue.h>

#include "mcp/session/catalog.h"

struct version;
struct json_object;
struct question;
struct request;
struct server;
struct subscription;
struct timer;

enum {
	/* Far more than a client has use for; each costs memory. */
	OPEN_REQUESTS_MAX = 4096,
};

struct transport {
	void (*send)(const char *line, size_t size, void *argument);
	/* The reader lags: what may be left out is left out. */
	bool (*is_behind)(void *argument);
	void *argument;
};

TAILQ_HEAD(requests, request);
TAILQ_HEAD(questions, question);
TAILQ_HEAD(subscriptions, subscription);

struct client {
	struct server *server;
	const struct catalog *catalog;
	struct transport wire;
	struct requests requests;
	size_t open;	     /* requests in the list */
	size_t open_weight;  /* of what they hold, as of json_weight */
	size_t batched;	     /* the same of replies that wait in batches */
	unsigned complaints; /* see inbox.h */
	bool is_muted;

	/* Of its legacy session. */
	const struct version *era;
	unsigned capabilities;	      /* of client_requests.h */
	int level;		      /* of message.h */
	struct subscription *session; /* NULL before initialize */

	/* Of client_requests.c: ours that wait for a reply. */
	struct questions questions;
	int64_t last_question;

	/* Of subscription.c and watching.c. */
	struct subscriptions subscriptions;
	size_t subscribed; /* resources, in all of them */
	struct timer *look;
	uint64_t version;
	char list_stamp[CATALOG_STAMP_SIZE];
};

/* What it is given is borrowed, the wire copied. */
struct client *client_new(struct server *server, const struct catalog *catalog,
	const struct transport *wire);
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
