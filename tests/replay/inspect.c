#include "replay/inspect.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "replay/client.h"
#include "json/json.h"
#include "json/schema.h"

void
inspect_breach(struct client *c, const char *format, ...)
{
	char text[2048];
	va_list arguments;

	va_start(arguments, format);
	(void)vsnprintf(text, sizeof(text), format, arguments); /* may be cut */
	va_end(arguments);
	json_add(c->breaches, json_new_string(text));
}

static const struct json_object *
find_tool(const struct client *c, const char *name)
{
	for (size_t i = 0; c->tools != NULL && i < json_count(c->tools); i++) {
		const struct json_object *tool = json_at(c->tools, i);
		const char *its = json_get_string(tool, "name");

		if (its != NULL && strcmp(its, name) == 0)
			return tool;
	}
	return NULL;
}

/* schema_check mends JSON texts in strings; an answer must need no mending. */
static void
check_structured(struct client *c, const char *tool,
	const struct json_object *schema, const struct json_object *structured)
{
	struct json_object *copy = json_copy(structured);
	struct err e;

	if (!schema_check(schema, &copy, &e))
		inspect_breach(c, "%s answers against its outputSchema: %s",
			tool, e.text);
	else if (!json_equal(copy, structured))
		inspect_breach(
			c, "%s answers with JSON inside of a string", tool);
	json_free(copy);
}

static bool
is_text(const struct json_object *block)
{
	const char *type = json_get_string(block, "type");

	return type != NULL && strcmp(type, "text") == 0 &&
	       json_get_string(block, "text") != NULL;
}

/* Where the whole of a text is that was cut. */
static bool
is_link(const struct json_object *block)
{
	const char *type = json_get_string(block, "type");

	return type != NULL && strcmp(type, "resource_link") == 0 &&
	       json_get_string(block, "uri") != NULL &&
	       json_get_string(block, "name") != NULL;
}

static void
check_content(
	struct client *c, const char *tool, const struct json_object *result)
{
	const struct json_object *content = json_get_array(result, "content");

	if (content == NULL || json_count(content) == 0)
		inspect_breach(c, "%s answers without content", tool);
	for (size_t i = 0; content != NULL && i < json_count(content); i++) {
		if (is_text(json_at(content, i)) ||
			(i > 0 && is_link(json_at(content, i))))
			continue;
		inspect_breach(c,
			"%s answers with content that is no text, nor a link "
			"behind it",
			tool);
	}
}

static void
check_call(struct client *c, const struct exchange *x)
{
	const struct json_object *result = json_get_object(x->reply, "result");
	const struct json_object *tool = find_tool(c, x->tool);
	const struct json_object *schema =
		json_get_object(tool, "outputSchema");
	const struct json_object *structured =
		json_get_object(result, "structuredContent");

	if (result == NULL || tool == NULL)
		return;
	check_content(c, x->tool, result);
	if (json_get_bool(result, "isError", false)) {
		if (structured != NULL)
			inspect_breach(c, "%s refuses with structured content",
				x->tool);
	} else if (schema == NULL) {
		inspect_breach(c, "%s has no outputSchema", x->tool);
	} else if (structured == NULL) {
		inspect_breach(
			c, "%s answers without structured content", x->tool);
	} else {
		check_structured(c, x->tool, schema, structured);
	}
}

static struct exchange *
find_exchange(struct client *c, const struct json_object *id)
{
	for (size_t i = 0; i < c->count; i++) {
		if (json_kind(id) == JSON_INT &&
			json_int(id) == c->exchanges[i].id)
			return &c->exchanges[i];
	}
	return NULL;
}

static void
take_answer(struct client *c, const struct json_object *id,
	const struct json_object *message)
{
	struct exchange *x = find_exchange(c, id);

	if (x == NULL) {
		json_add(c->strays, json_copy(message));
		return;
	}
	if (x->is_cancelled)
		inspect_breach(c, "a cancelled %s was answered", x->method);
	if (x->reply != NULL) {
		inspect_breach(c, "a %s was answered twice", x->method);
		return;
	}
	x->reply = json_copy(message);
	x->answered_ms = clock_now_ms();
	if (x->tool != NULL)
		check_call(c, x);
}

static void
take_message(struct client *c, const struct json_object *message)
{
	const char *version = json_get_string(message, "jsonrpc");
	struct json_object *id;
	bool has_id;
	bool has_method = json_get_string(message, "method") != NULL;

	if (json_kind(message) != JSON_OBJECT || version == NULL ||
		strcmp(version, "2.0") != 0) {
		inspect_breach(c, "a line that is no JSON-RPC message");
		return;
	}
	has_id = json_find(message, "id", &id);
	if (has_id && has_method)
		inspect_breach(c, "a request of the server's own");
	else if (has_method)
		json_add(c->notices, json_copy(message));
	else
		take_answer(c, has_id ? id : NULL, message);
}

/* The file of the log may show paths, the wire never does. */
static void
check_paths(struct client *c, const char *text)
{
	if (strstr(text, c->place->directory) != NULL ||
		strstr(text, c->place->build) != NULL)
		inspect_breach(c, "a path of this machine in: %.300s", text);
}

static void
check_bytes(struct client *c, const char *text, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		if ((unsigned char)text[i] < ' ') {
			inspect_breach(
				c, "a raw control character in: %.300s", text);
			return;
		}
	}
}

void
inspect_line(struct client *c, const char *text, size_t size)
{
	struct json_object *message;
	struct err e;

	check_bytes(c, text, size);
	check_paths(c, text);
	if (!json_parse(text, size, &message, &e)) {
		inspect_breach(
			c, "a line that is no JSON (%s): %.300s", e.text, text);
		return;
	}
	take_message(c, message);
	json_free(message);
}
