#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "unit/json/given.h"
#include "unit/json/schema_lint.h"
#include "json/json.h"

static bool
lint(const char *text, struct err *e)
{
	DROP(json) struct json_object *schema = given(text);

	return schema_lint(schema, e);
}

static void
assert_clean(const char *text)
{
	struct err e = {0};

	if (!lint(text, &e))
		fail_msg("%s: %s", text, e.text);
}

static void
assert_dirty(const char *text, const char *reason)
{
	struct err e = {0};

	if (lint(text, &e))
		fail_msg("%s is let in", text);
	if (strstr(e.text, reason) == NULL)
		fail_msg(
			"%s: \"%s\" does not say \"%s\"", text, e.text, reason);
}

TEST(a_schema_with_all_we_enforce_is_clean)
{
	assert_clean("{'type':'object','title':'t','description':'d',"
		     "'properties':{"
		     "'a':{'type':'integer','minimum':1,'maximum':9,"
		     "'default':3},"
		     "'b':{'type':'string','minLength':1,'maxLength':9,"
		     "'pattern':'^[a-z]+$'},"
		     "'c':{'type':'array','minItems':1,'maxItems':2,"
		     "'uniqueItems':true,'items':{'enum':[1,'x']}},"
		     "'d':{'anyOf':[{'type':'null'},{'type':'object',"
		     "'additionalProperties':{'type':'number'}}]},"
		     "'e':{'const':true}},"
		     "'required':['a'],'additionalProperties':false}");
	assert_clean("{}");
}

TEST(a_keyword_that_nobody_enforces_is_refused)
{
	static const char *const cases[] = {"oneOf", "allOf", "not", "$ref",
		"if", "format", "exclusiveMinimum", "multipleOf", "prefixItems",
		"patternProperties", "examples", "maxProperties"};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		DROP(text) char *text = text_format("{'%s':1}", cases[i]);

		assert_dirty(text, "is no keyword that is enforced");
	}
}

TEST(a_keyword_of_the_wrong_kind_is_refused)
{
	assert_dirty("{'minimum':'1'}", "cannot be of type string");
	assert_dirty("{'minLength':1.5}", "cannot be of type number");
	assert_dirty("{'properties':[]}", "cannot be of type array");
	assert_dirty("{'items':true}", "cannot be of type boolean");
	assert_dirty("{'type':null}", "cannot be of type null");
}

TEST(a_type_must_have_a_name_we_know)
{
	assert_dirty("{'type':'int'}", "\"type\" names no type");
	assert_dirty("{'type':['string','null']}",
		"\"type\" cannot be of type array");
}

TEST(each_branch_has_a_type_of_its_own)
{
	assert_clean("{'description':'d','default':null,'anyOf':["
		     "{'type':'integer','minimum':1},{'type':'null'}]}");
	assert_dirty("{'anyOf':[]}", "\"anyOf\" has nothing to choose");
	assert_dirty("{'anyOf':[{'type':'null'},{}]}", "has no type");
	assert_dirty("{'anyOf':[{'type':'null'},{'type':'x'}]}",
		"\"type\" names no type, in \"anyOf\"");
	assert_dirty("{'anyOf':[{'type':'string','maxLength':1},"
		     "{'type':'string','minLength':9}]}",
		"\"anyOf\" has two branches of type string");
}

TEST(what_bounds_a_value_stands_in_its_branch)
{
	assert_dirty("{'type':'string',"
		     "'anyOf':[{'type':'null'},{'type':'string'}]}",
		"beside what belongs into its branches");
	assert_dirty("{'maxLength':3,"
		     "'anyOf':[{'type':'null'},{'type':'string'}]}",
		"beside what belongs into its branches");
}

TEST(what_is_required_must_be_a_property)
{
	assert_dirty("{'properties':{'a':{}},'required':['b']}",
		"\"required\" names what is no property");
	assert_dirty("{'required':['b']}", "names what is no property");
	assert_dirty("{'required':[1]}", "names what is no property");
}

TEST(a_pattern_must_be_portable_and_cost_little)
{
	assert_dirty("{'pattern':'^\\\\d$','maxLength':9}", "backslash");
	assert_dirty("{'pattern':'^a$'}", "no maxLength");
	assert_dirty("{'pattern':'(','maxLength':9}", "does not compile");
}

TEST(bounds_must_leave_something)
{
	assert_dirty("{'minimum':2,'maximum':1}", "above");
	assert_dirty("{'minLength':2,'maxLength':1}", "above");
	assert_dirty("{'minItems':2,'maxItems':1}", "above");
	assert_clean("{'minimum':1,'maximum':1}");
}

TEST(defaults_and_words_must_be_let_in)
{
	assert_dirty("{'type':'integer','minimum':1,'default':0}",
		"\"default\" holds what the schema refuses");
	assert_dirty("{'type':'integer','default':'5'}",
		"\"default\" holds what the schema refuses");
	assert_dirty("{'type':'string','enum':['a',1]}",
		"\"enum\" holds what the schema refuses");
	assert_dirty("{'type':'string','const':1}",
		"\"const\" holds what the schema refuses");
	assert_dirty("{'enum':[]}", "\"enum\" is empty");
}

TEST(a_fault_inside_is_told_with_the_way_to_it)
{
	assert_dirty("{'properties':{'a':{'items':{'x':1}}}}",
		"\"x\" is no keyword that is enforced, in \"items\", in \"a\"");
	assert_dirty("{'additionalProperties':{'x':1}}",
		"in \"additionalProperties\"");
	assert_dirty("{'properties':{'a':true}}", "\"a\" is no schema");
}

TEST(additional_properties_are_never_just_true)
{
	assert_dirty("{'additionalProperties':true}", "leave it out");
}

TEST(a_schema_must_be_an_object)
{
	assert_dirty("true", "must be an object");
	assert_dirty("null", "must be an object");
}
