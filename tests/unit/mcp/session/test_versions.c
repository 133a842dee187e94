/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "mcp/session/versions.h"

#include <string.h>

#include "base/alloc.h"
#include "json/json.h"

static void
agrees_to_a_version_it_speaks(void **state)
{
	static const char *const versions[] = {
		"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"};

	(void)state;
	for (size_t i = 0; i < 4; i++)
		assert_string_equal(
			version_agree(versions[i])->version, versions[i]);
}

static void
offers_the_latest_session_version_for_an_unknown_one(void **state)
{
	(void)state;
	assert_string_equal(version_agree("1999-01-01")->version, "2025-11-25");
	assert_string_equal(version_agree("2030-01-01")->version, "2025-11-25");
	assert_string_equal(version_agree("")->version, "2025-11-25");
}

static void
never_opens_a_session_of_the_modern_era(void **state)
{
	(void)state;
	assert_string_equal(version_agree("2026-07-28")->version, "2025-11-25");
	assert_false(version_agree("2026-07-28")->is_modern);
}

static void
takes_batches_in_the_one_version_that_has_them(void **state)
{
	(void)state;
	assert_true(version_find("2025-03-26")->has_batches);
	assert_false(version_find("2024-11-05")->has_batches);
	assert_false(version_find("2025-06-18")->has_batches);
	assert_false(version_find("2026-07-28")->has_batches);
}

static void
takes_nothing_for_granted_before_the_first_word(void **state)
{
	const struct version *era = version_unsaid();

	(void)state;
	assert_false(era->is_modern);
	assert_false(era->has_batches);
	assert_false(era->has_bare_errors);
	assert_false(era->has_progress_message);
}

static void
lists_the_modern_versions(void **state)
{
	struct json_object *versions = version_modern_versions();
	char *text = json_text(versions);

	(void)state;
	assert_string_equal(text, "[\"2026-07-28\"]");
	text_drop(&text);
	json_free(versions);
}

static void
knows_since_when_there_are_questions_and_links(void **state)
{
	(void)state;
	assert_false(version_find("2024-11-05")->has_elicitation);
	assert_false(version_find("2025-03-26")->has_elicitation);
	assert_true(version_find("2025-06-18")->has_elicitation);
	assert_true(version_find("2026-07-28")->has_elicitation);
	assert_false(version_find("2025-03-26")->has_links);
	assert_true(version_find("2025-06-18")->has_links);
	assert_true(version_find("2026-07-28")->has_links);
}

static void
knows_how_each_says_that_a_resource_is_not_there(void **state)
{
	(void)state;
	assert_int_equal(version_find("2024-11-05")->not_found, -32002);
	assert_int_equal(version_find("2025-11-25")->not_found, -32002);
	assert_int_equal(version_find("2026-07-28")->not_found, -32602);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(agrees_to_a_version_it_speaks),
		cmocka_unit_test(
			offers_the_latest_session_version_for_an_unknown_one),
		cmocka_unit_test(never_opens_a_session_of_the_modern_era),
		cmocka_unit_test(
			takes_batches_in_the_one_version_that_has_them),
		cmocka_unit_test(
			takes_nothing_for_granted_before_the_first_word),
		cmocka_unit_test(lists_the_modern_versions),
		cmocka_unit_test(
			knows_since_when_there_are_questions_and_links),
		cmocka_unit_test(
			knows_how_each_says_that_a_resource_is_not_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
