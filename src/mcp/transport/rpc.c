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

/* Walks over the beginning of a JSON text, which may break off anywhere. */
struct walk {
	const char *at;
	const char *end;
};

static bool
is_one_of(char c, const char *set)
{
	return c != '\0' && strchr(set, c) != NULL;
}

static void
skip_space(struct walk *w)
{
	while (w->at < w->end && is_one_of(*w->at, " \t\r\n"))
		w->at++;
}

/* From one quote past the other; false if the text ends before. */
static bool
skip_string(struct walk *w)
{
	for (w->at++; w->at < w->end; w->at++) {
		if (*w->at == '\\')
			w->at++;
		else if (*w->at == '"')
			break;
	}
	if (w->at >= w->end)
		return false;
	w->at++;
	return true;
}

static bool
is_word(const char *start, const char *end, const char *word)
{
	size_t size = (size_t)(end - start);

	return size == strlen(word) && memcmp(start, word, size) == 0;
}

/* The string or integer at hand, if all of it is there. */
static struct json_object *
take_id(struct walk *w)
{
	DROP(json) struct json_object *id = NULL;
	const char *start = w->at;
	struct err e;

	if (w->at < w->end && *w->at == '"') {
		if (!skip_string(w))
			return NULL;
	} else {
		while (w->at < w->end && !is_one_of(*w->at, ",} \t"))
			w->at++;
		if (w->at == w->end)
			return NULL;
	}
	if (!json_parse(start, (size_t)(w->at - start), &id, &e) ||
		!rpc_is_id(id))
		return NULL;
	return TAKE(id);
}

/* The key at hand: 1 when it is `id` and the walk stands on its value, -1 when
 * the message is a response or ends here, 0 to go on. */
static int
pass_key(struct walk *w)
{
	const char *start = w->at;
	const char *end;

	if (!skip_string(w))
		return -1;
	end = w->at;
	if (is_word(start, end, "\"result\"") ||
		is_word(start, end, "\"error\""))
		return -1;
	if (!is_word(start, end, "\"id\""))
		return 0;
	skip_space(w);
	if (w->at == w->end || *w->at != ':')
		return -1;
	w->at++;
	skip_space(w);
	return 1;
}

struct json_object *
rpc_find_id(const char *text, size_t size)
{
	struct walk w = {text, text + size};
	bool is_key = true;
	size_t depth = 1;

	skip_space(&w);
	if (w.at == w.end || *w.at++ != '{')
		return NULL;
	while (w.at < w.end && depth > 0) {
		char c = *w.at;
		int found = 0;

		if (c == '"' && depth == 1 && is_key)
			found = pass_key(&w);
		else if (c == '"')
			found = skip_string(&w) ? 0 : -1;
		else
			w.at++;
		if (found != 0)
			return found > 0 ? take_id(&w) : NULL;
		if (c == '{' || c == '[')
			depth++;
		else if (c == '}' || c == ']')
			depth--;
		if (c == ':' || c == ',')
			is_key = c == ',';
	}
	return NULL;
}

static struct json_object *
new_message(const struct json_object *id)
{
	struct json_object *message = json_new_object();

	json_put_string(message, "jsonrpc", "2.0");
	if (id != NULL)
		json_put(message, "id", json_copy(id));
	return message;
}

struct json_object *
rpc_result(const struct json_object *id, struct json_object *result)
{
	struct json_object *message = new_message(id);

	json_put(message, "result", result);
	return message;
}

struct json_object *
rpc_error(const struct json_object *id, int code, const char *message,
	struct json_object *data)
{
	struct json_object *reply = new_message(id);
	struct json_object *error = json_new_object();

	json_put_int(error, "code", code);
	json_put_string(error, "message", message);
	if (data != NULL)
		json_put(error, "data", data);
	json_put(reply, "error", error);
	return reply;
}

struct json_object *
rpc_notification(const char *method, struct json_object *params)
{
	struct json_object *message = new_message(NULL);

	json_put_string(message, "method", method);
	json_put(message, "params", params);
	return message;
}

struct json_object *
rpc_request(int64_t id, const char *method, struct json_object *params)
{
	DROP(json) struct json_object *number = json_new_int(id);
	struct json_object *message = new_message(number);

	json_put_string(message, "method", method);
	json_put(message, "params", params);
	return message;
}
