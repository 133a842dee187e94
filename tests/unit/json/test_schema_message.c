#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "unit/json/given.h"
#include "json/json.h"
#include "json/schema_message.h"

/* The argument `key` of a call, with its schema. */
struct argument {
	struct json_object *schema;
	struct place root;
	struct place place;
	struct err e;
};

static void
argument_drop(struct argument *a)
{
	json_free(a->schema);
}

static void
begin(struct argument *a, const char *key, const char *schema)
{
	*a = (struct argument){.schema = given(schema)};
	a->root.schema = a->schema;
	a->place =
		(struct place){.up = &a->root, .key = key, .schema = a->schema};
	(void)err_set(&a->e, ERR_STORE, "an older message");
}

TEST(says_value_bounds_and_default)
{
	DROP(argument) struct argument a;
	DROP(json) struct json_object *sent = json_new_int(-5);

	begin(&a, "timeout_ms",
		"{'type':'integer','minimum':1,'maximum':600000,'default':"
		"30000}");
	a.place.optional = true;
	assert_false(schema_refuse(&a.place, SCHEMA_WRONG, sent, &a.e));
	assert_int_equal(a.e.code, ERR_ARGUMENT);
	assert_string_equal(a.e.text, "timeout_ms must be a number between 1 "
				      "and 600000 (milliseconds); you sent -5. "
				      "Or omit it for 30000, the default.");
}

TEST(says_that_an_argument_without_default_may_be_left_out)
{
	DROP(argument) struct argument a;

	begin(&a, "name", "{'type':'string'}");
	a.place.optional = true;
	(void)schema_refuse(&a.place, SCHEMA_WRONG, a.schema, &a.e);
	assert_string_equal(a.e.text,
		"name must be a string; you sent "
		"{\"type\":\"string\"}. It may be left out.");
}

TEST(explains_a_pattern_by_the_description)
{
	DROP(argument) struct argument a;
	DROP(json) struct json_object *sent = json_new_string("a b");

	begin(&a, "session",
		"{'type':'string','maxLength':64,'pattern':'^[a-z]+$',"
		"'description':'Name of the session. It lives on.'}");
	(void)schema_refuse(&a.place, SCHEMA_WRONG, sent, &a.e);
	assert_string_equal(a.e.text,
		"session must be a string of at most 64 characters that "
		"matches ^[a-z]+$; you sent \"a b\". Name of the session.");
}

TEST(says_why_a_text_is_not_the_json_it_was_meant_to_be)
{
	DROP(argument) struct argument a;
	DROP(json) struct json_object *sent = json_new_string(" [1,]");

	begin(&a, "edits", "{'type':'array'}");
	(void)schema_refuse(&a.place, SCHEMA_WRONG, sent, &a.e);
	assert_string_equal(a.e.text,
		"edits must be an array; you sent \" [1,]\". Send it as JSON, "
		"not as a string; the string is not JSON at line 1, column 5 "
		"(byte 4): expected a value, found ].");
}

TEST(says_no_more_of_a_text_that_is_json_of_another_type)
{
	DROP(argument) struct argument a;
	DROP(json) struct json_object *sent = json_new_string("{}");

	begin(&a, "edits", "{'type':'array'}");
	(void)schema_refuse(&a.place, SCHEMA_WRONG, sent, &a.e);
	assert_string_equal(
		a.e.text, "edits must be an array; you sent \"{}\".");
}

TEST(says_how_one_element_is_a_list)
{
	DROP(argument) struct argument a;
	DROP(json) struct json_object *sent = json_new_string("(> x 0)");

	begin(&a, "assume", "{'type':'array','items':{'type':'string'}}");
	(void)schema_refuse(&a.place, SCHEMA_WRONG, sent, &a.e);
	assert_string_equal(a.e.text,
		"assume must be an array of strings; you sent \"(> x 0)\". "
		"For this one alone write [\"(> x 0)\"].");
}

TEST(says_what_a_missing_argument_is_for)
{
	DROP(argument) struct argument a;

	begin(&a, "content",
		"{'type':'string','description':'Complete SMT-LIB commands, "
		"e.g. (assert p). More follows.'}");
	assert_false(schema_refuse(&a.place, SCHEMA_MISSING, NULL, &a.e));
	assert_int_equal(a.e.code, ERR_ARGUMENT);
	assert_string_equal(a.e.text,
		"content is missing; it must be a string. Complete "
		"SMT-LIB commands, e.g. (assert p).");
}

static void
assert_sentence(const char *description, const char *wanted)
{
	DROP(json) struct json_object *schema = json_new_object();
	struct place root = {.schema = schema};
	struct place p = {.up = &root, .key = "v", .schema = schema};
	struct err e;

	json_put_string(schema, "type", "object");
	json_put_string(schema, "description", description);
	(void)schema_refuse(&p, SCHEMA_MISSING, NULL, &e);
	assert_string_equal(
		e.text + strlen("v is missing; it must be an object."), wanted);
}

TEST(a_description_ends_with_its_first_sentence)
{
	assert_sentence("One", " One.");
	assert_sentence("One.", " One.");
	assert_sentence("One. Two.", " One.");
	assert_sentence("One.\nTwo.", " One.");
	assert_sentence("Version 1.5. Two", " Version 1.5.");
	assert_sentence("", "");
}

TEST(a_long_description_is_cut)
{
	char text[400];
	char wanted[400];

	memset(text, 'a', sizeof(text));
	text[sizeof(text) - 1] = '\0';
	memset(wanted, 'a', sizeof(wanted));
	wanted[0] = ' ';
	memcpy(wanted + 301, "...", 4);
	assert_sentence(text, wanted);
}

TEST(a_path_leads_through_members_and_elements)
{
	DROP(argument) struct argument a;
	struct place edits;
	struct place second;
	struct place op;

	begin(&a, "", "{'type':'object'}");
	edits = (struct place){&a.root, "edits", 0, a.schema, false};
	second = (struct place){&edits, NULL, 2, a.schema, false};
	op = (struct place){&second, "op", 0, a.schema, false};
	(void)schema_refuse(&op, SCHEMA_MISSING, NULL, &a.e);
	assert_string_equal(
		a.e.text, "edits[2].op is missing; it must be an object.");
}

TEST(a_long_key_is_cut_in_the_path)
{
	char key[1001];

	DROP(argument) struct argument a;
	memset(key, 'k', sizeof(key));
	key[1000] = '\0';
	begin(&a, key, "{'type':'object'}");
	(void)schema_refuse(&a.place, SCHEMA_MISSING, NULL, &a.e);
	assert_true(strlen(a.e.text) < 120);
}

/* --- unknown members ------------------------------------------------------ */

#define TAKES \
	"{'type':'object','properties':{'content':{}," \
	"\"session\":{},\"timeout_ms\":{}},\"required\":[\"content\"]}"

static void
assert_unknown(const char *key, const char *wanted)
{
	DROP(argument) struct argument a;

	begin(&a, "edit", TAKES);
	assert_false(schema_refuse_key(&a.root, key, &a.e));
	assert_int_equal(a.e.code, ERR_ARGUMENT);
	if (strncmp(a.e.text, wanted, strlen(wanted)) != 0)
		fail_msg("%s: \"%s\" does not begin \"%s\"", key, a.e.text,
			wanted);
}

TEST(an_unknown_argument_is_answered_with_all_there_are)
{
	assert_unknown("zzz", "There is no argument \"zzz\". The arguments "
			      "are: content (required), session, timeout_ms.");
}

TEST(a_misspelt_argument_is_answered_with_the_right_one)
{
	assert_unknown("contnt",
		"There is no argument \"contnt\"; did you mean \"content\"?");
	assert_unknown("timeoutMs", "There is no argument \"timeoutMs\"; did "
				    "you mean \"timeout_ms\"?");
}

TEST(a_longer_or_shorter_name_finds_the_right_one)
{
	assert_unknown("session_name", "There is no argument \"session_name\"; "
				       "did you mean \"session\"?");
	assert_unknown("time",
		"There is no argument \"time\"; did you mean \"timeout_ms\"?");
	assert_unknown("se", "There is no argument \"se\". ");
}

TEST(an_unknown_member_is_told_with_its_object)
{
	DROP(argument) struct argument a;

	begin(&a, "edit", TAKES);
	(void)schema_refuse_key(&a.place, "zzz", &a.e);
	assert_string_equal(a.e.text,
		"edit has no member \"zzz\". Its members are: "
		"content (required), session, timeout_ms.");
}

TEST(nothing_is_offered_where_nothing_is_taken)
{
	DROP(argument) struct argument a;

	begin(&a, "edit", "{'type':'object','properties':{}}");
	(void)schema_refuse_key(&a.root, "zzz", &a.e);
	assert_string_equal(
		a.e.text, "There is no argument \"zzz\". None is taken here.");
}

TEST(an_unknown_key_cannot_forge_the_message)
{
	assert_unknown("a\"\n; do",
		"There is no argument \"a\\\"\\n; do\". The arguments are:");
}

/* --- what is allowed ------------------------------------------------------ */

static void
assert_begins(const char *text, const char *wanted)
{
	if (strncmp(text, wanted, strlen(wanted)) != 0)
		fail_msg("\"%s\" does not begin \"%s\"", text, wanted);
}

/* What the schema allows of the argument `key`, when `sent` (or NULL) came. */
static void
assert_due_for(const char *key, const char *schema_text, const char *sent,
	const char *wanted)
{
	DROP(json) struct json_object *schema = given(schema_text);
	DROP(json) struct json_object *value = sent ? given(sent) : NULL;
	DROP(text)
	char *sentence = text_format("%s %s %s%s", key,
		sent ? "must be" : "is missing; it must be", wanted,
		sent ? "; you sent" : ".");
	struct place root = {0};
	struct place p = {.up = &root, .key = key, .schema = schema};
	struct err e = {0};

	assert_false(schema_refuse(
		&p, sent ? SCHEMA_WRONG : SCHEMA_MISSING, value, &e));
	assert_begins(e.text, sentence);
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
	DROP(text)
	char *sentence = text_format(
		"v repeats an element before it, %s; send each one once.", due);
	struct place root = {0};
	struct place p = {.up = &root, .key = "v"};
	struct err e = {0};

	assert_false(schema_refuse(&p, SCHEMA_REPEATED, value, &e));
	assert_string_equal(e.text, sentence);
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

TEST(an_integer_beyond_64_bits_is_told_the_limit)
{
	assert_due_for("v", "{'type':'integer'}", "99999999999999999999",
		"a signed 64-bit integer");
	assert_due_for("v", "{'type':'integer','maximum':9}",
		"-99999999999999999999",
		"a signed 64-bit integer of at most 9");
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
