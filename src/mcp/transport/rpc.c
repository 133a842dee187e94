#include "mcp/transport/rpc.h"

#include <string.h>

#include "base/alloc.h"
#include "json/json.h"

bool
rpc_is_id(const struct json_object *value)
{
	if (json_kind(value) == JSON_STRING)
		return json_string_size(value) <= RPC_ID_MAX;
	return json_kind(value) == JSON_INT;
}

const char *
rpc_get_name(const struct json_object *params, const char *key)
{
	const char *text = json_get_string(params, key);

	return text != NULL && strlen(text) ==
				       json_string_size(json_get(params, key))
		       ? text
		       : NULL;
}

static bool
read_call(const struct json_object *value, bool has_id, struct rpc_message *m,
	struct err *e)
{
	const char *version = rpc_get_name(value, "jsonrpc");

	if (version == NULL || strcmp(version, "2.0") != 0)
		return err_set(e, ERR_ARGUMENT,
			"the message needs \"jsonrpc\": \"2.0\"");
	if (has_id && m->id == NULL)
		return err_set(e, ERR_ARGUMENT,
			"\"id\" must be an integer of at most 64 bits or a "
			"string of at most %d bytes; a notification has none",
			RPC_ID_MAX);
	m->method = rpc_get_name(value, "method");
	if (m->method == NULL)
		return err_set(e, ERR_ARGUMENT, "\"method\" must be a string");
	m->kind = has_id ? RPC_REQUEST : RPC_NOTIFICATION;
	m->params = json_get_object(value, "params");
	return m->params == json_get(value, "params") ||
	       err_set(e, ERR_ARGUMENT, "\"params\" must be an object, not %s",
		       json_kind_name(json_kind(json_get(value, "params"))));
}

static bool
is_response(const struct json_object *value)
{
	return !json_find(value, "method", NULL) &&
	       (json_find(value, "result", NULL) ||
		       json_find(value, "error", NULL));
}

bool
rpc_read(const struct json_object *value, struct rpc_message *m, struct err *e)
{
	const struct json_object *id = json_get(value, "id");

	*m = (struct rpc_message){.id = rpc_is_id(id) ? id : NULL};
	if (json_kind(value) != JSON_OBJECT)
		return err_set(e, ERR_ARGUMENT,
			"a message must be an object, not %s",
			json_kind_name(json_kind(value)));
	if (!is_response(value))
		return read_call(value, json_find(value, "id", NULL), m, e);
	m->kind = RPC_RESPONSE;
	m->result = json_get_object(value, "result");
	m->error = json_get_object(value, "error");
	return true;
}

/* --- the id of a damaged request ------------------------------------------ */

static const char *
skip_space(const char *at, const char *end)
{
	while (at < end && (*at == ' ' || *at == '\t' || *at == '\r'))
		at++;
	return at;
}

/* Passes over the character, if it is the next one that is no space. */
static bool
accept(const char **at, const char *end, char c)
{
	*at = skip_space(*at, end);
	if (*at == end || **at != c)
		return false;
	*at = skip_space(*at + 1, end);
	return true;
}

/* The string or number at hand; NULL if it is another value or cut off. */
static struct json_object *
read_scalar(const char **at, const char *end)
{
	const char *start = *at;
	const char *c = start;
	struct json_object *value = NULL;
	struct err e;

	if (c < end && *c == '"') {
		for (c++; c < end && *c != '"'; c++)
			c += *c == '\\';
		c++;
	} else {
		while (c < end && *c >= '+' && *c <= '9' && *c != ',')
			c++;
	}
	if (c >= end || !json_parse(start, (size_t)(c - start), &value, &e))
		return NULL;
	*at = c;
	return value;
}

struct json_object *
rpc_find_id(const char *text, size_t size)
{
	const char *end = text + size;

	for (char separator = '{'; accept(&text, end, separator);
		separator = ',') {
		DROP(json) struct json_object *key = read_scalar(&text, end);
		DROP(json) struct json_object *value = NULL;

		if (json_kind(key) != JSON_STRING || !accept(&text, end, ':'))
			return NULL;
		value = read_scalar(&text, end);
		if (value == NULL)
			return NULL;
		if (strcmp(json_string(key), "id") == 0)
			return rpc_is_id(value) ? TAKE(value) : NULL;
	}
	return NULL;
}

/* --- messages to send ----------------------------------------------------- */

struct json_object *
rpc_result(const struct json_object *id, struct json_object *result)
{
	return OBJECT("jsonrpc", STRING("2.0"), "id", json_copy(id), "result",
		result);
}

struct json_object *
rpc_error(const struct json_object *id, int code, const char *message,
	struct json_object *data)
{
	return OBJECT("jsonrpc", STRING("2.0"), "id", json_copy(id), "error",
		OBJECT("code", json_new_int(code), "message", STRING(message),
			"data", data));
}

struct json_object *
rpc_call(struct json_object *id, const char *method, struct json_object *params)
{
	return OBJECT("jsonrpc", STRING("2.0"), "id", id, "method",
		STRING(method), "params", params);
}
