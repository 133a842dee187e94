/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "mcp/features/identity.h"

#include <string.h>

#include "unit/mcp/fake.h"

static void
names_itself_with_its_version(void **state)
{
	struct json_object *info = identity_info();

	(void)state;
	assert_string_equal(json_get_string(info, "name"), "satchel");
	assert_string_equal(json_get_string(info, "title"), "Satchel");
	assert_string_equal(json_get_string(info, "version"), SATCHEL_VERSION);
	assert_non_null(json_get_string(info, "description"));
	json_free(info);
}

static void
brings_an_icon_that_needs_no_network(void **state)
{
	struct json_object *info = identity_info();
	const struct json_object *icon =
		json_at(json_get_array(info, "icons"), 0);
	const char *start = "data:image/svg+xml;base64,";
	const char *src = json_get_string(icon, "src");

	(void)state;
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

static void
promises_changes_only_of_lists_that_change(void **state)
{
	(void)state;
	assert_capabilities(CATALOG_RESOURCES,
		"{'tools':{},'prompts':{},'resources':{'subscribe':true,"
		"'listChanged':true},'completions':{},'logging':{}}");
	assert_capabilities(CATALOG_TOOLS | CATALOG_PROMPTS,
		"{'tools':{'listChanged':true},'prompts':{'listChanged':true},"
		"'resources':{'subscribe':true},'completions':{},"
		"'logging':{}}");
}

static void
instructs_in_at_most_two_thousand_characters(void **state)
{
	(void)state;
	assert_true(strlen(identity_instructions()) <= 2000);
}

/* Hosts run one server for all their chats. */
static void
tells_to_pass_the_session_before_anything_else(void **state)
{
	const char *text = identity_instructions();
	const char *line = strstr(text, "\n1. open_session");

	(void)state;
	assert_non_null(line);
	assert_true(line - text < 200);
	assert_non_null(strstr(line, "`session` in EVERY"));
	assert_non_null(strstr(line, "\n5. "));
	assert_null(strstr(line, "\n6. "));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_itself_with_its_version),
		cmocka_unit_test(brings_an_icon_that_needs_no_network),
		cmocka_unit_test(promises_changes_only_of_lists_that_change),
		cmocka_unit_test(instructs_in_at_most_two_thousand_characters),
		cmocka_unit_test(
			tells_to_pass_the_session_before_anything_else),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
