#include "unit/unit.h"

#include "base/alloc.h"
#include "unit/json/given.h"
#include "json/json.h"
#include "json/schema_mend.h"

/* The value becomes `wanted` for that schema, or is left alone for NULL. */
static void
assert_mended(const char *schema_text, const char *sent, const char *wanted)
{
	DROP(json) struct json_object *schema = given(schema_text);
	DROP(json) struct json_object *value = given(sent);
	DROP(json) struct json_object *better = schema_mend(schema, value);
	DROP(text) char *text = NULL;
	DROP(text) char *due = NULL;

	if ((better == NULL) != (wanted == NULL))
		fail_msg("%s is %s", sent, better ? "mended" : "left alone");
	if (wanted == NULL)
		return;
	text = json_text(better);
	due = quoted(wanted);
	assert_string_equal(text, due);
}

#define TYPE(name) "{'type':'" name "'}"

TEST(json_in_a_string_is_unwrapped_where_no_string_is_due)
{
	assert_mended(TYPE("object"), "\"{\\\"a\\\": 1}\"", "{'a':1}");
	assert_mended(TYPE("array"), "\"[1, 2]\"", "[1,2]");
	assert_mended(TYPE("integer"), "\" 5 \"", "5");
	assert_mended(TYPE("number"), "\"1.5\"", "1.5");
	assert_mended(TYPE("number"), "\"15\"", "15");
	assert_mended(TYPE("boolean"), "\"true\"", "true");
	assert_mended("{'anyOf':[{'type':'array'},{'type':'object'}]}",
		"\"{}\"", "{}");
}

TEST(a_string_for_a_string_is_never_unwrapped)
{
	assert_mended(TYPE("string"), "\"5\"", NULL);
	assert_mended(TYPE("string"), "\"{}\"", NULL);
	assert_mended("{'anyOf':[{'type':'integer'},{'type':'string'}]}",
		"\"5\"", NULL);
	assert_mended("{}", "\"5\"", NULL);
}

TEST(a_string_that_says_another_type_is_left_alone)
{
	assert_mended(TYPE("boolean"), "\"1\"", NULL);
	assert_mended(TYPE("boolean"), "\"True\"", NULL);
	assert_mended(TYPE("integer"), "\"12abc\"", NULL);
	assert_mended(TYPE("integer"), "\"1.5\"", NULL);
	assert_mended(TYPE("integer"), "\"null\"", NULL);
	assert_mended(TYPE("integer"), "\"\"", NULL);
	assert_mended(TYPE("integer"), "\"\\\"5\\\"\"", NULL);
	assert_mended(TYPE("object"), "\"[]\"", NULL);
}

TEST(a_number_that_is_whole_becomes_an_integer)
{
	assert_mended(TYPE("integer"), "3.0", "3");
	assert_mended(TYPE("integer"), "-0.0", "0");
	assert_mended(TYPE("integer"), "1e2", "100");
	assert_mended(TYPE("integer"), "\"3.0\"", "3");
	assert_mended(TYPE("integer"), "-9223372036854775808.0",
		"-9223372036854775808");
}

TEST(a_number_that_is_no_integer_is_left_alone)
{
	assert_mended(TYPE("integer"), "1.5", NULL);
	assert_mended(TYPE("integer"), "9223372036854775808", NULL);
	assert_mended(TYPE("integer"), "-9223372036854777856", NULL);
	assert_mended(TYPE("integer"), "1e400", NULL);
	assert_mended(TYPE("integer"), "-1e400", NULL);
}

TEST(a_number_stays_where_a_number_is_due)
{
	assert_mended(TYPE("number"), "3.0", NULL);
	assert_mended("{'anyOf':[{'type':'integer'},{'type':'number'}]}", "3.0",
		NULL);
	assert_mended("{}", "3.0", NULL);
	assert_mended(TYPE("string"), "3.0", NULL);
}

TEST(what_is_of_the_type_is_left_alone)
{
	assert_mended(TYPE("integer"), "3", NULL);
	assert_mended(TYPE("object"), "{'a':'1'}", NULL);
	assert_mended(TYPE("null"), "null", NULL);
}

static void
assert_fit(const char *schema_text, const char *sent, bool wanted)
{
	DROP(json) struct json_object *schema = given(schema_text);
	DROP(json) struct json_object *value = given(sent);

	if (schema_fits_type(schema, value) != wanted)
		fail_msg("%s, %s: not %d", schema_text, sent, wanted);
}

TEST(an_integer_is_a_number_but_not_the_reverse)
{
	assert_fit(TYPE("number"), "1", true);
	assert_fit(TYPE("number"), "1.5", true);
	assert_fit(TYPE("integer"), "1", true);
	assert_fit(TYPE("integer"), "1.0", false);
}

TEST(each_type_fits_itself_only)
{
	assert_fit(TYPE("string"), "\"a\"", true);
	assert_fit(TYPE("string"), "null", false);
	assert_fit(TYPE("null"), "null", true);
	assert_fit(TYPE("boolean"), "false", true);
	assert_fit(TYPE("boolean"), "0", false);
	assert_fit(TYPE("array"), "{}", false);
	assert_fit("{}", "null", true);
}
