#include "unit/unit.h"

#include "unit/json/given.h"
#include "json/schema.h"

/* An object with the one argument "v" of the given schema, or type. */
#define V(schema) "{'type':'object','properties':{'v':" schema "}}"
#define IS(type) V("{'type':'" type "'}")
/* The same, where it must be there. */
#define REQUIRED(schema) \
	"{'type':'object','required':['v'],'properties':{'v':" schema "}}"
#define EITHER \
	V("{'anyOf':[{'type':'integer','maximum':9},{'type':'object'," \
	  "'required':['a'],'properties':{'a':{'type':'integer'}}}," \
	  "{'type':'null'}]}")
#define EDITS \
	V("{'type':'array','items':{'type':'object','properties':{'op':" \
	  "{'enum':['add','move']}},'required':['op']," \
	  "'additionalProperties':false}}")

/* --- what is let in ------------------------------------------------------- */

static void
assert_becomes(const char *schema_text, const char *sent, const char *wanted)
{
	DROP(json) struct json_object *schema = given(schema_text);
	DROP(json) struct json_object *value = given(sent);
	DROP(text) char *left = NULL;
	DROP(text) char *expected = quoted(wanted);
	struct err e = {0};

	if (!schema_check(schema, &value, &e))
		fail_msg("%s: %s", sent, e.text);
	left = json_text(value);
	assert_string_equal(left, expected);
}

TEST(a_value_that_the_schema_allows_stays_as_it_is)
{
	static const char *const cases[][2] = {
		{V("{}"), "{'v':'1'}"},
		{V("{}"), "{'v':[null]}"},
		{V("{}"), "{'v':null}"},
		{V("{}"), "{'w':1}"},
		{IS("string"), "{'v':'5'}"},
		{IS("string"), "{'v':'{}'}"},
		{IS("integer"), "{'v':-1}"},
		{IS("number"), "{'v':1.5}"},
		{IS("number"), "{'v':3.0}"},
		{IS("boolean"), "{'v':false}"},
		{IS("array"), "{'v':[1,'a']}"},
		{IS("object"), "{'v':{'a':'1'}}"},
		{IS("null"), "{'v':null}"},
		{EITHER, "{'v':9}"},
		{EITHER, "{'v':null}"},
		{V("{'anyOf':[{'type':'integer'},{'type':'string'}]}"),
			"{'v':'5'}"},
		{V("{'anyOf':[{'type':'integer'},{'type':'number'}]}"),
			"{'v':3.0}"},
		{"{'type':'object','additionalProperties':{'type':'integer'}}",
			"{'a':1,'b':2}"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_becomes(cases[i][0], cases[i][1], cases[i][1]);
}

TEST(what_models_send_instead_of_a_value_becomes_that_value)
{
	static const char *const cases[][3] = {
		{V("{}"), "null", "{}"},
		{IS("integer"), "\"{\\\"v\\\":\\\"5\\\"}\"", "{'v':5}"},
		{EITHER, "{'v':'{\\\"a\\\":1}'}", "{'v':{'a':1}}"},
		{IS("array"), "{'v':'[1, 2]'}", "{'v':[1,2]}"},
		{IS("integer"), "{'v':' 5 '}", "{'v':5}"},
		{IS("number"), "{'v':'1.5'}", "{'v':1.5}"},
		{IS("boolean"), "{'v':'true'}", "{'v':true}"},
		{V("{'type':'array','items':{'type':'integer'}}"),
			"{'v':['1',2,'3']}", "{'v':[1,2,3]}"},
		{V("{'type':'object','additionalProperties':{'type':"
		   "'boolean'}}"),
			"{'v':{'a':'true','b':false}}",
			"{'v':{'a':true,'b':false}}"},
		{V("{'type':'array','items':{'type':'string'}}"),
			"{'v':'(> x 0)'}", "{'v':['(> x 0)']}"},
		{V("{'type':'array','items':{'type':'object'}}"),
			"{'v':{'op':'add'}}", "{'v':[{'op':'add'}]}"},
		{IS("integer"), "{'v':3.0}", "{'v':3}"},
		{IS("integer"), "{'v':-0.0}", "{'v':0}"},
		{IS("integer"), "{'v':1e2}", "{'v':100}"},
		{IS("integer"), "{'v':'3.0'}", "{'v':3}"},
		{IS("integer"), "{'v':-9223372036854775808.0}",
			"{'v':-9223372036854775808}"},
		{IS("string"), "{'v':null}", "{}"},
		{V("{'type':'object','properties':{'a':{'type':'integer'}}}"),
			"{'v':{'a':null}}", "{'v':{}}"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_becomes(cases[i][0], cases[i][1], cases[i][2]);
}

/* --- bounds --------------------------------------------------------------- */

TEST(a_value_is_within_its_bounds)
{
	static const struct {
		const char *schema;
		const char *allowed; /* elements of an array */
		const char *refused;
	} cases[] = {
		{"{}", "null,-1e400,'',[]", ""},
		{"{'minimum':1,'maximum':600000}", "1,600000,1.5",
			"0,0.999,-5,600001,1e400"},
		{"{'minimum':0.5}", "1e400,'a'", "0.25"},
		{"{'maximum':-1}", "-2", "0"},
		{"{'minLength':1,'maxLength':2}", "'\xc3\xa4\xe2\x82\xac',1",
			"'','abc'"},
		{"{'enum':['items',1,null,[2]]}", "'items',1,null,[2]",
			"'item','Items',[1]"},
		{"{'minItems':1,'maxItems':2}", "[0],[0,0],{}", "[],[0,0,0]"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		DROP(text)
		char *both = text_format(
			"[[%s],[%s]]", cases[i].allowed, cases[i].refused);
		DROP(json) struct json_object *values = given(both);
		DROP(json) struct json_object *schema = json_new_object();
		size_t allowed = json_count(json_at(values, 0));
		size_t refused = json_count(json_at(values, 1));

		json_put(schema, "items", given(cases[i].schema));
		for (size_t k = 0; k < allowed + refused; k++) {
			struct json_object *array = json_new_array();
			struct err e;
			bool passes;

			json_add(array,
				json_copy(
					k < allowed
						? json_at(json_at(values, 0), k)
						: json_at(json_at(values, 1),
							  k - allowed)));
			passes = schema_check(schema, &array, &e);
			json_free(array);
			if (passes != (k < allowed))
				fail_msg("%s: %s, value %zu", cases[i].schema,
					both, k);
		}
	}
}

/* --- what is said of the rest --------------------------------------------- */

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

#define TEN "0123456789"
#define ITS_MEMBERS "content (required), session, timeout_ms."
#define TOOL \
	"{'type':'object','properties':{'content':{},'session':{}," \
	"'timeout_ms':{}},'required':['content'],'additionalProperties':" \
	"false}"

static const char *const refusals[][3] = {
	/* The whole of it. */
	{V("{'type':'integer','minimum':1,'maximum':600000,'default':"
	   "30000}"),
		"{'v':-5}",
		"v must be a number between 1 and 600000; you sent -5.\n"
		"What to do:\n1. Send 1 or more.\n"
		"2. Or omit it for 30000, the default."},
	{V("{'type':'integer','minimum':1,'maximum':600000}"), "{'v':7e5}",
		"v must be a number between 1 and 600000; you sent 700000.\n"
		"What to do:\n1. Send 600000 or less.\n"
		"2. Or leave it out."},
	{REQUIRED("{'type':'string','description':'Complete commands, "
		  "e.g. (assert p). More follows.'}"),
		"{}",
		"v is missing; it must be a string.\nWhat to do:\n"
		"1. Add \"v\", described as: Complete commands, e.g. (assert "
		"p).\n"
		"2. The arguments are: v (required)."},
	{REQUIRED("{'type':'string','description':'Version 1.5.\\n"
		  "Two.'}"),
		"{'v':null}",
		"v is missing; it must be a string.\nWhat to do:\n"
		"1. Add \"v\", described as: Version 1.5."},
	/* Types. */
	{IS("string"), "{'v':5}",
		"v must be a string; you sent 5.\nWhat to do:\n"
		"1. Send it in quotes: \"5\".\n2. Or leave it out."},
	{IS("boolean"), "{'v':1}",
		"v must be true or false; you sent 1.\nWhat to do:\n"
		"1. Send true or false, without quotes."},
	{IS("boolean"), "{'v':'True'}", "v must be true or false;"},
	{IS("integer"), "{'v':'12abc'}",
		"v must be a number; you sent \"12abc\".\nWhat to do:\n"
		"1. Send digits alone, without quotes or a unit."},
	{IS("integer"), "{'v':'null'}", "v must be a number;"},
	{IS("integer"), "{'v':'\\\"5\\\"'}", "v must be a number;"},
	{IS("integer"), "{'v':1.5}", "v must be a whole number; you sent 1.5."},
	{IS("object"), "{'v':[1]}",
		"v must be an object; you sent [1].\nWhat to do:\n"
		"1. Send an object:"},
	{IS("array"), "{'v':{'a':1}}",
		"v must be an array; you sent {\"a\":1}.\nWhat to do:\n"
		"1. Send a list, in brackets"},
	{IS("array"), "{'v':'{}'}", "v must be an array; you sent \"{}\"."},
	{IS("null"), "{'v':0}", "v must be null; you sent 0."},
	{V("{}"), "[1]", "The arguments must be an object; you sent"},
	{V("{}"), "\"x\"", "The arguments must be an object; you sent"},
	{REQUIRED("{}"), "null", "v is missing; it must be a value."},
	{EITHER, "{'v':10}",
		"v must be a number of at most 9 or an object or null; "
		"you sent 10."},
	{EITHER, "{'v':{}}", "v.a is missing; it must be a number."},
	/* Bounds. */
	{V("{'type':'integer','minimum':1}"), "{'v':0}",
		"v must be a number of at least 1; you sent 0."},
	{V("{'type':'number','minimum':-1,'maximum':0.5}"), "{'v':1}",
		"v must be a number between -1 and 0.5; you sent 1."},
	{V("{'type':'integer','maximum':4}"), "{'v':'5'}",
		"v must be a number of at most 4; you sent 5."},
	{V("{'type':'integer','minimum':0}"), "{'v':9223372036854775808}",
		"v must be a signed 64-bit integer of at least 0; you "
		"sent 9223372036854775808."},
	{IS("integer"), "{'v':-1e400}",
		"v must be a signed 64-bit integer; you sent -1e400."},
	{V("{'type':'string','minLength':1}"), "{'v':''}",
		"v must be a string of at least 1 character; you"},
	{V("{'type':'string','minLength':1,'maxLength':2}"), "{'v':''}",
		"v must be a string of 1 to 2 characters; you sent"},
	{V("{'type':'array','items':{'type':'object'},'minItems':1}"),
		"{'v':[]}", "v must be an array of at least 1 object;"},
	{V("{'type':'array','minItems':2,'maxItems':2}"), "{'v':[]}",
		"v must be an array of exactly 2 elements; you sent"},
	{V("{'type':'array','maxItems':1}"), "{'v':[1,2]}",
		"v must be an array of at most 1 element; you sent"},
	/* What helps. */
	{IS("array"), "{'v':' [1,]'}",
		"v must be an array; you sent \" [1,]\".\nWhat to do:\n"
		"1. Send it as JSON, not as a string; the string is not JSON "
		"at line 1, column 5 (byte 4): expected a value, found ]."},
	{V("{'type':'array','items':{'type':'string'}}"), "{'v':5}",
		"v must be an array of strings; you sent 5."},
	{V("{'type':'array','items':{'type':'array'}}"),
		"{'v':'[\\'\\\\\\'[]\\\\\\'\\']'}",
		"v[0] must be an array; you sent \"\\\"[]\\\"\"."},
	/* Elements. */
	{V("{'type':'array','items':{'type':'integer'}}"), "{'v':[1,null]}",
		"v[1] must be a number; you sent null."},
	{EDITS, "{'v':[{'op':'add'},{'op':'mov'}]}",
		"v[1].op must be one of \"add\", \"move\"; you sent "
		"\"mov\".\nWhat to do:\n1. Send \"move\"."},
	{EDITS, "{'v':[{}]}",
		"v[0].op is missing; it must be one of \"add\", "},
	{EDITS, "{'v':[{'op':'add','idx':1}]}",
		"v[0] has no member \"idx\".\nWhat to do:\n"
		"1. Leave it out.\n2. Its members are: op (required)."},
	{"{'type':'object','additionalProperties':{'type':'integer'}}",
		"{'a':1,'b':'x'}", "b must be a number; you sent \"x\"."},
	{IS("string"), "{'v':'a\\u0000b'}",
		"v holds a NUL character (\\u0000), which no text here may "
		"hold.\nWhat to do:\n1. Leave the character out."},
	{V("{}"), "{'v':'\\u0000'}", "v holds a NUL character"},
	/* Unknown names. */
	{TOOL, "{'zzz':1}",
		"There is no argument \"zzz\".\nWhat to do:\n"
		"1. Leave it out.\n2. The arguments are: " ITS_MEMBERS},
	{TOOL, "{'contnt':1}",
		"There is no argument \"contnt\".\nWhat to do:\n"
		"1. Write \"content\".\n2. Or leave it out.\n"
		"3. The arguments are: " ITS_MEMBERS},
	{TOOL, "{'timeoutMs':1}",
		"There is no argument \"timeoutMs\".\nWhat to do:\n"
		"1. Write \"timeout_ms\"."},
	{TOOL, "{'session_name':1}",
		"There is no argument \"session_name\".\nWhat to do:\n"
		"1. Write \"session\"."},
	{TOOL, "{'time':1}",
		"There is no argument \"time\".\nWhat to do:\n"
		"1. Write \"timeout_ms\"."},
	{TOOL, "{'se':1}",
		"There is no argument \"se\".\nWhat to do:\n1. Leave"},
	{TOOL, "{'a\\\"\\n; do':1}",
		"There is no argument \"a\\\"\\n; do\".\nWhat"},
	{"{'type':'object','additionalProperties':false}", "{'w':1}",
		"There is no argument \"w\".\nWhat to do:\n"
		"1. Leave it out: none is expected here."},
	/* Long values. */
	{IS("integer"), "{'v':'" TEN TEN TEN TEN TEN TEN "'}",
		"v must be a number; you sent \"" TEN TEN TEN TEN TEN TEN
		"\"."},
	{IS("integer"), "{'v':'" TEN TEN TEN TEN TEN "012345678\xe2\x82\xacx'}",
		"v must be a number; you sent \"" TEN TEN TEN TEN TEN
		"012345678...\" (61 characters)."},
	{IS("integer"), "{'v':[1,'" TEN TEN TEN TEN TEN TEN "']}",
		"v must be a number; you sent [1,\"" TEN TEN TEN TEN TEN
		"01234567... (2 elements)."},
};

TEST(a_refusal_says_what_is_wrong_and_what_is_allowed)
{
	for (size_t i = 0; i < sizeof(refusals) / sizeof(refusals[0]); i++)
		assert_refused(refusals[i][0], refusals[i][1], refusals[i][2]);
}

TEST(the_unit_of_a_number_is_in_the_name_of_its_argument)
{
	static const char *const cases[][2] = {
		{"wait_ms", "wait_ms must be a number (milliseconds); you"},
		{"memory_mb", "memory_mb must be a number (MiB); you sent"},
		{"size_bytes", "size_bytes must be a number (bytes); you sent"},
		{"_ms", "_ms must be a number; you sent"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		DROP(text)
		char *schema = text_format(
			"{'type':'object','properties':{'%s':{'type':"
			"'integer'}}}",
			cases[i][0]);
		DROP(text) char *sent = text_format("{'%s':[]}", cases[i][0]);

		assert_refused(schema, sent, cases[i][1]);
	}
}

TEST(a_long_name_is_cut)
{
	DROP(json)
	struct json_object *schema =
		given("{'type':'object','additionalProperties':"
		      "{'type':'integer'}}");
	DROP(json) struct json_object *value = json_new_object();
	char name[1001];
	struct err e;

	memset(name, 'k', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	json_put_bool(value, name, true);
	assert_false(schema_check(schema, &value, &e));
	assert_in_range(strspn(e.text, "k"), 50, 70);
}
