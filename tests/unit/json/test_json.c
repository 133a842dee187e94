#include "unit/unit.h"

#include <math.h>
#include <time.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "unit/json/given.h"

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

TEST(members_are_read_in_order_and_may_be_replaced)
{
	DROP(json) struct json_object *object = given("{'z':1,'a':2}");
	struct json_member m = {0};
	DROP(text) char *text = NULL;
	DROP(buf) struct buf b;

	buf_init(&b, 100);
	while (json_next(object, &m)) {
		(void)buf_add_format(
			&b, "%s=%jd;", m.key, (intmax_t)json_int(m.value));
		json_put_int(object, m.key, json_int(m.value) * 10);
	}
	assert_string_equal(b.data, "z=1;a=2;");
	text = json_text(object);
	assert_string_equal(text, "{\"z\":10,\"a\":20}");
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

/* --- new values ----------------------------------------------------------- */

static void
assert_text(const struct json_object *value, const char *wanted)
{
	DROP(text) char *text = json_text(value);

	assert_string_equal(text, wanted);
}

static void
assert_decimal(double value, int digits, const char *wanted)
{
	DROP(json)
	struct json_object *decimal = json_new_decimal(value, digits);

	assert_text(decimal, wanted);
}

TEST(builds_objects_and_arrays)
{
	DROP(json) struct json_object *object = json_new_object();
	struct json_object *array = json_new_array();

	json_put_string(object, "name", "x");
	json_put_int(object, "count", INT64_MIN);
	json_put_bool(object, "done", true);
	json_put(object, "none", NULL);
	json_add(array, json_new_int(1));
	json_add(array, NULL);
	json_put(object, "list", array);
	assert_text(object, "{\"name\":\"x\",\"count\":-9223372036854775808,"
			    "\"done\":true,\"none\":null,\"list\":[1,null]}");
}

TEST(deletes_members_and_forgives_absent_ones)
{
	DROP(json) struct json_object *object = json_new_object();

	json_put_int(object, "a", 1);
	json_delete(object, "a");
	json_delete(object, "b");
	assert_text(object, "{}");
}

TEST(bad_bytes_become_the_replacement_character)
{
	DROP(json) struct json_object *object = json_new_object();

	json_put_string(object, "bad\xff", "\xed\xa0\x80");
	assert_text(object, "{\"bad\xef\xbf\xbd\":"
			    "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"}");
}

TEST(a_string_may_hold_a_nul)
{
	DROP(json) struct json_object *string = json_new_string_n("a\0b", 3);

	assert_int_equal(json_string_size(string), 3);
	assert_text(string, "\"a\\u0000b\"");
}

TEST(decimals_are_rounded)
{
	assert_decimal(1.23456, 3, "1.235");
	assert_decimal(-1.5, 0, "-2");
	assert_decimal(0.0004, 3, "0");
	assert_decimal(1234567.891, 1, "1234567.9");
}

TEST(decimals_have_no_trailing_zeros_and_no_negative_zero)
{
	assert_decimal(2.0, 3, "2");
	assert_decimal(0.5, 10, "0.5");
	assert_decimal(100, 2, "100");
	assert_decimal(100, 0, "100");
	assert_decimal(1e21, 3, "1000000000000000000000");
	assert_decimal(-0.0, 3, "0");
	assert_decimal(-0.0004, 3, "0");
}

TEST(what_is_not_finite_is_null)
{
	assert_null(json_new_decimal(NAN, 3));
	assert_null(json_new_decimal(INFINITY, 3));
	assert_null(json_new_decimal(-INFINITY, 3));
}

TEST(a_number_is_written_as_it_was_given)
{
	DROP(json) struct json_object *number = json_new_number("1.50e1");

	assert_int_equal(json_kind(number), JSON_NUMBER);
	assert_true(json_number(number) == 15.0);
	assert_text(number, "1.50e1");
}

static void
expect_double(double value, const char *text)
{
	DROP(json) struct json_object *number = json_new_double(value);
	DROP(text) char *written = json_text(number);

	assert_string_equal(written, text);
}

TEST(a_double_has_as_few_digits_as_it_needs)
{
	expect_double(0.1, "0.1");
	expect_double(3, "3");
	expect_double(-2.5, "-2.5");
	expect_double(5.605193857299268e-45, "5.605193857299268e-45");
	expect_double(1e300, "1e+300");
	assert_null(json_new_double(INFINITY));
}
