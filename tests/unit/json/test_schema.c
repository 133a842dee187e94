/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

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

static void
a_schema_without_a_type_takes_anything(void **state)
{
	(void)state;
	assert_taken(V("{}"), "{'v':1}");
	assert_taken(V("{}"), "{'v':'1'}");
	assert_taken(V("{}"), "{'v':[null]}");
}

static void
a_value_of_the_type_is_taken(void **state)
{
	(void)state;
	assert_taken(IS("string"), "{'v':'a'}");
	assert_taken(IS("integer"), "{'v':-1}");
	assert_taken(IS("number"), "{'v':1.5}");
	assert_taken(IS("number"), "{'v':1}");
	assert_taken(IS("boolean"), "{'v':false}");
	assert_taken(IS("array"), "{'v':[1,'a']}");
	assert_taken(IS("object"), "{'v':{'a':1}}");
	assert_taken(IS("null"), "{'v':null}");
}

static void
a_value_is_checked_by_the_branch_of_its_type(void **state)
{
	const char *schema = V("{'anyOf':[{'type':'integer','maximum':9},"
			       "{'type':'object','required':['a'],'properties':"
			       "{'a':{'type':'integer'}}},{'type':'null'}]}");

	(void)state;
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

static void
a_value_of_another_type_is_refused(void **state)
{
	(void)state;
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

static void
the_arguments_themselves_must_be_an_object(void **state)
{
	(void)state;
	assert_refused(V("{}"), "[1]",
		"The arguments must be an object; you sent [1]");
	assert_refused(V("{}"), "\"x\"",
		"The arguments must be an object; you sent \"x\"");
}

static void
no_arguments_are_an_empty_object(void **state)
{
	(void)state;
	assert_becomes(V("{}"), "null", "{}");
	assert_refused("{'type':'object','required':['v'],"
		       "'properties':{'v':{'type':'string'}}}",
		"null", "v is missing");
}

/* --- mending -------------------------------------------------------------- */

static void
all_arguments_may_come_in_one_string(void **state)
{
	(void)state;
	assert_becomes(IS("integer"), "\"{\\\"v\\\":\\\"5\\\"}\"", "{'v':5}");
}

static void
elements_and_free_members_are_unwrapped_too(void **state)
{
	(void)state;
	assert_becomes(V("{'type':'array','items':{'type':'integer'}}"),
		"{'v':['1',2,'3']}", "{'v':[1,2,3]}");
	assert_becomes(V("{'type':'object','additionalProperties':{'type':'"
			 "boolean'}}"),
		"{'v':{'a':'true','b':false}}", "{'v':{'a':true,'b':false}}");
}

static void
what_is_unwrapped_is_checked(void **state)
{
	(void)state;
	assert_refused(V("{'type':'integer','maximum':4}"), "{'v':'5'}",
		"v must be a number of at most 4; you sent 5");
}

static void
an_integer_beyond_64_bits_is_refused(void **state)
{
	(void)state;
	assert_refused(V("{'type':'integer','minimum':0}"),
		"{'v':9223372036854775808}",
		"v must be a whole number between 0 and 9223372036854775807; "
		"you sent 9223372036854775808.");
	assert_refused(IS("integer"), "{'v':1e400}",
		"v must be a whole number between");
}

static void
null_for_an_optional_member_is_removed(void **state)
{
	(void)state;
	assert_becomes(IS("string"), "{'v':null}", "{}");
	assert_becomes(
		V("{'type':'object','properties':{'a':{'type':'integer'}}}"),
		"{'v':{'a':null}}", "{'v':{}}");
}

static void
null_stays_where_it_may_stand(void **state)
{
	(void)state;
	assert_taken(V("{'anyOf':[{'type':'string'},{'type':'null'}]}"),
		"{'v':null}");
	assert_taken(V("{}"), "{'v':null}");
}

static void
null_for_a_required_member_is_missing(void **state)
{
	(void)state;
	assert_refused("{'type':'object','required':['v'],"
		       "'properties':{'v':{'type':'string'}}}",
		"{'v':null}", "v is missing; it must be a string.");
}

static void
null_is_no_element(void **state)
{
	(void)state;
	assert_refused(V("{'type':'array','items':{'type':'integer'}}"),
		"{'v':[1,null]}", "v[1] must be a number; you sent null.");
}

/* --- values --------------------------------------------------------------- */

static void
a_value_that_is_not_allowed_is_refused(void **state)
{
	const char *schema =
		V("{'type':'integer','minimum':1,'maximum':600000}");

	(void)state;
	assert_taken(schema, "{'v':600000}");
	assert_refused(schema, "{'v':600001}",
		"v must be a number between 1 and 600000; you sent 600001.");
}

static void
a_nul_is_in_no_string(void **state)
{
	(void)state;
	assert_refused(
		IS("string"), "{'v':'a\\u0000b'}", "v holds a NUL character");
	assert_refused(V("{}"), "{'v':'\\u0000'}", "v holds a NUL");
}

static void
only_an_optional_argument_may_be_left_out(void **state)
{
	DROP(json)
	struct json_object *schema =
		given("{'type':'object','required':['v'],"
		      "'properties':{'v':{'type':'string'}}}");
	DROP(json) struct json_object *value = given("{'v':5}");
	struct err e;

	(void)state;
	assert_refused(IS("string"), "{'v':5}",
		"v must be a string; you sent 5. It may be left out.");
	assert_false(schema_check(schema, &value, &e));
	assert_string_equal(e.text, "v must be a string; you sent 5.");
}

/* --- arrays and objects --------------------------------------------------- */

static void
a_lone_string_is_no_array(void **state)
{
	(void)state;
	assert_refused(V("{'type':'array','items':{'type':'string'}}"),
		"{'v':'x'}", "v must be an array of strings; you sent \"x\".");
}

static void
elements_are_named_by_their_number(void **state)
{
	const char *schema =
		V("{'type':'array','items':{'type':'object','properties':{'op':"
		  "{'enum':['add','move']}},'required':['op'],'"
		  "additionalProperties':false}}");

	(void)state;
	assert_refused(schema, "{'v':[{'op':'add'},{'op':'mov'}]}",
		"v[1].op must be one of \"add\", \"move\"; you sent \"mov\". "
		"Did you mean \"move\"?");
	assert_refused(schema, "{'v':[{}]}",
		"v[0].op is missing; it must be one of \"add\", \"move\".");
	assert_refused(schema, "{'v':[{'op':'add','idx':1}]}",
		"v[0] has no member \"idx\".");
}

static void
unique_elements_are_unique(void **state)
{
	const char *schema = V("{'type':'array','uniqueItems':true}");

	(void)state;
	assert_taken(schema, "{'v':['a','b',1,'1',[1],[2]]}");
	assert_refused(schema, "{'v':['a',[1],'b',[1]]}",
		"v[3] repeats an element before it, [1]");
	assert_taken(V("{'type':'array','uniqueItems':false}"), "{'v':[1,1]}");
}

/* By hash: each against each would be 10^11 comparisons. */
static void
a_million_unique_elements_take_seconds_at_most(void **state)
{
	DROP(json)
	struct json_object *schema =
		given(V("{'type':'array','uniqueItems':true}"));
	DROP(json) struct json_object *value = json_new_object();
	struct json_object *array = json_new_array();
	struct err e;
	clock_t start;

	(void)state;
	for (int i = 0; i < 1000000; i++)
		json_add(array, json_new_int(i));
	json_put(value, "v", array);
	start = clock();
	assert_true(schema_check(schema, &value, &e));
	assert_true(clock() - start < 20 * CLOCKS_PER_SEC);
}

static void
free_members_are_taken_unless_the_schema_says_no(void **state)
{
	(void)state;
	assert_taken(V("{}"), "{'w':1}");
	assert_refused("{'type':'object','additionalProperties':false}",
		"{'w':1}", "There is no argument \"w\". None is taken here.");
}

static void
free_members_obey_their_schema(void **state)
{
	const char *schema =
		"{'type':'object','additionalProperties':{'type':'integer'}}";

	(void)state;
	assert_taken(schema, "{'a':1,'b':2}");
	assert_refused(schema, "{'a':1,'b':'x'}",
		"b must be a number; you sent \"x\".");
}

static void
a_misspelt_name_is_told_before_the_missing_one(void **state)
{
	const char *schema = "{'type':'object','properties':{'content':{'type':"
			     "'string'},'index':{'type':'integer'}},'required':"
			     "['content'],'additionalProperties':false}";

	(void)state;
	assert_refused(schema, "{'contnt':'(assert true)'}",
		"There is no argument \"contnt\"; did you mean \"content\"? "
		"The arguments are: content (required), index.");
}

/* What an attacker nests is bounded by the schema, not by the text. */
static void
strings_in_strings_are_not_unwrapped_for_ever(void **state)
{
	(void)state;
	assert_refused(V("{'type':'array','items':{'type':'array'}}"),
		"{'v':'[\\'\\\\\\'[]\\\\\\'\\']'}",
		"v[0] must be an array; you sent \"\\\"[]\\\"\".");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_schema_without_a_type_takes_anything),
		cmocka_unit_test(a_value_of_the_type_is_taken),
		cmocka_unit_test(a_value_is_checked_by_the_branch_of_its_type),
		cmocka_unit_test(a_value_of_another_type_is_refused),
		cmocka_unit_test(the_arguments_themselves_must_be_an_object),
		cmocka_unit_test(no_arguments_are_an_empty_object),
		cmocka_unit_test(all_arguments_may_come_in_one_string),
		cmocka_unit_test(elements_and_free_members_are_unwrapped_too),
		cmocka_unit_test(what_is_unwrapped_is_checked),
		cmocka_unit_test(an_integer_beyond_64_bits_is_refused),
		cmocka_unit_test(null_for_an_optional_member_is_removed),
		cmocka_unit_test(null_stays_where_it_may_stand),
		cmocka_unit_test(null_for_a_required_member_is_missing),
		cmocka_unit_test(null_is_no_element),
		cmocka_unit_test(a_value_that_is_not_allowed_is_refused),
		cmocka_unit_test(only_an_optional_argument_may_be_left_out),
		cmocka_unit_test(a_nul_is_in_no_string),
		cmocka_unit_test(a_lone_string_is_no_array),
		cmocka_unit_test(elements_are_named_by_their_number),
		cmocka_unit_test(unique_elements_are_unique),
		cmocka_unit_test(
			a_million_unique_elements_take_seconds_at_most),
		cmocka_unit_test(
			free_members_are_taken_unless_the_schema_says_no),
		cmocka_unit_test(free_members_obey_their_schema),
		cmocka_unit_test(
			a_misspelt_name_is_told_before_the_missing_one),
		cmocka_unit_test(strings_in_strings_are_not_unwrapped_for_ever),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
