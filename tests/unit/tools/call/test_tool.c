#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "tools/call/arguments.h"
#include "tools/call/tool.h"
#include "json/json.h"

enum {
	DESCRIPTION_MAX = 2000, /* clients cut at 2048 characters */
	RESULT_MAX = 20,	/* around them */
	/* Of a model's context, in every chat. */
	LIST_MAX = 20 * 1024,
	INPUT_MAX = 12 * 1024, /* without the output schemas */
	LITE_MAX = 8 * 1024,
};

typedef void check_tool(const struct tool *tool);

static void
for_each_tool(check_tool *check)
{
	for (size_t i = 0; i < tool_list_count; i++)
		check(&tool_list[i]);
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

/* It closes the description, where the arguments do not speak for
 * themselves. */
static void
check_example(const struct tool *tool)
{
	const char *text = json_get_string(tool_schema(tool), "description");
	const char *example = strstr(text, "Example: {");
	DROP(json) struct json_object *arguments = NULL;
	struct err e;

	if (example == NULL)
		return;
	example += strlen("Example: ");
	if (!json_parse(example, strlen(example), &arguments, &e) ||
		!arguments_check(tool, &arguments, &e))
		fail_msg("%s: %s", tool->name, e.text);
}

TEST(an_example_in_a_description_is_one_that_the_tool_takes)
{
	for_each_tool(check_example);
}

/* Says which one of the two schemas of a tool, in failures. */
static void
check_root(const struct tool *tool, const char *which)
{
	static const char *const forbidden[] = {"anyOf", "oneOf", "allOf"};
	const struct json_object *schema =
		strcmp(which, "inputSchema") == 0
			? arguments_schema(tool)
			: json_get_object(tool_schema(tool), which);
	const char *type;

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
static void
check_descriptions(
	const struct json_object *properties, const struct tool *tool)
{
	struct json_member m = {0};

	while (json_next(properties, &m)) {
		if (json_get_string(m.value, "description") == NULL)
			fail_msg("%s of %s", m.key, tool->name);
		check_descriptions(
			json_get(json_get(m.value, "items"), "properties"),
			tool);
	}
}

static void
check_arguments(const struct tool *tool)
{
	check_descriptions(
		json_get_object(arguments_schema(tool), "properties"), tool);
}

TEST(every_argument_is_described)
{
	for_each_tool(check_arguments);
}

static void
check_strictness(const struct tool *tool)
{
	const struct json_object *schema = arguments_schema(tool);

	if (json_get_bool(schema, "additionalProperties", true))
		fail_msg("%s", tool->name);
}

TEST(no_tool_takes_arguments_that_it_does_not_know)
{
	for_each_tool(check_strictness);
}

static void
check_annotations(const struct tool *tool)
{
	const struct json_object *annotations =
		json_get_object(tool_schema(tool), "annotations");

	if (json_kind(json_get(annotations, "readOnlyHint")) != JSON_BOOL &&
		json_kind(json_get(annotations, "destructiveHint")) !=
			JSON_BOOL)
		fail_msg("%s", tool->name);
}

TEST(every_tool_says_whether_it_reads_or_destroys)
{
	for_each_tool(check_annotations);
}

/* Of the groups, as tools/list has them. */
static size_t
measure_list(unsigned groups, bool with_output)
{
	const struct server server = {.groups = groups};
	size_t size = RESULT_MAX;

	for (size_t i = 0; i < tool_list_count; i++) {
		DROP(json)
		struct json_object *schema =
			json_copy(tool_schema(&tool_list[i]));
		DROP(text) char *text = NULL;

		if (!tool_groups_have(&server, &tool_list[i]))
			continue;
		if (!with_output)
			json_delete(schema, "outputSchema");
		text = json_text(schema);
		size += strlen(text) + 1;
	}
	return size;
}

TEST(the_list_fits_into_a_context)
{
	assert_in_range(measure_list(0, true), 1, LIST_MAX);
	assert_in_range(measure_list(0, false), 1, INPUT_MAX);
	assert_in_range(measure_list(1U << TOOL_LITE, true), 1, LITE_MAX);
}

TEST(a_server_of_which_nothing_is_said_has_core_and_manage)
{
	const struct server server = {0};

	for (size_t i = 0; i < tool_list_count; i++)
		assert_int_equal(tool_groups_have(&server, &tool_list[i]),
			tool_list[i].group <= TOOL_MANAGE);
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
