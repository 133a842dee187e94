#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/utf8.h"
#include "unit/json/given.h"
#include "json/json.h"

static void
assert_kind(const char *text, enum json_kind kind, const char *name)
{
	DROP(json) struct json_object *value = given(text);

	if (json_kind(value) != kind)
		fail_msg("%s is not of kind %d", text, (int)kind);
	assert_string_equal(json_kind_name(kind), name);
}

TEST(kinds_have_the_names_of_a_schema)
{
	assert_kind("null", JSON_NULL, "null");
	assert_kind("false", JSON_BOOL, "boolean");
	assert_kind("1", JSON_INT, "integer");
	assert_kind("1.0", JSON_NUMBER, "number");
	assert_kind("''", JSON_STRING, "string");
	assert_kind("[]", JSON_ARRAY, "array");
	assert_kind("{}", JSON_OBJECT, "object");
}

TEST(values_are_read_by_kind)
{
	DROP(json)
	struct json_object *array =
		given("[true, -5, 2.5, 'a\\u0000b', 1e400]");

	assert_int_equal(json_count(array), 5);
	assert_true(json_bool(json_at(array, 0)));
	assert_int_equal(json_int(json_at(array, 1)), -5);
	assert_true(json_number(json_at(array, 1)) == -5.0);
	assert_true(json_number(json_at(array, 2)) == 2.5);
	assert_int_equal(json_string_size(json_at(array, 3)), 3);
	assert_memory_equal(json_string(json_at(array, 3)), "a\0b", 4);
	assert_true(json_number(json_at(array, 4)) > 1e308);
}

TEST(an_absent_member_is_told_from_a_null_one)
{
	DROP(json) struct json_object *object = given("{'a':null}");
	struct json_object *value = object;

	assert_false(json_find(object, "b", &value));
	assert_ptr_equal(value, object);
	assert_true(json_find(object, "a", &value));
	assert_null(value);
	assert_true(json_find(object, "a", NULL));
}

TEST(members_of_another_kind_are_not_there)
{
	DROP(json)
	struct json_object *object =
		given("{'s':'x','i':7,'d':7.5,'b':true,'n':null}");

	assert_string_equal(json_get_string(object, "s"), "x");
	assert_null(json_get_string(object, "i"));
	assert_null(json_get_object(object, "s"));
	assert_null(json_get_array(object, "s"));
	assert_int_equal(json_get_int(object, "i", 3), 7);
	assert_int_equal(json_get_int(object, "d", 3), 3);
	assert_int_equal(json_get_int(object, "s", 3), 3);
	assert_int_equal(json_get_int(object, "n", 3), 3);
	assert_true(json_get_bool(object, "b", false));
	assert_true(json_get_bool(object, "i", true));
	assert_false(json_get_bool(object, "absent", false));
}

TEST(nothing_and_other_kinds_have_no_members)
{
	DROP(json) struct json_object *array = given("[1]");

	assert_null(json_get(NULL, "a"));
	assert_null(json_get(array, "a"));
	assert_false(json_find(array, "a", NULL));
	assert_int_equal(json_get_int(NULL, "a", 3), 3);
}

static bool
collect(const char *key, struct json_object *value, void *argument)
{
	struct buf *b = argument;

	(void)buf_add_format(b, "%s=%jd;", key, (intmax_t)json_int(value));
	return strcmp(key, "stop") != 0;
}

TEST(members_are_visited_in_order)
{
	DROP(json) struct json_object *object = given("{'z':1,'a':2}");
	DROP(buf) struct buf b;

	buf_init(&b, 100);
	assert_true(json_each(object, collect, &b));
	assert_string_equal(b.data, "z=1;a=2;");
}

TEST(a_visit_may_end_early)
{
	DROP(json)
	struct json_object *object = given("{'z':1,'stop':2,'a':3}");
	DROP(buf) struct buf b;

	buf_init(&b, 100);
	assert_false(json_each(object, collect, &b));
	assert_string_equal(b.data, "z=1;stop=2;");
}

struct replacing {
	struct json_object *object;
};

static bool
replace(const char *key, struct json_object *value, void *argument)
{
	const struct replacing *r = argument;

	json_put_int(r->object, key, json_int(value) * 10);
	return true;
}

TEST(a_visit_may_replace_the_member_at_hand)
{
	DROP(json) struct json_object *object = given("{'a':1,'b':2}");
	DROP(text) char *text = NULL;
	struct replacing r = {object};

	assert_true(json_each(object, replace, &r));
	text = json_text(object);
	assert_string_equal(text, "{\"a\":10,\"b\":20}");
}

TEST(a_copy_is_deep_and_keeps_the_text_of_numbers)
{
	const char *all = "{\"a\":[1,2.50,null,{\"b\":\"x\"}],\"c\":true,"
			  "\"d\":123456789012345678901234567890}";
	DROP(json) struct json_object *object = given(all);
	DROP(json) struct json_object *copy = json_copy(object);
	DROP(text) char *text = NULL;

	json_add(json_get_array(object, "a"), json_new_int(9));
	json_drop(&object);
	text = json_text(copy);
	assert_string_equal(text, all);
}

TEST(null_is_copied_written_and_freed)
{
	DROP(text) char *text = json_text(NULL);

	assert_null(json_copy(NULL));
	assert_string_equal(text, "null");
	json_free(NULL);
}

static void
assert_equality(const char *a, const char *b, bool wanted)
{
	DROP(json) struct json_object *one = given(a);
	DROP(json) struct json_object *other = given(b);

	if (json_equal(one, other) != wanted)
		fail_msg("%s and %s are taken for %s", a, b,
			wanted ? "different" : "equal");
}

TEST(equality_is_deep_and_free_of_member_order)
{
	assert_equality("{'a':1,'b':[2,null]}", "{'b':[2,null],'a':1}", true);
	assert_equality("null", "null", true);
	assert_equality("[1,2]", "[2,1]", false);
	assert_equality("{'a':1}", "{'a':1,'b':1}", false);
	assert_equality("{'a':null}", "{'b':null}", false);
	assert_equality("'a\\u0000b'", "'a\\u0000c'", false);
	assert_equality("1", "1.0", false);
	assert_equality("1", "'1'", false);
	assert_equality("null", "false", false);
}

TEST(every_byte_of_a_string_is_written_as_one_clean_line)
{
	DROP(json) struct json_object *string = NULL;
	DROP(json) struct json_object *read = NULL;
	DROP(text) char *text = NULL;
	char all[128];
	struct err e;

	for (int i = 0; i < 128; i++)
		all[i] = (char)i;
	string = json_new_string_n(all, sizeof(all));
	text = json_text(string);
	for (const char *c = text; *c != '\0'; c++)
		assert_true((unsigned char)*c >= ' ');
	assert_true(utf8_check(text, strlen(text), NULL));
	assert_true(json_parse(text, strlen(text), &read, &e));
	assert_true(json_equal(read, string));
}

TEST(slashes_are_not_escaped)
{
	DROP(json) struct json_object *string = json_new_string("a/b");
	DROP(text) char *text = json_text(string);

	assert_string_equal(text, "\"a/b\"");
}
