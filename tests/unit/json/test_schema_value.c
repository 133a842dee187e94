#include "unit/unit.h"

#include "base/alloc.h"
#include "unit/json/given.h"
#include "json/json.h"
#include "json/schema_value.h"

static bool
is_allowed(const char *schema_text, const char *text)
{
	DROP(json) struct json_object *schema = given(schema_text);
	DROP(json) struct json_object *value = given(text);

	return schema_value_is_allowed(schema, value);
}

static void
assert_allowed(const char *schema, const char *value)
{
	if (!is_allowed(schema, value))
		fail_msg("%s refuses %s", schema, value);
}

static void
assert_not_allowed(const char *schema, const char *value)
{
	if (is_allowed(schema, value))
		fail_msg("%s allows %s", schema, value);
}

TEST(a_schema_that_says_nothing_allows_anything)
{
	assert_allowed("{}", "null");
	assert_allowed("{}", "-1e400");
	assert_allowed("{}", "''");
	assert_allowed("{}", "[]");
}

TEST(numbers_keep_within_their_bounds)
{
	const char *schema = "{'minimum':1,'maximum':600000}";

	assert_allowed(schema, "1");
	assert_allowed(schema, "600000");
	assert_allowed(schema, "1.5");
	assert_not_allowed(schema, "0");
	assert_not_allowed(schema, "0.999");
	assert_not_allowed(schema, "-5");
	assert_not_allowed(schema, "600001");
	assert_not_allowed(schema, "1e400");
}

TEST(one_bound_is_enough)
{
	assert_allowed("{'minimum':0.5}", "1e400");
	assert_not_allowed("{'minimum':0.5}", "0.25");
	assert_allowed("{'maximum':-1}", "-2");
	assert_not_allowed("{'maximum':-1}", "0");
}

TEST(bounds_are_for_numbers_only)
{
	assert_allowed("{'minimum':5}", "'a'");
	assert_allowed("{'minLength':5}", "1");
	assert_allowed("{'minItems':5}", "{}");
}

TEST(lengths_are_counted_in_characters)
{
	const char *schema = "{'minLength':1,'maxLength':2}";

	assert_allowed(schema, "'\xc3\xa4\xe2\x82\xac'");
	assert_not_allowed(schema, "''");
	assert_not_allowed(schema, "'abc'");
}

TEST(strings_match_their_pattern)
{
	const char *schema = "{'maxLength':8,"
			     "'pattern':'^[A-Za-z0-9_][A-Za-z0-9._-]*$'}";

	assert_allowed(schema, "'_a.b-c'");
	assert_not_allowed(schema, "'-a'");
	assert_not_allowed(schema, "'a b'");
	assert_not_allowed(schema, "'a\\nb'");
	assert_not_allowed(schema, "'a\\n'");
	assert_not_allowed(schema, "''");
}

TEST(a_pattern_may_match_anywhere)
{
	assert_allowed("{'maxLength':8,'pattern':'b'}", "'abc'");
	assert_not_allowed("{'maxLength':8,'pattern':'b'}", "'ac'");
}

TEST(a_string_too_long_is_not_matched_at_all)
{
	assert_not_allowed("{'maxLength':2,'pattern':'b'}", "'abc'");
}

TEST(an_enum_allows_its_words_only)
{
	const char *schema = "{'enum':['items',1,null,[2]]}";

	assert_allowed(schema, "'items'");
	assert_allowed(schema, "1");
	assert_allowed(schema, "null");
	assert_allowed(schema, "[2]");
	assert_not_allowed(schema, "'item'");
	assert_not_allowed(schema, "'Items'");
	assert_not_allowed(schema, "[1]");
}

TEST(a_const_allows_its_value_only)
{
	assert_allowed("{'const':'add'}", "'add'");
	assert_not_allowed("{'const':'add'}", "'del'");
	assert_allowed("{'const':null}", "null");
	assert_not_allowed("{'const':null}", "0");
}

TEST(arrays_have_as_many_elements_as_they_may)
{
	const char *schema = "{'minItems':1,'maxItems':2}";

	assert_allowed(schema, "[0]");
	assert_allowed(schema, "[0,0]");
	assert_not_allowed(schema, "[]");
	assert_not_allowed(schema, "[0,0,0]");
}
