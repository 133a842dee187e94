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

static void
complete(struct request *r, const struct json_object *params)
{
	(void)params; /* anything may be completed, and in the same way */
	fixture_answer(r,
		"{'completion': {'values': ['paris', 'park', 'party'], "
		"'total': 3, 'hasMore': false}}");
}

/* Those of Satchel, but for the ones about tools, prompts and resources. */
#define method_tools_list fixture_tools_list
#define method_tools_call fixture_tools_call
#define method_prompts_list fixture_prompts_list
#define method_prompts_get fixture_prompts_get
#define method_resources_list fixture_resources_list
#define method_templates_list fixture_templates_list
#define method_resources_read fixture_resources_read
#define method_complete complete

static const struct method methods[] = {
#define METHOD(symbol, name, eras, traits) \
	{name, eras, traits, method_##symbol},
#include "mcp/session/methods.def"
#undef METHOD
};

const struct catalog catalog_fixtures = {
	.methods = methods,
	.method_count = sizeof(methods) / sizeof(methods[0]),
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
