#include "conformance/fixtures.h"

#include <assert.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "mcp/session/request.h"
#include "json/json.h"

enum { TEXT_MAX = 4096 };

static bool
complete(struct client *c, struct completion *completion, struct err *e)
{
	(void)c; /* the same for all */
	(void)e; /* anything may be completed */
	completion_add(completion, "paris");
	completion_add(completion, "park");
	completion_add(completion, "party");
	return true;
}

const struct catalog catalog_fixtures = {
	.changing = CATALOG_TOOLS | CATALOG_PROMPTS | CATALOG_RESOURCES,
	.list_tools = fixture_tools,
	.list_prompts = fixture_prompts,
	.list_resources = fixture_resources,
	.list_templates = fixture_templates,
	.call = fixture_call,
	.get = fixture_prompt,
	.read = fixture_read,
	.complete = complete,
	.stamp = fixture_stamp,
};

struct json_object *
fixture_json(const char *text)
{
	DROP(text) char *quoted = text_copy(text);
	struct json_object *value = NULL;
	struct err e;
	bool is_read;

	for (char *c = quoted; *c != '\0'; c++) {
		if (*c == '\'')
			*c = '"';
	}
	is_read = json_parse(quoted, strlen(quoted), &value, &e);
	assert(is_read);
	(void)is_read;
	return value;
}

struct json_object *
fixture_text(const char *format, ...)
{
	struct json_object *result =
		fixture_json("{'content': [{'type': 'text'}]}");
	char text[TEXT_MAX] = "";
	va_list arguments;

	va_start(arguments, format);
	/* What is longer is cut. */
	(void)vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	json_put_string(
		json_at(json_get_array(result, "content"), 0), "text", text);
	return result;
}

void
fixture_answer(struct request *r, const char *result)
{
	request_answer(r, fixture_json(result));
}

const char *
fixture_entered(const struct json_object *response, const char *name)
{
	const char *action = json_get_string(response, "action");

	if (action == NULL || strcmp(action, "accept") != 0)
		return NULL;
	return json_get_string(json_get_object(response, "content"), name);
}
