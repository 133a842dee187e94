#ifndef MCP_SESSION_REQUEST_H
#define MCP_SESSION_REQUEST_H

/*
 * One request from its reading to its end. It ends in exactly one of three
 * ways: a result, an error, or, when it is cancelled, nothing; afterwards it
 * is gone and nothing more is sent for it.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/queue.h>

/*
 * The client: what it has declared about itself, and its open requests. Lines
 * come in by dispatch.h and go out through struct transport; there are no
 * descriptors here.
 *
 * Nothing that a modern request means depends on this state; for a legacy one
 * it is what the session has agreed upon.
 */

struct catalog;
struct json_object;
struct request;
struct server;
struct subscriptions;
struct version;

enum {
	/* Far more than a client needs; each costs memory, and whose turn it is
	 * at a session is a question about any two. */
	OPEN_REQUESTS_MAX = 1024,
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

enum client_capability {
	CLIENT_ELICITATION = 1, /* with a form */
	CLIENT_SAMPLING = 2,
	CLIENT_ROOTS = 4,
	/* These are what it can be asked for. */
	CLIENT_ASKED = CLIENT_ELICITATION | CLIENT_SAMPLING | CLIENT_ROOTS,
	CLIENT_APPS = 8, /* it shows pages: MCP Apps, with HTML */
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
	/* Run after each call, which may have changed what is subscribed to;
	 * NULL as long as nothing is. */
	void (*on_change)(struct client *c);
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
void batch_unref(struct batch *b);

void batch_add(struct batch *b, struct json_object *reply); /* taken */

struct batch;
struct err;
struct input;
struct method;

#define META_VERSION "io.modelcontextprotocol/protocolVersion"
#define META_CAPABILITIES "io.modelcontextprotocol/clientCapabilities"
#define META_SERVER "io.modelcontextprotocol/serverInfo"
#define META_LOG_LEVEL "io.modelcontextprotocol/logLevel"

struct request {
	TAILQ_ENTRY(request) link;
	struct client *client;
	struct json_object *id;
	const struct version *era;
	const struct method *method; /* NULL until it is found */
	unsigned capabilities;	     /* of the client, for this request */
	int level;		     /* the least of log messages to send */
	struct batch *batch;	     /* or NULL */
	size_t weight;		     /* of its params and replies */
	bool is_held; /* open until the client or the server ends it */
	struct {
		struct json_object *token; /* NULL: none is wanted */
		double last;		   /* that was sent */
	} progress;
	/* How long a modern client may keep the result, where its method says
	 * that it may, and whether for this user only. */
	struct {
		int64_t ttl_ms;
		bool is_private;
	} cache;
	/* Run when it has left the client's list, before its answer is sent. */
	struct end_hooks on_end;
	struct input *input; /* of input.c, or NULL */
};

/* In the client's list. The id is copied. */
struct request *request_new(struct client *client, const struct json_object *id,
	struct batch *batch);

/* Adds to its weight. */
void request_weigh(struct request *r, size_t weight);

/* These end it. The result is an object, taken; what the modern era wants in
 * every result is added here. */
void request_answer(struct request *r, struct json_object *result);
void request_refuse(struct request *r, int code, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* With the error's data, taken. */
void request_refuse_with(struct request *r, int code, const char *text,
	struct json_object *data);
/* By the kind of the error: invalid parameters, or our own fault. */
void request_fail(struct request *r, const struct err *e);
void request_cancel(struct request *r);
/* With all entries of a list, an array, taken; it has no second page. */
void request_answer_list(struct request *r, const struct json_object *params,
	const char *member, struct json_object *entries);
/* With the contents of one resource, a text. */
void request_answer_resource(
	struct request *r, const char *uri, const char *mime, const char *text);
/* Of a request about a resource: ERR_NOT_FOUND as its era wants it. */
void request_refuse_resource(
	struct request *r, const char *uri, const struct err *e);

/* Where a list goes on: 0 at the beginning. False for a cursor that is none. */
bool request_cursor(
	const struct json_object *params, uint64_t *at, struct err *e);

/* Says how far it is, if the client has asked for that with a token, and if
 * it is further than before. Of a total, or 0. The text may be NULL. */
void request_progress(
	struct request *r, double progress, double total, const char *text);

/*
 * A request whose metadata (params._meta) names a version is modern, whatever
 * was said before, and stands for itself: that is all that is known of its
 * client. Any other follows the session. False: it was refused.
 */
bool request_read_meta(struct request *r, const struct json_object *params);

/* The token for its progress, the caller's; or NULL. */
struct json_object *request_token(const struct json_object *params);

/*
 * Log messages to the client (notifications/message), for those who have asked
 * for them: a legacy session by logging/setLevel, a modern request by a level
 * in its metadata. The program's own log is base/log.h.
 */
#define MESSAGE_LEVELS \
	"debug, info, notice, warning, error, critical, alert, emergency"

/* Sends it, if the client wants messages of that level. The data (taken) is
 * any JSON value. */
void log_message_send(const struct request *r, enum log_message_level level,
	struct json_object *data);

/* The name and version of this program, which stand in every modern result. */
struct json_object *new_server_tag(void);

/* --- all of a client ------------------------------------------------------ */

/* Whether a call is under way; a request that is held is none. */
bool client_is_busy(const struct client *c);

/* Nothing is sent for what is cancelled. */
void client_cancel_all(struct client *c);

/* Those of that id. */
void client_cancel(struct client *c, const struct json_object *id);

/* Cancels what is open without a word. */
void client_free(struct client *c);

#endif
