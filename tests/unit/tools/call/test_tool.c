#include "unit/json/schema_lint.h"
#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "tools/call/tool.h"
#include "json/json.h"
#include "json/schema.h"

enum {
	DESCRIPTION_MAX = 2000, /* clients cut at 2048 characters */
	RESULT_MAX = 200,
	LIST_MAX = 32 * 1024, /* of a model's context, in every chat */
};

typedef void check_tool(const struct tool *tool);

static void
for_each_tool(check_tool *check)
{
	for (size_t i = 0; i < tool_count(); i++)
		check(tool_at(i));
}

TEST(a_tool_is_found_by_its_name)
{
	assert_ptr_equal(tool_find("solve_smtlib"), tool_at(0));
	assert_null(tool_find("solve"));
	assert_null(tool_find(""));
}

static void
check_name(const struct tool *tool)
{
	assert_string_equal(
		json_get_string(tool_schema(tool), "name"), tool->name);
}

TEST(the_schema_of_a_tool_carries_its_name)
{
	for_each_tool(check_name);
}

static void
check_length(const struct tool *tool)
{
	const char *text = json_get_string(tool_schema(tool), "description");

	if (text == NULL || strlen(text) >= DESCRIPTION_MAX)
		fail_msg("%s", tool->name);
}

TEST(a_description_is_not_cut_by_any_client)
{
	for_each_tool(check_length);
}

/* It closes the description, and is one that the tool takes. */
static void
check_example(const struct tool *tool)
{
	const char *text = json_get_string(tool_schema(tool), "description");
	const char *example = strstr(text, "Example: {");
	DROP(json) struct json_object *arguments = NULL;
	struct err e;

	if (example == NULL) {
		fail_msg("%s has none", tool->name);
		return;
	}
	example += strlen("Example: ");
	if (!json_parse(example, strlen(example), &arguments, &e) ||
		!schema_check(json_get(tool_schema(tool), "inputSchema"),
			&arguments, &e))
		fail_msg("%s: %s", tool->name, e.text);
}

TEST(a_description_ends_with_an_example)
{
	for_each_tool(check_example);
}

/* Says which one of the two schemas of a tool, in failures. */
static void
check_root(const struct tool *tool, const char *which)
{
	static const char *const forbidden[] = {"anyOf", "oneOf", "allOf"};
	const struct json_object *schema =
		json_get_object(tool_schema(tool), which);
	const char *type;
	struct err e;

	if (schema == NULL)
		fail_msg("%s has no %s", tool->name, which);
	type = json_get_string(schema, "type");
	if (type == NULL || strcmp(type, "object") != 0)
		fail_msg("%s of %s is no object", which, tool->name);
	for (size_t i = 0; i < 3; i++) {
		if (json_get(schema, forbidden[i]) != NULL)
			fail_msg("%s of %s has %s", which, tool->name,
				forbidden[i]);
	}
	if (!schema_lint(schema, &e))
		fail_msg("%s of %s: %s", which, tool->name, e.text);
}

static void
check_schemas(const struct tool *tool)
{
	check_root(tool, "inputSchema");
	check_root(tool, "outputSchema");
}

TEST(both_schemas_are_objects_that_we_enforce)
{
	for_each_tool(check_schemas);
}

/* Of objects in arrays, too: what is in there is an argument as well. */
static bool
has_description(const char *key, struct json_object *value, void *argument)
{
	const struct json_object *inner =
		json_get(json_get(value, "items"), "properties");

	if (json_get_string(value, "description") == NULL)
		fail_msg("%s of %s", key, (const char *)argument);
	return inner == NULL || json_each(inner, has_description, argument);
}

static void
check_arguments(const struct tool *tool)
{
	const struct json_object *properties = json_get_object(
		json_get_object(tool_schema(tool), "inputSchema"),
		"properties");

	(void)json_each(
		properties, has_description, (void *)(uintptr_t)tool->name);
}

TEST(every_argument_is_described)
{
	for_each_tool(check_arguments);
}

/* "Default: ..." in words where there is no value to put into `default`. */
static bool
says_what_leaving_out_means(
	const char *key, struct json_object *value, void *argument)
{
	const struct json_object *schema = argument;
	const struct json_object *required = json_get_array(schema, "required");
	const char *text = json_get_string(value, "description");

	for (size_t i = 0; required != NULL && i < json_count(required); i++) {
		if (strcmp(json_string(json_at(required, i)), key) == 0)
			return true;
	}
	if (json_get(value, "default") == NULL &&
		strstr(text, "Default") == NULL &&
		strstr(text, "Without it") == NULL &&
		strstr(text, "Give this or") == NULL)
		fail_msg("%s: %s", key, text);
	return true;
}

static void
check_defaults(const struct tool *tool)
{
	struct json_object *schema =
		json_get_object(tool_schema(tool), "inputSchema");

	(void)json_each(json_get_object(schema, "properties"),
		says_what_leaving_out_means, schema);
}

TEST(every_optional_argument_says_what_leaving_it_out_means)
{
	for_each_tool(check_defaults);
}

static void
check_strictness(const struct tool *tool)
{
	const struct json_object *schema =
		json_get_object(tool_schema(tool), "inputSchema");

	if (json_get_bool(schema, "additionalProperties", true))
		fail_msg("%s", tool->name);
}

TEST(no_tool_takes_arguments_that_it_does_not_know)
{
	for_each_tool(check_strictness);
}

/* Of one that only reads the other two say nothing. */
static void
check_annotations(const struct tool *tool)
{
	static const char *const hints[] = {"readOnlyHint", "openWorldHint",
		"destructiveHint", "idempotentHint"};

	const struct json_object *annotations =
		json_get_object(tool_schema(tool), "annotations");
	bool reads_only = json_get_bool(annotations, "readOnlyHint", false);

	for (size_t i = 0; i < (reads_only ? 2 : 4); i++) {
		if (json_kind(json_get(annotations, hints[i])) != JSON_BOOL)
			fail_msg("%s: %s", tool->name, hints[i]);
	}
	if (json_get_bool(annotations, "openWorldHint", true))
		fail_msg("%s reaches the world", tool->name);
}

TEST(every_tool_says_what_it_may_do)
{
	for_each_tool(check_annotations);
}

TEST(the_whole_list_fits_into_a_context)
{
	size_t size = 0;

	for (size_t i = 0; i < tool_count(); i++) {
		DROP(text) char *text = json_text(tool_schema(tool_at(i)));

		size += strlen(text);
	}
	/* A comma between two tools, and the result around them. */
	assert_in_range(size + tool_count() + RESULT_MAX, 1, LIST_MAX - 1);
}

/* Whether the word stands in the text by itself. */
static bool
mentions(const char *text, const char *word)
{
	const char *at = text;

	while ((at = strstr(at, word)) != NULL) {
		char after = at[strlen(word)];

		if ((at == text || at[-1] != '_') && after != '_')
			return true;
		at++;
	}
	return false;
}

static void
check_advice(const struct tool *tool)
{
	static const char *const later[] = {
		"get_history", "import_model", "solve_json", "get_memo"};

	for (size_t i = 0; i < sizeof(later) / sizeof(later[0]); i++) {
		if (tool_find(later[i]) == NULL &&
			mentions(tool->schema_text, later[i]))
			fail_msg("%s: %s", tool->name, later[i]);
	}
}

TEST(no_tool_advises_one_that_is_not_there)
{
	for_each_tool(check_advice);
}
