#include "unit/unit.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "json/json.h"
#include "json/json_own.h"

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

TEST(putting_again_replaces_in_place)
{
	DROP(json) struct json_object *object = json_new_object();

	json_put_int(object, "a", 1);
	json_put_int(object, "b", 2);
	json_put_string(object, "a", "new");
	assert_text(object, "{\"a\":\"new\",\"b\":2}");
}

TEST(no_text_puts_nothing)
{
	DROP(json) struct json_object *object = json_new_object();

	json_put_string(object, "a", NULL);
	assert_text(object, "{}");
	assert_null(json_new_string(NULL));
	assert_null(json_new_string_n(NULL, 3));
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

TEST(decimals_have_no_trailing_zeros)
{
	assert_decimal(2.0, 3, "2");
	assert_decimal(0.5, 10, "0.5");
	assert_decimal(100, 2, "100");
}

TEST(decimals_are_no_longer_than_they_must_be)
{
	assert_decimal(0.1, 20, "0.1");
	assert_decimal(1.0 / 3, 20, "0.3333333333333333");
	assert_decimal(1e21, 3, "1000000000000000000000");
}

TEST(there_is_no_negative_zero)
{
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
	DROP(json) struct json_object *number = json_own_number("1.50e1");

	assert_int_equal(json_kind(number), JSON_NUMBER);
	assert_true(json_number(number) == 15.0);
	assert_text(number, "1.50e1");
}

TEST(an_element_is_replaced_in_place)
{
	DROP(json) struct json_object *array = json_new_array();

	json_add(array, json_new_int(1));
	json_add(array, json_new_int(2));
	json_own_replace(array, 0, json_new_string("one"));
	assert_text(array, "[\"one\",2]");
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

static int
by_number(struct json_object *a, struct json_object *b)
{
	return (int)(json_int(a) - json_int(b));
}

TEST(an_array_is_sorted)
{
	static const int64_t numbers[] = {3, 1, 2, 1, 0};
	DROP(json) struct json_object *array = json_new_array();

	json_sort(array, by_number);
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		json_add(array, json_new_int(numbers[i]));
	json_sort(array, by_number);
	assert_text(array, "[0,1,1,2,3]");
}

static int
compare_numbers(struct json_object *a, struct json_object *b)
{
	return (json_int(a) > json_int(b)) - (json_int(a) < json_int(b));
}

TEST(a_long_list_is_sorted_in_a_moment)
{
	enum { COUNT = 200000, MOST_S = 10 };
	DROP(json) struct json_object *list = json_new_array();
	clock_t before = clock();

	for (int i = COUNT; i > 0; i--)
		json_add(list, json_new_int(i));
	json_sort(list, compare_numbers);
	for (int i = 0; i < COUNT; i++)
		assert_int_equal(json_int(json_at(list, (size_t)i)), i + 1);
	assert_true((clock() - before) / CLOCKS_PER_SEC < MOST_S);
}
