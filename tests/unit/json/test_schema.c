#include "unit/unit.h"

#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "unit/json/given.h"
#include "json/json.h"
#include "json/schema.h"

/* The schema lets the value in and leaves it as `wanted`. */
static void
assert_becomes(const char *schema_text, const char *sent, const char *wanted)
{
	DROP(json) struct json_object *schema = given(schema_text);
	DROP(json) struct json_object *value = given(sent);
	DROP(text) char *left = NULL;
	DROP(text) char *due = quoted(wanted);
	struct err e = {0};

	if (!schema_check(schema, &value, &e))
		fail_msg("%s: %s", sent, e.text);
	left = json_text(value);
	assert_string_equal(left, due);
}

static void
assert_taken(const char *schema, const char *sent)
{
	assert_becomes(schema, sent, sent);
}

/* The schema refuses the value with a message that begins like this. */
static void
assert_refused(const char *schema_text, const char *sent, const char *message)
{
	DROP(json) struct json_object *schema = given(schema_text);
	DROP(json) struct json_object *value = given(sent);
	struct err e = {0};

	if (schema_check(schema, &value, &e))
		fail_msg("%s is let in by %s", sent, schema_text);
	assert_int_equal(e.code, ERR_ARGUMENT);
	if (strncmp(e.text, message, strlen(message)) != 0)
		fail_msg("%s: \"%s\" does not begin \"%s\"", sent, e.text,
			message);
}

/* An object with the one argument "v" of the given schema, or type. */
#define V(schema) "{'type':'object','properties':{'v':" schema "}}"
#define IS(type) V("{'type':'" type "'}")

/* --- kinds ---------------------------------------------------------------- */

TEST(a_schema_without_a_type_takes_anything)
{
	assert_taken(V("{}"), "{'v':1}");
	assert_taken(V("{}"), "{'v':'1'}");
	assert_taken(V("{}"), "{'v':[null]}");
}

TEST(a_value_of_the_type_is_taken)
{
	assert_taken(IS("string"), "{'v':'a'}");
	assert_taken(IS("integer"), "{'v':-1}");
	assert_taken(IS("number"), "{'v':1.5}");
	assert_taken(IS("number"), "{'v':1}");
	assert_taken(IS("boolean"), "{'v':false}");
	assert_taken(IS("array"), "{'v':[1,'a']}");
	assert_taken(IS("object"), "{'v':{'a':1}}");
	assert_taken(IS("null"), "{'v':null}");
}

TEST(a_value_is_checked_by_the_branch_of_its_type)
{
	const char *schema = V("{'anyOf':[{'type':'integer','maximum':9},"
			       "{'type':'object','required':['a'],'properties':"
			       "{'a':{'type':'integer'}}},{'type':'null'}]}");

	assert_taken(schema, "{'v':9}");
	assert_taken(schema, "{'v':null}");
	assert_becomes(schema, "{'v':'{\\\"a\\\":1}'}", "{'v':{'a':1}}");
	assert_refused(schema, "{'v':10}",
		"v must be a number of at most 9 or an object or null; you "
		"sent 10.");
	assert_refused(schema, "{'v':{}}", "v.a is missing");
	assert_refused(schema, "{'v':[]}",
		"v must be a number of at most 9 or an object or null; you "
		"sent [].");
}

TEST(a_value_of_another_type_is_refused)
{
	assert_refused(
		IS("string"), "{'v':5}", "v must be a string; you sent 5.");
	assert_refused(IS("boolean"), "{'v':1}",
		"v must be true or false; you sent 1.");
	assert_refused(IS("integer"), "{'v':'x'}",
		"v must be a number; you sent \"x\".");
	assert_refused(IS("integer"), "{'v':1.5}",
		"v must be a whole number; you sent 1.5.");
	assert_refused(IS("object"), "{'v':[1]}",
		"v must be an object; you sent [1].");
	assert_refused(IS("array"), "{'v':{'a':1}}",
		"v must be an array; you sent {\"a\":1}.");
}

TEST(the_arguments_themselves_must_be_an_object)
{
	assert_refused(V("{}"), "[1]",
		"The arguments must be an object; you sent [1]");
	assert_refused(V("{}"), "\"x\"",
		"The arguments must be an object; you sent \"x\"");
}

TEST(no_arguments_are_an_empty_object)
{
	assert_becomes(V("{}"), "null", "{}");
	assert_refused("{'type':'object','required':['v'],"
		       "'properties':{'v':{'type':'string'}}}",
		"null", "v is missing");
}

/* --- mending -------------------------------------------------------------- */

TEST(all_arguments_may_come_in_one_string)
{
	assert_becomes(IS("integer"), "\"{\\\"v\\\":\\\"5\\\"}\"", "{'v':5}");
}

TEST(elements_and_free_members_are_unwrapped_too)
{
	assert_becomes(V("{'type':'array','items':{'type':'integer'}}"),
		"{'v':['1',2,'3']}", "{'v':[1,2,3]}");
	assert_becomes(V("{'type':'object','additionalProperties':{'type':'"
			 "boolean'}}"),
		"{'v':{'a':'true','b':false}}", "{'v':{'a':true,'b':false}}");
}

TEST(what_is_unwrapped_is_checked)
{
	assert_refused(V("{'type':'integer','maximum':4}"), "{'v':'5'}",
		"v must be a number of at most 4; you sent 5");
}

TEST(an_integer_beyond_64_bits_is_refused)
{
	assert_refused(V("{'type':'integer','minimum':0}"),
		"{'v':9223372036854775808}",
		"v must be a signed 64-bit integer of at least 0; you sent "
		"9223372036854775808.");
	assert_refused(IS("integer"), "{'v':1e400}",
		"v must be a signed 64-bit integer;");
}

TEST(null_for_an_optional_member_is_removed)
{
	assert_becomes(IS("string"), "{'v':null}", "{}");
	assert_becomes(
		V("{'type':'object','properties':{'a':{'type':'integer'}}}"),
		"{'v':{'a':null}}", "{'v':{}}");
}

TEST(null_stays_where_it_may_stand)
{
	assert_taken(V("{'anyOf':[{'type':'string'},{'type':'null'}]}"),
		"{'v':null}");
	assert_taken(V("{}"), "{'v':null}");
}

TEST(null_for_a_required_member_is_missing)
{
	assert_refused("{'type':'object','required':['v'],"
		       "'properties':{'v':{'type':'string'}}}",
		"{'v':null}", "v is missing; it must be a string.");
}

TEST(null_is_no_element)
{
	assert_refused(V("{'type':'array','items':{'type':'integer'}}"),
		"{'v':[1,null]}", "v[1] must be a number; you sent null.");
}

/* --- values --------------------------------------------------------------- */

TEST(a_value_that_is_not_allowed_is_refused)
{
	const char *schema =
		V("{'type':'integer','minimum':1,'maximum':600000}");

	assert_taken(schema, "{'v':600000}");
	assert_refused(schema, "{'v':600001}",
		"v must be a number between 1 and 600000; you sent 600001.");
}

TEST(a_nul_is_in_no_string)
{
	assert_refused(
		IS("string"), "{'v':'a\\u0000b'}", "v holds a NUL character");
	assert_refused(V("{}"), "{'v':'\\u0000'}", "v holds a NUL");
}

TEST(only_an_optional_argument_may_be_left_out)
{
	DROP(json)
	struct json_object *schema =
		given("{'type':'object','required':['v'],"
		      "'properties':{'v':{'type':'string'}}}");
	DROP(json) struct json_object *value = given("{'v':5}");
	struct err e;

	assert_refused(IS("string"), "{'v':5}",
		"v must be a string; you sent 5. It may be left out.");
	assert_false(schema_check(schema, &value, &e));
	assert_string_equal(e.text, "v must be a string; you sent 5.");
}

/* --- arrays and objects --------------------------------------------------- */

TEST(elements_are_named_by_their_number)
{
	const char *schema =
		V("{'type':'array','items':{'type':'object','properties':{'op':"
		  "{'enum':['add','move']}},'required':['op'],'"
		  "additionalProperties':false}}");

	assert_refused(schema, "{'v':[{'op':'add'},{'op':'mov'}]}",
		"v[1].op must be one of \"add\", \"move\"; you sent \"mov\". "
		"Did you mean \"move\"?");
	assert_refused(schema, "{'v':[{}]}",
		"v[0].op is missing; it must be one of \"add\", \"move\".");
	assert_refused(schema, "{'v':[{'op':'add','idx':1}]}",
		"v[0] has no member \"idx\".");
}

TEST(unique_elements_are_unique)
{
	const char *schema = V("{'type':'array','uniqueItems':true}");

	assert_taken(schema, "{'v':['a','b',1,'1',[1],[2]]}");
	assert_refused(schema, "{'v':['a',[1],'b',[1]]}",
		"v[3] repeats an element before it, [1]");
	assert_taken(V("{'type':'array','uniqueItems':false}"), "{'v':[1,1]}");
}

/* By hash: each against each would be 10^11 comparisons. */
TEST(a_million_unique_elements_take_seconds_at_most)
{
	DROP(json)
	struct json_object *schema =
		given(V("{'type':'array','uniqueItems':true}"));
	DROP(json) struct json_object *value = json_new_object();
	struct json_object *array = json_new_array();
	struct err e;
	clock_t start;

	for (int i = 0; i < 1000000; i++)
		json_add(array, json_new_int(i));
	json_put(value, "v", array);
	start = clock();
	assert_true(schema_check(schema, &value, &e));
	assert_true(clock() - start < 20 * CLOCKS_PER_SEC);
}

TEST(free_members_are_taken_unless_the_schema_says_no)
{
	assert_taken(V("{}"), "{'w':1}");
	assert_refused("{'type':'object','additionalProperties':false}",
		"{'w':1}", "There is no argument \"w\". None is taken here.");
}

TEST(free_members_obey_their_schema)
{
	const char *schema =
		"{'type':'object','additionalProperties':{'type':'integer'}}";

	assert_taken(schema, "{'a':1,'b':2}");
	assert_refused(schema, "{'a':1,'b':'x'}",
		"b must be a number; you sent \"x\".");
}

TEST(a_misspelt_name_is_told_before_the_missing_one)
{
	const char *schema = "{'type':'object','properties':{'content':{'type':"
			     "'string'},'index':{'type':'integer'}},'required':"
			     "['content'],'additionalProperties':false}";

	assert_refused(schema, "{'contnt':'(assert true)'}",
		"There is no argument \"contnt\"; did you mean \"content\"? "
		"The arguments are: content (required), index.");
}

/* What an attacker nests is bounded by the schema, not by the text. */
TEST(strings_in_strings_are_not_unwrapped_for_ever)
{
	assert_refused(V("{'type':'array','items':{'type':'array'}}"),
		"{'v':'[\\'\\\\\\'[]\\\\\\'\\']'}",
		"v[0] must be an array; you sent \"\\\"[]\\\"\".");
}

/* --- one value ------------------------------------------------------------ */

static bool
is_allowed(const char *schema_text, const char *text)
{
	DROP(json) struct json_object *schema = json_new_object();
	DROP(json) struct json_object *value = json_new_array();
	struct err e;

	json_put(schema, "items", given(schema_text));
	json_add(value, given(text));
	return schema_check(schema, &value, &e);
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

/* --- mending -------------------------------------------------------------- */

/* The value becomes `wanted` for that schema, or is left alone for NULL. */
static void
assert_mended(const char *schema_text, const char *sent, const char *wanted)
{
	DROP(json) struct json_object *schema = json_new_object();
	DROP(json) struct json_object *value = json_new_array();
	DROP(json) struct json_object *before = given(sent);
	DROP(text) char *text = NULL;
	DROP(text) char *other = NULL;
	struct err e;

	json_put(schema, "items", given(schema_text));
	json_add(value, json_share(before));
	(void)schema_check(schema, &value, &e); /* it may refuse the rest */
	text = json_text(json_at(value, 0));
	other = wanted != NULL ? quoted(wanted) : json_text(before);
	assert_string_equal(text, other);
}

TEST(a_lone_element_is_a_list_of_one)
{
	assert_mended(V("{'type':'array','items':{'type':'string'}}"),
		"{'v':'(> x 5)'}", "{'v':['(> x 5)']}");
	assert_mended(V("{'type':'array','items':{'type':'object'}}"),
		"{'v':{'op':'add'}}", "{'v':[{'op':'add'}]}");
	assert_refused(V("{'type':'array','items':{'type':'string'}}"),
		"{'v':5}", "v must be an array of strings; you sent 5.");
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
