#ifndef MCP_TRANSPORT_RPC_H
#define MCP_TRANSPORT_RPC_H

/*
 * JSON-RPC 2.0 as MCP narrows it: what a message is, and how answers look. An
 * id is a string or an integer and is echoed with the same type and value.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct json_object;

enum {
	/* Every answer carries the id; progress may carry a token each
	 * second. Clients use a few digits. */
	RPC_ID_MAX = 1024, /* bytes */
};

enum rpc_code {
	RPC_NOT_JSON = -32700,
	RPC_INVALID_REQUEST = -32600,
	RPC_UNKNOWN_METHOD = -32601,
	RPC_INVALID_PARAMS = -32602,
	RPC_INTERNAL = -32603,
	RPC_NOT_FOUND = -32002, /* a resource, before 2026-07-28 */
	RPC_MISSING_CAPABILITY = -32021,
	RPC_UNSUPPORTED_VERSION = -32022,
};

enum rpc_kind {
	RPC_REQUEST,
	RPC_NOTIFICATION,
	RPC_RESPONSE, /* to a request of ours */
};

/* Everything is borrowed from the value that was read. */
struct rpc_message {
	enum rpc_kind kind;
	const struct json_object *id;	  /* NULL for a notification */
	const char *method;		  /* NULL for a response */
	const struct json_object *params; /* an object or NULL */
	const struct json_object *result; /* of a response; an object or NULL */
	const struct json_object *error;  /* of a response; likewise */
};

/*
 * Reads one message. When it is none, the error says why, and m->id is the
 * usable id that it had, or NULL.
 */
bool rpc_read(
	const struct json_object *value, struct rpc_message *m, struct err *e);

/*
 * The id of a request that could not be read as a whole, because it is cut off
 * or broken elsewhere. NULL if none is seen; owned by the caller.
 */
struct json_object *rpc_find_id(const char *text, size_t size);

/* Whether it can be the id of a request or the token of its progress. */
bool rpc_is_id(const struct json_object *value);

/* The text of a string member; NULL if it is absent, no string, or holds a
 * NUL, which no name here does. */
const char *rpc_get_name(const struct json_object *params, const char *key);

/* Messages to send, owned by the caller. The id is borrowed, the rest taken. */
struct json_object *rpc_result(
	const struct json_object *id, struct json_object *result);
/* Without an id member when id is NULL; data may be NULL. */
struct json_object *rpc_error(const struct json_object *id, int code,
	const char *message, struct json_object *data);
/* A request, or a notification for an id of NULL, which is taken. */
struct json_object *rpc_call(
	struct json_object *id, const char *method, struct json_object *params);

#endif
