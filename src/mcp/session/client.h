#ifndef MCP_SESSION_CLIENT_H
#define MCP_SESSION_CLIENT_H

/*
 * The client: what it has declared about itself, and its open requests. Lines
 * come in by dispatch.h and go out through struct transport; there are no
 * descriptors here.
 *
 * Nothing that a modern request means depends on this state; for a legacy one
 * it is what the session has agreed upon.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/queue.h>

struct catalog;
struct json_object;
struct request;
struct server;
struct subscriptions;
struct version;

enum {
	/* Far more than a client needs; each costs memory. */
	OPEN_REQUESTS_MAX = 4096,
};

/* What is to be done when something ends. */
typedef void on_end(void *argument);

struct end_hook {
	SLIST_ENTRY(end_hook) link;
	on_end *run;
	void *argument;
};

SLIST_HEAD(end_hooks, end_hook);

void end_hooks_add(struct end_hooks *hooks, on_end *run, void *argument);
/* Once, the last one first. */
void end_hooks_run(struct end_hooks *hooks);

enum client_capability {
	CLIENT_ELICITATION = 1, /* with a form */
	CLIENT_SAMPLING = 2,
	CLIENT_ROOTS = 4,
};

/* Of what a client declares (an object or NULL), the above. */
unsigned client_capabilities(
	const struct json_object *declared, const struct version *era);

/* Of log messages to the client (log_message_send): "debug" and so on. */
enum log_message_level {
	LOG_MESSAGE_DEBUG,
	LOG_MESSAGE_INFO,
	LOG_MESSAGE_NOTICE,
	LOG_MESSAGE_WARNING,
	LOG_MESSAGE_ERROR,
	LOG_MESSAGE_CRITICAL,
	LOG_MESSAGE_ALERT,
	LOG_MESSAGE_EMERGENCY,
	LOG_MESSAGE_NONE, /* none is sent */
};

struct transport {
	void (*send)(const char *line, size_t size, void *argument);
	/* The reader is slow: what may be left out is left out. */
	bool (*is_congested)(void *argument);
	void *argument;
};

TAILQ_HEAD(requests, request);

/* What a legacy client has agreed upon. */
struct session {
	const struct version *era;
	unsigned capabilities;
	int level; /* of log messages */
};

struct client {
	struct server *server;
	const struct catalog *catalog;
	struct transport wire;
	struct session session;
	struct requests requests;
	size_t open;		 /* requests in the list */
	size_t open_weight;	 /* of what they hold, as of json_weight */
	size_t batched;		 /* the same of replies that wait in batches */
	int64_t last_request_id; /* of requests of ours: input.c */
	unsigned unreadable;	 /* see dispatch.h */
	bool is_muted;
	struct end_hooks on_end;
	struct subscriptions *subscriptions; /* of subscription.c, or NULL */
};

/* The arguments are borrowed, the wire copied. It is freed by client_free of
 * request.h. */
struct client *client_new(struct server *server, const struct catalog *catalog,
	const struct transport *wire);

/*
 * Sends a message, or a batch of them (borrowed). What is longer than
 * LIMIT_REPLY cannot go: a batch goes in pieces, a reply becomes an error that
 * says so.
 */
void client_send(struct client *c, const struct json_object *message);

/* The params are taken. */
void client_notify(
	struct client *c, const char *method, struct json_object *params);

/*
 * Several messages in one array (protocol 2025-03-26 only). The replies are
 * collected and sent as one array when the last request of it is answered; or
 * in several, where the replies that wait in all batches take more than a reply
 * may have.
 */
enum {
	/* One line could else cause any number of replies at once. */
	BATCH_MAX = 100,
};

/* With one reference, the caller's; freed with the last one. */
struct batch *batch_new(struct client *client);
void batch_ref(struct batch *b);
void batch_unref(struct batch *b);

void batch_add(struct batch *b, struct json_object *reply); /* taken */

#endif
