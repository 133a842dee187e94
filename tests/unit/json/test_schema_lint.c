#include "unit/unit.h"

#include "unit/json/given.h"
#include "unit/json/schema_lint.h"

TEST(a_schema_with_all_that_is_enforced_is_clean)
{
	DROP(json)
	struct json_object *schema =
		given("{'type':'object','title':'t','description':'d',"
		      "'properties':{"
		      "'a':{'type':'integer','minimum':1,'maximum':9,"
		      "'default':3},"
		      "'b':{'type':'string','minLength':1,'maxLength':9},"
		      "'c':{'type':'array','minItems':1,'maxItems':2,"
		      "'items':{'enum':[1,'x']}},"
		      "'d':{'anyOf':[{'type':'null'},{'type':'object',"
		      "'additionalProperties':{'type':'number'}}]}},"
		      "'required':['a'],'additionalProperties':false}");
	struct err e;

	if (!schema_lint(schema, &e))
		fail_msg("%s", e.text);
}

TEST(a_schema_that_says_more_or_contradicts_itself_is_not)
{
	static const char *const cases[][2] = {
		{"{'oneOf':[]}", "is no keyword that is enforced"},
		{"{'pattern':'a'}", "is no keyword that is enforced"},
		{"{'minLength':1.5}", "cannot be of type number"},
		{"{'type':['string','null']}", "cannot be of type array"},
		{"{'anyOf':[{'type':'null'},{}]}", "no type of its own"},
		{"{'anyOf':[{'type':'string'},{'type':'string'}]}",
			"no type of its own"},
		{"{'properties':{'a':{}},'required':['b']}",
			"names what is no property"},
		{"{'type':'integer','minimum':1,'default':0}",
			"refuses its default"},
		{"{'type':'integer','default':'5'}", "refuses its default"},
		{"{'properties':{'a':{'items':{'x':1}}}}",
			"is enforced, in \"items\", in \"a\""},
		{"{'properties':{'a':true}}", "must be an object, in \"a\""},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		DROP(json) struct json_object *schema = given(cases[i][0]);
		struct err e = {0};

		if (schema_lint(schema, &e) ||
			strstr(e.text, cases[i][1]) == NULL)
			fail_msg("%s: %s", cases[i][0], e.text);
	}
}
