/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "mcp/session/methods.h"

#include "unit/mcp/fake.h"

static void
finds_a_method_by_its_name(void **state)
{
	(void)state;
	assert_string_equal(method_find("tools/call")->name, "tools/call");
	assert_null(method_find("tools/"));
	assert_null(method_find(""));
	assert_null(method_find("notifications/cancelled"));
}

static void
finds_a_notification_by_its_name(void **state)
{
	(void)state;
	assert_non_null(notice_find("notifications/cancelled"));
	assert_null(notice_find("tools/call"));
}

static void
knows_what_belongs_to_which_era(void **state)
{
	(void)state;
	assert_int_equal(method_find("initialize")->eras, METHOD_LEGACY);
	assert_int_equal(method_find("ping")->eras, METHOD_LEGACY);
	assert_int_equal(method_find("server/discover")->eras, METHOD_MODERN);
	assert_int_equal(
		method_find("subscriptions/listen")->eras, METHOD_MODERN);
	assert_int_equal(method_find("tools/call")->eras, METHOD_BOTH);
}

static void
offers_the_nearest_method_for_a_misspelt_one(void **state)
{
	(void)state;
	assert_string_equal(method_nearest("tool/list"), "tools/list");
	assert_null(method_nearest("completely/different"));
}

static void
lets_only_three_methods_ask_the_client(void **state)
{
	(void)state;
	assert_true(method_find("tools/call")->traits & METHOD_ASKS);
	assert_true(method_find("prompts/get")->traits & METHOD_ASKS);
	assert_true(method_find("resources/read")->traits & METHOD_ASKS);
	assert_false(method_find("tools/list")->traits & METHOD_ASKS);
	assert_false(method_find("completion/complete")->traits & METHOD_ASKS);
}

static void
lets_a_modern_client_keep_what_the_protocol_names(void **state)
{
	(void)state;
	assert_true(method_find("server/discover")->traits & METHOD_CACHEABLE);
	assert_true(method_find("tools/list")->traits & METHOD_CACHEABLE);
	assert_true(method_find("resources/read")->traits & METHOD_CACHEABLE);
	assert_false(method_find("tools/call")->traits & METHOD_CACHEABLE);
	assert_false(method_find("prompts/get")->traits & METHOD_CACHEABLE);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_a_method_by_its_name),
		cmocka_unit_test(finds_a_notification_by_its_name),
		cmocka_unit_test(knows_what_belongs_to_which_era),
		cmocka_unit_test(offers_the_nearest_method_for_a_misspelt_one),
		cmocka_unit_test(lets_only_three_methods_ask_the_client),
		cmocka_unit_test(
			lets_a_modern_client_keep_what_the_protocol_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
