#ifndef MCP_SESSION_REQUEST_H
#define MCP_SESSION_REQUEST_H

/*
 * A client, and each of its requests from its reading to its end. A request
 * ends in exactly one of three ways: a result, an error, or, when it is
 * cancelled, nothing; afterwards it is gone and nothing more is sent for it.
 *
 * Lines come in by serve.h and go out through struct transport; there are no
 * descriptors here. Nothing that a modern request means depends on the client's
 * state; for a legacy one it is what the session has agreed upon.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/queue.h>

struct client;
struct err;
struct input;
struct json_object;
struct request;
struct server;
struct subscriptions;
struct version;

/* --- what is offered -------------------------------------------------------
 */

/*
 * A method ends its request, at once or later (see below), or asks the
 * client something (input.h) and is run again with the responses. The
 * parameters are an object or NULL, borrowed for the call.
 */
typedef void method_run(struct request *r, const struct json_object *params);

enum method_eras {
	METHOD_LEGACY = 1,
	METHOD_MODERN = 2,
	METHOD_BOTH = METHOD_LEGACY | METHOD_MODERN,
};

enum method_traits {
	METHOD_CACHEABLE = 1,	/* a modern client may keep the result */
	METHOD_NEEDS_INPUT = 2, /* from the client, sometimes: input.h */
	/* It runs in a coroutine (base/coroutine.h), since it reads what a
	 * session or the database has. Whenever it gives way, the request may
	 * end and the client may go: then it uses only the server, and the
	 * functions below that end a request do nothing. */
	METHOD_IN_SLICES = 4,
};

struct method {
	const char *name;
	enum method_eras eras;
	unsigned traits;
	method_run *run;
};

/* The list of Satchel's is methods.def. */
#define METHOD(symbol, name, eras, traits) method_run method_##symbol;
#include "mcp/session/methods.def"
#undef METHOD

enum { CATALOG_STAMP_SIZE = 96 };

/*
 * What a server offers. Everything else in this folder is the protocol, and is
 * the same for any catalog; that of Satchel is catalog_satchel of features/.
 * Tools and prompts stay the same while it runs, resources do not.
 */
struct catalog {
	const struct method *methods;
	size_t method_count;

	/*
	 * A text that becomes another one when what is read at the URI does;
	 * for a URI of NULL, when the list of resources does. False if there
	 * is no such resource.
	 */
	bool (*stamp)(struct client *c, const char *uri,
		char stamp[CATALOG_STAMP_SIZE]);

	/* A number that, as long as it is the same, says that no stamp has
	 * changed: read often. NULL if none ever changes. */
	uint64_t (*version)(struct client *c);
};

extern const struct catalog catalog_satchel;

/* --- clients and requests ------------------------------------------------- */

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
	const struct json_object *declared, const struct version *version);

/* A message to the client. */
struct outgoing {
	const char *text; /* one line of JSON, NUL-terminated */
	size_t size;
	/* The origin of the request that the message belongs to; NULL if it
	 * belongs to none. */
	void *origin;
	int error;     /* the code of an error reply; 0 for all else */
	bool is_early; /* an error reply, and no method was run */
	bool is_bare;  /* an error reply, to what was no request */
	bool is_reply; /* not a notification, nor a request of ours */
};

struct transport {
	void (*send)(const struct outgoing *message, void *argument);
	/* Returns whether the reader of what belongs to that origin is slow:
	 * what may be left out is then left out. */
	bool (*is_congested)(void *origin, void *argument);
	/* Reports that a request of that origin has ended, after its reply,
	 * or without one when it was cancelled. May be NULL. */
	void (*ended)(void *origin, void *argument);
	void *argument;
	/* Errors without an id can be sent in all versions: it is known by
	 * other means what they answer. */
	bool has_bare_errors;
};

TAILQ_HEAD(requests, request);

struct client {
	struct server *server;
	const struct catalog *catalog;
	struct transport wire;
	/* The transport's mark of where the replies go to the requests that it
	 * hands over next. */
	void *origin;
	/* The version and capabilities that a legacy client has agreed on. */
	struct {
		const struct version *version;
		unsigned capabilities;
		bool has_begun;
	} session;
	struct requests requests;
	size_t open;		 /* requests in the list */
	size_t open_weight;	 /* of what they hold, as of json_weight */
	size_t batch_sent;	 /* bytes since the last batch began */
	int64_t last_request_id; /* of requests of ours: input.c */
	bool is_muted;
	struct end_hooks on_end;
	struct subscriptions *subscriptions; /* of subscription.c, or NULL */
};

/* The arguments are borrowed, the wire copied. */
struct client *client_new(struct server *server, const struct catalog *catalog,
	const struct transport *wire);

/* Cancels what is open without a word. */
void client_free(struct client *c);

/* Sends a message (borrowed) that belongs to the request, or to none (NULL). A
 * reply that is longer than LIMIT_REPLY becomes an error that says so. */
void client_send(struct client *c, const struct request *r,
	const struct json_object *message);

/* Sends the error reply (borrowed) to a message that was no request. */
void client_send_refusal(struct client *c, const struct json_object *error);

/* Like client_send; the params are taken. */
void client_notify(struct client *c, const struct request *r,
	const char *method, struct json_object *params);

/* Whether a call is under way; a request that is held is none. */
bool client_is_busy(const struct client *c);

/* Nothing is sent for what is cancelled: the requests of that id, or all. */
void client_cancel(struct client *c, const struct json_object *id);
void client_cancel_all(struct client *c);

/* Refuses all that is open, with a text for its callers. */
void client_refuse_all(struct client *c, const char *text);

#define META_VERSION "io.modelcontextprotocol/protocolVersion"
#define META_CAPABILITIES "io.modelcontextprotocol/clientCapabilities"
#define META_SERVER "io.modelcontextprotocol/serverInfo"

struct request {
	TAILQ_ENTRY(request) link;
	struct client *client;
	void *origin; /* client.origin when it arrived */
	struct json_object *id;
	const struct version *version;
	const struct method *method; /* NULL until it is found */
	unsigned capabilities;	     /* of the client, for this request */
	size_t weight;		     /* of its params and replies */
	bool is_held;	 /* open until the client or the server ends it */
	bool is_running; /* its method */
	bool is_over;	 /* it has ended while its method was running */
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

/* In the client's list. The id and what is needed of the params (an object or
 * NULL) are copied. */
struct request *request_new(struct client *client, const struct json_object *id,
	const struct json_object *params);

/* Runs its method. The request may be gone afterwards. */
void request_run(struct request *r, const struct json_object *params);

/* Adds to its weight. */
void request_weigh(struct request *r, size_t weight);

/*
 * A request whose metadata (params._meta) names a version is modern, whatever
 * was said before, and stands for itself: that is all that is known of its
 * client. Any other follows the session. False: it was refused.
 */
bool request_read_meta(struct request *r, const struct json_object *params);

/* What it shows may change at any time, and is for this user only. */
void request_forbid_caching(struct request *r);

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
/* With all entries of a list, an array, taken; it has no second page. */
void request_answer_list(struct request *r, const struct json_object *params,
	const char *member, struct json_object *entries);
/* With the contents of one resource, a text. */
void request_answer_resource(
	struct request *r, const char *uri, const char *mime, const char *text);
/* Of a request about a resource: ERR_NOT_FOUND as its version wants it. */
void request_refuse_resource(
	struct request *r, const char *uri, const struct err *e);

/* Where a list goes on: 0 at the beginning. False: the cursor is none, and the
 * request was refused. */
bool request_cursor(
	struct request *r, const struct json_object *params, uint64_t *at);

/* The params' string of that name; NULL if there is none, and the request was
 * refused with what it is. */
const char *request_require(struct request *r, const struct json_object *params,
	const char *key, const char *what);

/* Says how far it is, if the client has asked for that with a token, and if
 * it is further than before. The text may be NULL. */
void request_progress(struct request *r, double progress, const char *text);

/* The name and version of this program, part of every modern result. */
struct json_object *new_server_tag(void);

#endif
