#include "unit/unit.h"

#include "mcp/session/methods.h"

#include "unit/mcp/fake.h"

TEST(finds_a_method_by_its_name)
{
	assert_string_equal(method_find("tools/call")->name, "tools/call");
	assert_null(method_find("tools/"));
	assert_null(method_find(""));
	assert_null(method_find("notifications/cancelled"));
}

TEST(knows_what_belongs_to_which_era)
{
	assert_int_equal(method_find("initialize")->eras, METHOD_LEGACY);
	assert_int_equal(method_find("ping")->eras, METHOD_LEGACY);
	assert_int_equal(method_find("server/discover")->eras, METHOD_MODERN);
	assert_int_equal(
		method_find("subscriptions/listen")->eras, METHOD_MODERN);
	assert_int_equal(method_find("tools/call")->eras, METHOD_BOTH);
}

TEST(offers_the_nearest_method_for_a_misspelt_one)
{
	assert_string_equal(method_nearest("tool/list"), "tools/list");
	assert_null(method_nearest("completely/different"));
}

TEST(only_three_methods_may_need_input)
{
	static const struct {
		const char *name;
		bool may;
	} cases[] = {{"tools/call", true}, {"prompts/get", true},
		{"resources/read", true}, {"tools/list", false},
		{"completion/complete", false}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_int_equal((method_find(cases[i].name)->traits &
					 METHOD_NEEDS_INPUT) != 0,
			cases[i].may);
}

TEST(lets_a_modern_client_keep_what_the_protocol_names)
{
	assert_true(method_find("server/discover")->traits & METHOD_CACHEABLE);
	assert_true(method_find("tools/list")->traits & METHOD_CACHEABLE);
	assert_true(method_find("resources/read")->traits & METHOD_CACHEABLE);
	assert_false(method_find("tools/call")->traits & METHOD_CACHEABLE);
	assert_false(method_find("prompts/get")->traits & METHOD_CACHEABLE);
}
