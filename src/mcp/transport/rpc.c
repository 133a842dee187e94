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

static const char *
text_of(const struct json_object *value)
{
	const char *text;

	if (json_kind(value) != JSON_STRING)
		return NULL;
	text = json_string(value);
	return strlen(text) == json_string_size(value) ? text : NULL;
}

const char *
rpc_get_name(const struct json_object *params, const char *key)
{
	return text_of(json_get(params, key));
}

static bool
read_params(
	const struct json_object *value, struct rpc_message *m, struct err *e)
{
	m->params = json_get(value, "params");
	if (m->params == NULL || json_kind(m->params) == JSON_OBJECT)
		return true;
	err_set(e, ERR_ARGUMENT, "\"params\" must be an object, not %s",
		json_kind_name(json_kind(m->params)));
	m->params = NULL;
	return false;
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
	return read_params(value, m, e);
}

static bool
is_response(const struct json_object *value)
{
	struct json_object *ignored;

	return !json_find(value, "method", &ignored) &&
	       (json_find(value, "result", &ignored) ||
		       json_find(value, "error", &ignored));
}

bool
rpc_read(const struct json_object *value, struct rpc_message *m, struct err *e)
{
	struct json_object *id = NULL;
	bool has_id;

	*m = (struct rpc_message){0};
	if (json_kind(value) != JSON_OBJECT)
		return err_set(e, ERR_ARGUMENT,
			"a message must be an object, not %s",
			json_kind_name(json_kind(value)));
	has_id = json_find(value, "id", &id);
	if (has_id && rpc_is_id(id))
		m->id = id;
	if (is_response(value)) {
		m->kind = RPC_RESPONSE;
		m->result = json_get_object(value, "result");
		m->error = json_get_object(value, "error");
		return true;
	}
	return read_call(value, has_id, m, e);
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

static struct json_object *
new_version(void)
{
	return json_new_string("2.0");
}

struct json_object *
rpc_result(const struct json_object *id, struct json_object *result)
{
	return json_new_object_of("jsonrpc", new_version(), "id", json_copy(id),
		"result", result, NULL);
}

struct json_object *
rpc_error(const struct json_object *id, int code, const char *message,
	struct json_object *data)
{
	struct json_object *error =
		json_new_object_of("code", json_new_int(code), "message",
			json_new_string(message), "data", data, NULL);

	return json_new_object_of("jsonrpc", new_version(), "id", json_copy(id),
		"error", error, NULL);
}

struct json_object *
rpc_notification(const char *method, struct json_object *params)
{
	return json_new_object_of("jsonrpc", new_version(), "method",
		json_new_string(method), "params", params, NULL);
}

struct json_object *
rpc_request(int64_t id, const char *method, struct json_object *params)
{
	return json_new_object_of("jsonrpc", new_version(), "id",
		json_new_int(id), "method", json_new_string(method), "params",
		params, NULL);
}
