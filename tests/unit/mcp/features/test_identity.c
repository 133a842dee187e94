#include "unit/unit.h"

#include "mcp/features/identity.h"

#include <string.h>

#include "unit/mcp/fake.h"

TEST(names_itself_with_its_version)
{
	struct json_object *info = identity_info();

	assert_string_equal(json_get_string(info, "name"), "satchel");
	assert_string_equal(json_get_string(info, "title"), "Satchel");
	assert_string_equal(json_get_string(info, "version"), SATCHEL_VERSION);
	assert_non_null(json_get_string(info, "description"));
	json_free(info);
}

TEST(brings_an_icon_that_needs_no_network)
{
	struct json_object *info = identity_info();
	const struct json_object *icon =
		json_at(json_get_array(info, "icons"), 0);
	const char *start = "data:image/svg+xml;base64,";
	const char *src = json_get_string(icon, "src");

	assert_int_equal(strncmp(src, start, strlen(start)), 0);
	assert_string_equal(json_get_string(icon, "mimeType"), "image/svg+xml");
	json_free(info);
}

static void
assert_capabilities(unsigned changing, const char *wanted)
{
	const struct catalog catalog = {.changing = changing};
	struct json_object *capabilities = identity_capabilities(&catalog);
	char *text = json_text(capabilities);

	assert_same_json(text, wanted);
	free(text);
	json_free(capabilities);
}

TEST(promises_changes_only_of_lists_that_change)
{
	assert_capabilities(CATALOG_RESOURCES,
		"{'tools':{},'prompts':{},'resources':{'subscribe':true,"
		"'listChanged':true},'completions':{},'logging':{}}");
	assert_capabilities(CATALOG_TOOLS | CATALOG_PROMPTS,
		"{'tools':{'listChanged':true},'prompts':{'listChanged':true},"
		"'resources':{'subscribe':true},'completions':{},"
		"'logging':{}}");
}

TEST(instructs_in_at_most_two_thousand_characters)
{
	assert_true(strlen(identity_instructions()) <= 2000);
}

/* Hosts run one server for all their chats. */
TEST(tells_to_pass_the_session_before_anything_else)
{
	const char *text = identity_instructions();
	const char *line = strstr(text, "\n1. open_session");

	assert_non_null(line);
	assert_true(line - text < 200);
	assert_non_null(strstr(line, "`session` in EVERY"));
	assert_non_null(strstr(line, "\n5. "));
	assert_null(strstr(line, "\n6. "));
}
