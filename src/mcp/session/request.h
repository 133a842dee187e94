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

struct batch;
struct call;
struct client;
struct version;
struct err;
struct json_object;
struct method;
struct subscription;
struct tool;

struct request {
	TAILQ_ENTRY(request) link;
	struct client *client;
	struct json_object *id;
	const struct version *era;
	const struct method *method; /* NULL until it is found */
	struct batch *batch;	     /* or NULL */
	size_t weight;		     /* of its params and replies */
	struct json_object *token;   /* for its progress; or NULL */
	double progress;	     /* the last one that was sent */
	int level;		     /* of message.h: the least to tell of */
	/* Of offer_tools.c and handler_read.c. */
	const struct tool *tool; /* or NULL */
	struct call *call;	 /* while a tool works on it; or NULL */
	int64_t started_us;
	char *confirming; /* what the user is to agree to; or NULL */
	char *uri;	  /* that is read; or NULL */
	struct subscription *listens; /* when it is held for that; or NULL */
	/* How long a modern client may keep the result, where its method says
	 * that it may, and whether for this user only. */
	int64_t ttl_ms;
	bool is_private;
	/* Of client_requests.c. */
	unsigned capabilities;	     /* of the client */
	struct json_object *params;  /* to run the method again; or NULL */
	struct json_object *replies; /* that have come; or NULL */
	struct json_object *state;   /* that came with them; or NULL */
	unsigned open_questions;
};

/* In the client's list. The id is copied. */
struct request *request_new(struct client *client, const struct json_object *id,
	struct batch *batch);

/* It holds so much more. */
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

/* Says how far it is, if the client has asked for that with a token, and if
 * it is further than before. Of a total, or 0. The text may be NULL. */
void request_progress(
	struct request *r, double progress, double total, const char *text);

#endif
