/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "mcp/identity.h"

#include <string.h>

#include "fake.h"

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
promises_tools_and_prompts_and_no_more(void **state)
{
	struct json_object *capabilities = identity_capabilities();
	char *text = json_text(capabilities);

	(void)state;
	assert_same_json(text, "{'tools':{},'prompts':{}}");
	free(text);
	json_free(capabilities);
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
		cmocka_unit_test(promises_tools_and_prompts_and_no_more),
		cmocka_unit_test(instructs_in_at_most_two_thousand_characters),
		cmocka_unit_test(
			tells_to_pass_the_session_before_anything_else),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
