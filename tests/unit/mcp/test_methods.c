/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "mcp/methods.h"

#include "fake.h"

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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_a_method_by_its_name),
		cmocka_unit_test(finds_a_notification_by_its_name),
		cmocka_unit_test(knows_what_belongs_to_which_era),
		cmocka_unit_test(offers_the_nearest_method_for_a_misspelt_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
