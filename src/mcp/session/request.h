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

#include "mcp/session/client.h"

struct batch;
struct err;
struct input;
struct json_object;
struct method;
struct version;

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
