#include "unit/unit.h"

#include "mcp/session/versions.h"

#include <string.h>

#include "base/alloc.h"
#include "json/json.h"

TEST(agrees_to_a_version_it_speaks)
{
	static const char *const versions[] = {
		"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"};

	for (size_t i = 0; i < 4; i++)
		assert_string_equal(
			version_agree(versions[i])->version, versions[i]);
}

TEST(offers_the_latest_session_version_for_an_unknown_one)
{
	assert_string_equal(version_agree("1999-01-01")->version, "2025-11-25");
	assert_string_equal(version_agree("2030-01-01")->version, "2025-11-25");
	assert_string_equal(version_agree("")->version, "2025-11-25");
}

TEST(never_opens_a_session_of_the_modern_era)
{
	assert_string_equal(version_agree("2026-07-28")->version, "2025-11-25");
	assert_false(version_agree("2026-07-28")->is_modern);
}

TEST(takes_batches_in_the_one_version_that_has_them)
{
	assert_true(version_find("2025-03-26")->has_batches);
	assert_false(version_find("2024-11-05")->has_batches);
	assert_false(version_find("2025-06-18")->has_batches);
	assert_false(version_find("2026-07-28")->has_batches);
}

TEST(takes_nothing_for_granted_before_the_first_word)
{
	const struct version *era = version_unsaid();

	assert_false(era->is_modern);
	assert_false(era->has_batches);
	assert_false(era->has_bare_errors);
	assert_false(era->has_progress_message);
}

TEST(lists_the_modern_versions)
{
	struct json_object *versions = version_modern_versions();
	char *text = json_text(versions);

	assert_string_equal(text, "[\"2026-07-28\"]");
	text_drop(&text);
	json_free(versions);
}

TEST(knows_since_when_there_are_questions_and_links)
{
	assert_false(version_find("2024-11-05")->has_elicitation);
	assert_false(version_find("2025-03-26")->has_elicitation);
	assert_true(version_find("2025-06-18")->has_elicitation);
	assert_true(version_find("2026-07-28")->has_elicitation);
	assert_false(version_find("2025-03-26")->has_links);
	assert_true(version_find("2025-06-18")->has_links);
	assert_true(version_find("2026-07-28")->has_links);
}

TEST(knows_how_each_says_that_a_resource_is_not_there)
{
	assert_int_equal(version_find("2024-11-05")->not_found, -32002);
	assert_int_equal(version_find("2025-11-25")->not_found, -32002);
	assert_int_equal(version_find("2026-07-28")->not_found, -32602);
}
