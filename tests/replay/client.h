#ifndef REPLAY_CLIENT_H
#define REPLAY_CLIENT_H

/*
 * An MCP client that is stricter than any real one. Whatever the server does
 * that it must not do is a breach, also when nobody asked about it:
 *
 *	- a line that is not one JSON-RPC message, or shows a path of ours
 *	- two answers to a request, or one to a cancelled request
 *	- a request of the server's own
 *	- a tool's answer that its outputSchema does not allow, a refusal that
 *	  has structured content, content that is not text
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "replay/place.h"
#include "replay/process.h"

struct json_object;

struct exchange {
	int64_t id;
	char *method;
	char *tool;		   /* of a tools/call, else NULL */
	struct json_object *reply; /* the message; NULL as long as none came */
	int64_t sent_ms;
	int64_t answered_ms;
	bool is_open; /* sent by &, and no * has taken its answer */
	bool is_cancelled;
};

struct client {
	struct place *place;
	struct process server;
	struct lines lines;
	struct exchange *exchanges;
	size_t count;
	size_t capacity;
	struct json_object *tools;    /* what tools/list said, or NULL */
	struct json_object *strays;   /* messages that answer no exchange */
	struct json_object *notices;  /* notifications */
	struct json_object *breaches; /* sentences, not yet reported */
};

void client_init(struct client *c, struct place *place);
void client_release(struct client *c);
bool client_is_running(const struct client *c);

/* `flags` is a list of words. With a handshake, the tools are known too. */
bool client_start(struct client *c, const char *flags, bool with_handshake,
	struct err *e);

/* How a server can be told to end. */
enum client_end { END_BY_EOF, END_BY_SIGTERM, END_BY_SIGINT };

/* Exit code 0, in time, no process left behind; or the message says. */
bool client_end(struct client *c, enum client_end how, struct err *e);
/* SIGKILL; its workers must end by themselves. */
bool client_kill(struct client *c, struct err *e);

/* Sends a request; `params` is taken. Returns its number in `exchanges`. */
bool client_request(struct client *c, const char *method,
	struct json_object *params, size_t *number, struct err *e);
bool client_call(struct client *c, const char *tool,
	struct json_object *arguments, size_t *number, struct err *e);
bool client_notify(struct client *c, const char *method,
	struct json_object *params, struct err *e);
bool client_send_line(
	struct client *c, const char *line, size_t size, struct err *e);

/*
 * Reads what has come, waiting until something comes or the deadline has
 * passed. False: nothing came, or the server is gone; the message says which.
 */
bool client_turn(struct client *c, int64_t deadline_ms, struct err *e);
bool client_await(
	struct client *c, size_t number, int64_t deadline_ms, struct err *e);

#endif
