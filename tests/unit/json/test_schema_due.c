#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "unit/json/given.h"
#include "json/json.h"
#include "json/schema_due.h"

/* What the schema wants of the argument `key`, when `sent` (or NULL) came. */
static void
assert_due_for(const char *key, const char *schema_text, const char *sent,
	const char *wanted)
{
	DROP(json) struct json_object *schema = given(schema_text);
	DROP(json) struct json_object *value = sent ? given(sent) : NULL;
	struct place root = {0};
	struct place p = {.up = &root, .key = key, .schema = schema};
	struct err e = {0};

	schema_due_add(&p, value, &e);
	assert_string_equal(e.text, wanted);
}

static void
assert_due(const char *schema, const char *wanted)
{
	assert_due_for("v", schema, NULL, wanted);
}

static void
assert_shown(const char *text, const char *wanted)
{
	DROP(json) struct json_object *value = given(text);
	DROP(text) char *due = quoted(wanted);
	struct err e = {0};

	schema_due_show(value, &e);
	assert_string_equal(e.text, due);
}

TEST(types_are_told_in_words)
{
	assert_due("{'type':'string'}", "a string");
	assert_due("{'type':'integer'}", "a number");
	assert_due("{'type':'number'}", "a number");
	assert_due("{'type':'boolean'}", "true or false");
	assert_due("{'type':'array'}", "an array");
	assert_due("{'type':'object'}", "an object");
	assert_due("{'type':'null'}", "null");
	assert_due("{'anyOf':[{'type':'integer'},{'type':'string'}]}",
		"a number or a string");
	assert_due("{}", "a value");
}

TEST(bounds_of_numbers_are_told)
{
	assert_due("{'type':'integer','minimum':0}", "a number of at least 0");
	assert_due("{'type':'integer','maximum':9}", "a number of at most 9");
	assert_due("{'type':'number','minimum':-1,'maximum':0.5}",
		"a number between -1 and 0.5");
}

TEST(a_unit_in_the_name_is_told)
{
	const char *schema = "{'type':'integer','minimum':1}";

	assert_due_for("wait_ms", schema, NULL,
		"a number of at least 1 (milliseconds)");
	assert_due_for(
		"memory_mb", schema, NULL, "a number of at least 1 (MiB)");
	assert_due_for(
		"size_bytes", schema, NULL, "a number of at least 1 (bytes)");
	assert_due_for("_ms", schema, NULL, "a number of at least 1");
	assert_due_for("items", schema, NULL, "a number of at least 1");
}

TEST(a_fraction_is_told_to_be_whole)
{
	assert_due_for("v", "{'type':'integer','minimum':1}", "1.5",
		"a whole number of at least 1");
	assert_due_for("v", "{'type':'integer','minimum':1}", "0",
		"a number of at least 1");
	assert_due_for("v", "{'type':'number','minimum':1}", "0.5",
		"a number of at least 1");
}

TEST(an_integer_beyond_64_bits_is_told_the_bounds)
{
	assert_due_for("v", "{'type':'integer'}", "99999999999999999999",
		"a whole number between -9223372036854775808 and "
		"9223372036854775807");
	assert_due_for("v", "{'type':'integer','maximum':9}",
		"-99999999999999999999",
		"a whole number between -9223372036854775808 and 9");
}

TEST(lengths_of_strings_are_told)
{
	assert_due("{'type':'string','minLength':1}",
		"a string of at least 1 character");
	assert_due("{'type':'string','maxLength':9}",
		"a string of at most 9 characters");
	assert_due("{'type':'string','minLength':1,'maxLength':9,'pattern':'^["
		   "a-z]$'}",
		"a string of 1 to 9 characters that matches ^[a-z]$");
}

TEST(elements_of_arrays_are_told)
{
	assert_due("{'type':'array','items':{'type':'string'}}",
		"an array of strings");
	assert_due("{'type':'array','items':{'type':'object'},'minItems':1}",
		"an array of at least 1 object");
	assert_due("{'type':'array','minItems':2,'maxItems':2}",
		"an array of exactly 2 elements");
	assert_due("{'type':'array','maxItems':5}",
		"an array of at most 5 elements");
}

TEST(the_words_of_an_enum_are_told_instead_of_its_type)
{
	assert_due("{'type':'string','enum':['a','b']}", "one of \"a\", \"b\"");
	assert_due("{'enum':[1]}", "1");
	assert_due("{'const':null}", "null");
}

TEST(a_short_value_is_shown_whole)
{
	assert_shown("\"a \\\"b\\\"\"", "\"a \\\"b\\\"\"");
	assert_shown("{'a':[1]}", "{'a':[1]}");
	assert_shown("[1,2]", "[1,2]");
	assert_shown("-5", "-5");
	assert_shown("null", "null");
}

#define TEN "0123456789"

TEST(a_long_string_is_cut_and_counted)
{
	assert_shown("\"" TEN TEN TEN TEN TEN TEN "\"",
		"\"" TEN TEN TEN TEN TEN TEN "\"");
	assert_shown("\"" TEN TEN TEN TEN TEN TEN "x\"",
		"\"" TEN TEN TEN TEN TEN TEN "...\" (61 characters)");
}

TEST(a_string_is_not_cut_through_a_character)
{
	assert_shown("\"" TEN TEN TEN TEN TEN "012345678\xe2\x82\xacx\"",
		"\"" TEN TEN TEN TEN TEN "012345678...\" (61 characters)");
}

TEST(a_long_value_is_cut)
{
	assert_shown("{'a':'" TEN TEN TEN TEN TEN TEN "\"}",
		"{'a':'" TEN TEN TEN TEN TEN "0123...");
	assert_shown("[1,'" TEN TEN TEN TEN TEN TEN "\"]",
		"[1,'" TEN TEN TEN TEN TEN "012345... (2 elements)");
}

TEST(control_characters_are_shown_escaped)
{
	assert_shown("\"a\\u0000\\u001b\\n\"", "\"a\\u0000\\u001b\\n\"");
}

TEST(an_untyped_schema_takes_every_type)
{
	DROP(json) struct json_object *schema = given("{}");

	assert_true(schema_takes(schema, "string"));
	assert_true(schema_takes(schema, "null"));
}

TEST(a_typed_schema_takes_its_types_only)
{
	DROP(json) struct json_object *one = given("{'type':'string'}");
	DROP(json)
	struct json_object *two =
		given("{'anyOf':[{'type':'array'},{'type':'null'}]}");

	assert_true(schema_takes(one, "string"));
	assert_false(schema_takes(one, "null"));
	assert_true(schema_takes(two, "null"));
	assert_false(schema_takes(two, "object"));
}

TEST(a_schema_requires_what_it_lists)
{
	DROP(json)
	struct json_object *schema = given("{'required':['a','b']}");
	DROP(json) struct json_object *none = given("{}");

	assert_true(schema_requires(schema, "b"));
	assert_false(schema_requires(schema, "c"));
	assert_false(schema_requires(none, "a"));
}
