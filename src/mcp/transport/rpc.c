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

bool
rpc_read(const struct json_object *value, struct rpc_message *m, struct err *e)
{
	const struct json_object *id = json_get(value, "id");

	*m = (struct rpc_message){.id = rpc_is_id(id) ? id : NULL};
	if (json_kind(value) != JSON_OBJECT)
		return err_set(e, ERR_ARGUMENT,
			"a message must be an object, not %s",
			json_kind_name(json_kind(value)));
	if (json_find(value, "method", NULL) ||
		(!json_find(value, "result", NULL) &&
			!json_find(value, "error", NULL)))
		return read_call(value, json_find(value, "id", NULL), m, e);
	m->kind = RPC_RESPONSE;
	m->result = json_get_object(value, "result");
	m->error = json_get_object(value, "error");
	return true;
}

/* --- the id of a damaged request ------------------------------------------ */

/* After the string that begins here; the end if it is cut off. */
static const char *
skip_string(const char *at, const char *end)
{
	for (at++; at < end && *at != '"'; at++)
		at += *at == '\\';
	return at < end ? at + 1 : end;
}

static const char *
skip_space(const char *at, const char *end)
{
	while (at < end && (*at == ' ' || *at == '\t' || *at == '\r'))
		at++;
	return at;
}

/* The string or number that stands here; NULL if it is another value or cut
 * off. */
static struct json_object *
read_scalar(const char *at, const char *end)
{
	const char *after = at;
	struct json_object *value = NULL;

	if (at < end && *at == '"')
		after = skip_string(at, end);
	else
		while (after < end && *after >= '+' && *after <= '9' &&
			*after != ',')
			after++;
	if (after < end)
		(void)json_parse(at, (size_t)(after - at), &value, NULL);
	return value;
}

struct json_object *
rpc_find_id(const char *text, size_t size)
{
	static const char key[] = "\"id\"";
	const char *end = text + size;
	int depth = 0;

	while (text < end) {
		const char *start = text;
		DROP(json) struct json_object *value = NULL;

		text = *start == '"' ? skip_string(start, end) : start + 1;
		depth += *start == '{' || *start == '[';
		depth -= *start == '}' || *start == ']';
		if (depth != 1 || (size_t)(text - start) != strlen(key) ||
			memcmp(start, key, strlen(key)) != 0)
			continue;
		text = skip_space(text, end);
		if (text == end || *text != ':')
			continue; /* it is a value */
		value = read_scalar(skip_space(text + 1, end), end);
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
